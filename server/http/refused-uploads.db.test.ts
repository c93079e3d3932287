import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { test } from '#server/testing/world.ts'
import { type AppLimits, buildApp } from './app.ts'

const MEGABYTE = 1024 * 1024

interface Site {
  app: FastifyInstance
  url: string
  origin: string
}

async function listen(context: Context, limits?: AppLimits): Promise<Site> {
  const app = await buildApp(context, undefined, limits)
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, origin: context.config.publicUrl }
}

function partOf(name: string): string {
  return `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="a.wav"\r\n\r\n`
}

interface Upload {
  path?: string
  headers?: Record<string, string>
  start?: string
  /** Declared in the headers; without it, the body is sent in chunks. */
  declared?: number | undefined
}

interface Sender {
  socket: Socket
  /** All that was answered. */
  text: string
  error: string
  isClosed: boolean
}

/** Sends the head and the start of an upload. */
async function begin({ url, origin }: Site, upload: Upload): Promise<Sender> {
  const { path = '/api/stories', headers = {}, start = '', declared } = upload
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const all = {
    host,
    origin,
    'content-type': 'multipart/form-data; boundary=edge',
    ...(declared === undefined
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': declared }),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const sender: Sender = { socket, text: '', error: '', isClosed: false }
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    sender.text += chunk
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    sender.error = error.code ?? error.message
  })
  socket.on('close', () => {
    sender.isClosed = true
  })
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'connect')
  if (start) write(socket, start, declared === undefined)
  return sender
}

function write(socket: Socket, text: string, isChunked: boolean): void {
  if (!socket.writable) return
  const size = Buffer.byteLength(text).toString(16)
  socket.write(isChunked ? `${size}\r\n${text}\r\n` : text)
}

/** A piece every 100 ms takes longer than a sender would be likely to wait for a slow network. */
const PIECES = 60
const SMALL = PIECES * 32 * 1024
const LARGE = 30 * MEGABYTE

test('a sender who is refused can send all of an upload, and reads the answer', async ({
  context,
  world,
}) => {
  const site = await listen(context)
  const full = await listen(context, { bodies: { callerForms: 0 } })
  const { cookie } = await world.member()
  const start = partOf('audio')
  const headers = { cookie }
  const json = { path: '/api/login', headers: { 'content-type': 'application/json' } }
  const tooLarge = '413 This file is too large. The limit is 25 MB.'
  const cases: [string, Upload & { bytes?: number }, Site?][] = [
    [tooLarge, { headers, declared: LARGE, bytes: LARGE }],
    [tooLarge, { headers, start, bytes: LARGE }],
    ['400 This form has no file called song.', { headers, start: partOf('song') }],
    ['401 You must be logged in to submit a story', { declared: SMALL }],
    ['401 You must be logged in to submit a story', { start }],
    ['403 ', { path: '/api/admin/products', headers, declared: SMALL }],
    [
      '403 This request did not come from our own',
      { headers: { origin: 'null' }, declared: SMALL },
    ],
    ['404 There’s nothing at this address.', { path: '/api/nowhere', declared: SMALL }],
    ['429 Too many requests at once', { headers, start }, full],
    ['413 This is too long to send.', { ...json, declared: SMALL }],
    ['413 This is too long to send.', json],
  ]
  // A browser keeps its connection; other programs often ask to close it.
  const uploads = ['keep-alive', 'close'].flatMap((connection) =>
    cases.map(([answer, { bytes = SMALL, ...upload }, where = site]) => ({
      name: `${answer} ${connection}`,
      answer,
      sending: sendSlowly(
        where,
        { ...upload, headers: { connection, ...upload.headers } },
        bytes / PIECES,
      ),
    })),
  )
  for (const { name, answer, sending } of uploads) {
    const { text, error } = await sending
    expect([name, error]).toEqual([name, ''])
    expect([name, text.slice(9, 12)]).toEqual([name, answer.slice(0, 3)])
    expect(text).toContain(answer.slice(4))
  }
})

async function sendSlowly(site: Site, upload: Upload, bytes: number): Promise<Sender> {
  const sender = await begin(site, upload)
  const isChunked = upload.declared === undefined
  const piece = 'y'.repeat(bytes)
  for (let sent = 0; sent < PIECES; sent += 1) {
    await wait(100)
    write(sender.socket, piece, isChunked)
  }
  if (isChunked) {
    write(sender.socket, '\r\n--edge--\r\n', true)
    write(sender.socket, '', true)
  }
  await vi.waitFor(() => expect(sender.text).toMatch(/\}$/))
  sender.socket.end()
  await vi.waitFor(() => expect(sender.isClosed).toBe(true))
  return sender
}

test('fetch gets the answer to a file of 40 MB', async ({ context, world }) => {
  const { url, origin } = await listen(context)
  const { cookie } = await world.member()
  const send = (headers: Record<string, string>) => {
    const body = new FormData()
    body.set('audio', new Blob([new Uint8Array(40 * MEGABYTE)]), 'long.wav')
    return fetch(`${url}/api/stories`, { method: 'POST', body, headers: { origin, ...headers } })
  }
  const tooLarge = await send({ cookie })
  expect(tooLarge.status).toBe(413)
  expect(await tooLarge.json()).toMatchObject({
    message: 'This file is too large. The limit is 25 MB.',
  })
  expect((await send({})).status).toBe(401)
})

test('refused senders who go on hold no more connections, time and bytes than the limits', async ({
  context,
}) => {
  const declared = 1024 * MEGABYTE
  const slow = { checkMs: 50, discardMs: 600_000, discardBytes: 2 * MEGABYTE, discards: 5 }
  const { app, ...site } = await listen(context, { slow })
  const count = promisify(app.server.getConnections.bind(app.server))
  const dripping = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const headers = { connection: index % 2 === 0 ? 'close' : 'keep-alive' }
      return begin({ app, ...site }, { declared, headers })
    }),
  )
  await vi.waitFor(() => {
    for (const { text } of dripping) expect(text).toMatch(/^HTTP\/1.1 401 .*\}$/s)
  })
  await vi.waitUntil(async () => (await count()) === 5)
  for (const { socket, isClosed } of dripping) {
    if (!isClosed) write(socket, 'y'.repeat(3 * MEGABYTE), false)
  }
  await vi.waitUntil(async () => (await count()) === 0)

  const timed = await listen(context, { slow: { checkMs: 50, discardMs: 300 } })
  const { socket } = await begin(timed, { declared })
  socket.write('y')
  const countTimed = promisify(timed.app.server.getConnections.bind(timed.app.server))
  await vi.waitUntil(async () => (await countTimed()) === 1)
  await vi.waitUntil(async () => (await countTimed()) === 0)
})

test('a stop does not wait for the rest of a refused upload', async ({ context }) => {
  const site = await listen(context)
  const sender = await begin(site, { declared: LARGE })
  await vi.waitFor(() => expect(sender.text).toMatch(/^HTTP\/1.1 401 .*\}$/s))
  await site.app.close()
})
