import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { mp4 } from '#server/testing/digital-files.ts'
import type { RowGroup } from './bench.ts'
import { giveRight, type Installation } from './installation.ts'
import { p99Row, readList } from './latency.ts'
import { growthRow } from './memory-row.ts'
import { watchMemory } from './process-usage.ts'
import { say } from './workspace.ts'

/** The session of the member who sells the file. */
const SELLER = 3

/** Upload and download of a digital file of the largest size: its cost, and its effect on others. */
export const fileRows: RowGroup = {
  name: 'file',
  measure: async ({ workspace, community, options }) => {
    say('file')
    const path = join(await workspace.folder('file'), 'film.mp4')
    await writeFilm(path, options.fileBytes)
    const installation = await community()
    const size = `${Math.round(options.fileBytes / 1e6)} MB`
    const headers = await giveRight(installation, { session: SELLER, right: 'treasurer' })
    const idle = await readList(installation, wait(options.rounds * options.seconds * 1000))
    const sent = await watched(installation, () => send(installation, { path, headers }))
    const taken = await watched(installation, () =>
      take(installation, {
        address: sent.result,
        headers,
        expectedBytes: options.fileBytes,
      }),
    )
    return [
      growthRow('file: memory, in', size, sent.megabytes),
      p99Row('file: other calls, in', { busy: sent.others, idle }),
      growthRow('file: memory, out', size, taken.megabytes),
      p99Row('file: other calls, out', { busy: taken.others, idle }),
    ]
  },
}

interface Watched<T> {
  result: T
  megabytes: number[]
  /** The durations of a member's reads meanwhile, in milliseconds. */
  others: number[]
}

async function watched<T>(installation: Installation, work: () => Promise<T>): Promise<Watched<T>> {
  const { result, megabytes } = await watchMemory(installation.server.pid, async () => {
    const working = work()
    const others = await readList(installation, working)
    return { result: await working, others }
  })
  return { ...result, megabytes }
}

/** Writes a sparse file that begins like an MP4. */
async function writeFilm(path: string, bytes: number): Promise<void> {
  await using file = await open(path, 'w')
  await file.write(mp4(20))
  await file.truncate(bytes)
}

/** Adds a product with the file and returns the file's address. */
async function send(
  { server }: Installation,
  { path, headers }: { path: string; headers: Record<string, string> },
): Promise<string> {
  const boundary = 'a-long-film'
  const part = (name: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
  const head = [
    `${part('title')}\r\n\r\nA long film\r\n`,
    `${part('description')}\r\n\r\n<p>For a quiet evening.</p>\r\n`,
    `${part('price')}\r\n\r\n12.50\r\n`,
    `${part('digitalFileUrl')}; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  ].join('')
  async function* form(): AsyncGenerator<Buffer | string> {
    yield head
    yield* createReadStream(path)
    yield `\r\n--${boundary}--\r\n`
  }
  const sending = request(`${server.url}/api/admin/products`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const [[response]] = await Promise.all([
    // The event has only the response.
    once(sending, 'response') as Promise<[IncomingMessage]>,
    pipeline(form(), sending),
  ])
  const body = await text(response)
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${body}`)
  return z.object({ digitalFileUrl: z.string() }).parse(JSON.parse(body)).digitalFileUrl
}

async function take(
  { server }: Installation,
  {
    address,
    headers,
    expectedBytes,
  }: { address: string; headers: Record<string, string>; expectedBytes: number },
): Promise<void> {
  const asking = request(`${server.url}${address}`, { headers }).end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length
  if (response.statusCode !== 200 || bytes !== expectedBytes) {
    throw new Error(`The file is answered with ${response.statusCode} and ${bytes} bytes.`)
  }
}
