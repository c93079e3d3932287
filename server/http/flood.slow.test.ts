import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, vi } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { DEFAULT_BODY_BYTES, type Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import {
  drip,
  type FloodAnswer,
  get,
  head,
  openRaw,
  post,
  type RawConnection,
} from '#server/testing/flood.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { test } from '#server/testing/world.ts'
import { type AppLimits, buildApp } from './app.ts'

/** The server's memory limit is 200 MB; V8 may hold some more that it hasn't collected yet. */
const MOST_MEGABYTES = 300
/** Logged where PostgreSQL itself is too slow to open a connection, as on a very slow machine. */
const DATABASE_SLOW = 'timeout exceeded when trying to connect'
/** The usual limits, with shorter times. */
const QUICK: AppLimits = {
  slow: { checkMs: 100, windowMs: 2_000, windowBytes: 64, wholeMs: 60_000, discardMs: 3_000 },
}

async function start(
  context: Context,
  limits?: AppLimits & { webDir?: string },
): Promise<ServerProcess> {
  const server = await startServerProcess(context, limits)
  onTestFinished(() => server.stop())
  return server
}

/** Checks that everyone else is still answered, and that nothing but the `allowed` was logged. */
async function expectSound(server: ServerProcess, allowed?: string): Promise<void> {
  const health = await get(server, '/api/health')
  expect([server.isRunning(), health.status]).toEqual([true, 200])
  const errors = server.errors().split('\n')
  expect(errors.filter((line) => line && !(allowed && line.includes(allowed)))).toEqual([])
  expect(server.peakMegabytes()).toBeLessThan(MOST_MEGABYTES)
}

function statuses(answers: readonly FloodAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Checks that each refusal has the documented form, and says when to try again if that helps. */
function expectDocumented(answers: readonly FloodAnswer[]): void {
  for (const { status, text, retryAfter } of answers) {
    if (status < 400) continue
    const { message } = ErrorBody.strict().parse(JSON.parse(text))
    expect(message).toMatch(/^[A-Z].* /)
    if (status === 429 || status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
  }
}

/** Checks the answer to someone else during a flood: a slow machine may ask them to try again. */
function expectAnswered(answer: FloodAnswer): void {
  expect([200, 503]).toContain(answer.status)
  expectDocumented([answer])
}

test('290 sign-ins at once with 500 kB each are refused, and the next one is taken', async ({
  context,
  world,
}) => {
  const server = await start(context)
  const { username, password } = await world.member()
  const body = JSON.stringify({ username, password, padding: 'x'.repeat(500_000) })
  const flood = Array.from({ length: 290 }, () => post(server, { path: '/api/login', body }))
  const other = await get(server, '/api/health')
  const answers = await Promise.all(flood)
  expectAnswered(other)
  expect(statuses(answers)).toEqual({ 413: 290 })
  expectDocumented(answers)
  const right = JSON.stringify({ username, password })
  expect((await post(server, { path: '/api/login', body: right })).status).toBe(200)
  await expectSound(server)
})

test('400 sign-ins at once wait for their hash in a queue with a limit', async ({ context }) => {
  const server = await start(context)
  const flood = Array.from({ length: 400 }, (_, index) => {
    const body = JSON.stringify({ username: `nobody-${index}`, password: 'wrong password' })
    return post(server, { path: '/api/login', body })
  })
  const answers = await Promise.all(flood)
  const counts = statuses(answers)
  const { 429: limited = 0, 503: busy = 0, 401: wrong = 0 } = counts
  // One address has 300 in 15 minutes. How many find the queue full, or on a slow machine wait too
  // long for a connection, depends on how fast they come; `domain/password.slow.test.ts` is sure to fill
  // the queue.
  expect(limited + busy).toBeGreaterThanOrEqual(100)
  expect(wrong).toBeGreaterThan(0)
  expect(limited + busy + wrong).toBe(400)
  expectDocumented(answers)
  // Sign-ins that were turned away uncounted leave room for as many more, and the next is limited.
  const body = JSON.stringify({ username: 'nobody', password: 'wrong password' })
  let next = 0
  for (let extra = 0; extra <= busy && next !== 429; extra += 1) {
    next = (await post(server, { path: '/api/login', body })).status
  }
  expect(next).toBe(429)
  await expectSound(server, DATABASE_SLOW)
})

const LARGE_FILE = '/assets/app-abc.js'

/** A copy of the built pages, with a large hashed file. */
async function webWithLargeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-web-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const part of ['web', 'web-server']) {
    await cp(join(import.meta.dirname, '../../dist', part), join(folder, part), { recursive: true })
  }
  const webDir = join(folder, 'web')
  await writeFile(join(webDir, LARGE_FILE), 'x'.repeat(300_000))
  return webDir
}

test('while 120 sign-ins wait for their hashes, files and other calls are answered', async ({
  context,
  world,
}) => {
  // Earlier floods have used up the tries of this address.
  await context.db.deleteFrom('rateLimit').execute()
  const server = await start(context, { webDir: await webWithLargeFile() })
  const { cookie } = await world.member()
  let signIns = 0
  const flood = Array.from({ length: 120 }, async (_, index) => {
    const body = JSON.stringify({ username: `nobody-${index}`, password: 'wrong password' })
    const answer = await post(server, { path: '/api/login', body })
    signIns += 1
    return answer
  })
  // One is finished, so the others have been received and wait for a thread.
  await vi.waitUntil(() => signIns > 0, { interval: 5 })
  for (const path of [LARGE_FILE, '/api/user', LARGE_FILE]) {
    expect([path, (await get(server, path, { cookie })).status]).toEqual([path, 200])
  }
  const finished = signIns
  expect(statuses(await Promise.all(flood))).toEqual({ 401: 120 })
  // The three calls waited for a few hashes at most, and not for all of them.
  expect(finished).toBeLessThan(60)
  await expectSound(server)
})

/** A body of the maximum size for a call, which isn't valid input. */
function largestBody(endpoint: Endpoint): { body: Buffer; headers: Record<string, string> } {
  const bytes = endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES
  if (!endpoint.form) {
    const body = Buffer.from(JSON.stringify({ padding: 'x'.repeat(bytes - 14) }))
    return { body, headers: {} }
  }
  const file = Object.keys(endpoint.form.files)[0] ?? ''
  const part = (disposition: string, content: string): string =>
    `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  const text = [
    part('name="padding"', 'x'.repeat(bytes)),
    part(`name="${file}"; filename="a"`, 'y'.repeat(1024 * 1024)),
    '--edge--\r\n',
  ].join('')
  return {
    body: Buffer.from(text),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  }
}

function pathOf({ path }: Endpoint): string {
  return path.replace(/:(\w+)/g, () => '999999')
}

test('1,000 requests at once, each with the largest body of its call, cause no failure', async ({
  context,
  world,
}) => {
  const server = await start(context)
  const admins = await Promise.all(Array.from({ length: 8 }, () => world.admin()))
  const cookies = [...admins.map(({ cookie }) => cookie), '']
  const calls = Object.values(allEndpoints)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(({ body, form, isSigned }) => body ?? form ?? isSigned)
  expect(calls.length).toBeGreaterThan(50)
  const flood = Array.from({ length: 1_000 }, (_, index) => {
    const endpoint = calls[index % calls.length]
    if (!endpoint) throw new Error('There are no calls.')
    const { body, headers } = largestBody(endpoint)
    const cookie = cookies[index % cookies.length] ?? ''
    const { method } = endpoint
    return post(server, { method, path: pathOf(endpoint), body, headers: { ...headers, cookie } })
  })
  const other = await get(server, '/api/health')
  const answers = await Promise.all(flood)
  expectAnswered(other)
  const counts = statuses(answers)
  expect(counts[500]).toBeUndefined()
  expect(counts[0]).toBeUndefined()
  // Some exceeded a member's share, and some the server's.
  expect(counts[429]).toBeGreaterThan(0)
  expectDocumented(answers)
  await expectSound(server)
})

test('connections of 300 dripping and 700 half-sent bodies are answered and closed', async ({
  context,
}) => {
  const server = await start(context, QUICK)
  const path = '/api/login'
  const dripping = await Promise.all(
    Array.from({ length: 300 }, () => openRaw(server, head(server, { path, bytes: 4_000 }))),
  )
  const halfSent = await Promise.all(
    Array.from({ length: 700 }, () =>
      openRaw(server, `${head(server, { path, bytes: 4_000 })}${'x'.repeat(2_000)}`),
    ),
  )
  const drips = dripping.map((connection) => drip(connection, 250))
  const other = await get(server, '/api/health')
  expectAnswered(other)
  const textsOf = async (all: RawConnection[]) => {
    const texts = await Promise.all(all.map(({ closed }) => closed))
    // A connection that is reset loses an answer that a very slow machine has not read by then.
    const read = texts.filter((text) => text !== '')
    expect(read.length).toBeGreaterThan(texts.length / 2)
    return read
  }
  const texts = await Promise.all([textsOf(dripping), textsOf(halfSent)])
  await Promise.all(drips)
  for (const text of texts.flat()) {
    expect(text).toMatch(/^HTTP\/1\.1 (400|429) /)
    expect(text).toMatch(/took too long to arrive|Too many requests at once/)
  }
  await expectSound(server)
})

test('a body that a refused caller keeps sending is cut off', async ({ context }) => {
  const server = await start(context, QUICK)
  const connection = await openRaw(
    server,
    head(server, { path: '/api/stories', bytes: 20_000_000 }),
  )
  const dripping = drip(connection, 100)
  expect(await connection.closed).toMatch(/^HTTP\/1\.1 401 .*not_signed_in/s)
  await dripping
  await expectSound(server)
})

test('a slow body that makes progress gets through', async ({ context, world }) => {
  const server = await start(context, QUICK)
  const { cookie } = await world.member()
  const body = JSON.stringify({ mood: 'sad', notes: 'x'.repeat(1_000) })
  const headers = { cookie, connection: 'close' }
  const { socket, closed } = await openRaw(
    server,
    head(server, { path: '/api/moods', bytes: body.length, headers }),
  )
  for (let sent = 0; sent < body.length; sent += 100) {
    socket.write(body.slice(sent, sent + 100))
    await wait(500)
  }
  expect(await closed).toMatch(/^HTTP\/1\.1 201 /)
})

test('an interrupted upload leaves no file and is not logged as an error', async ({
  context,
  world,
}) => {
  const server = await start(context, QUICK)
  const { cookie } = await world.member()
  const type = 'multipart/form-data; boundary=edge'
  const part = 'Content-Disposition: form-data; name="audio"; filename="a.wav"'
  const opening = `--edge\r\n${part}\r\n\r\n${'x'.repeat(200_000)}`
  const uploads = await Promise.all(
    [true, false].map(async (isForm) => {
      const headers = { cookie, ...(isForm && { 'content-type': type }) }
      const path = isForm ? '/api/stories' : '/api/stories/replies'
      const upload = await openRaw(server, head(server, { path, bytes: 20_000, headers }))
      upload.socket.write(isForm ? opening.slice(0, 10_000) : '{"storyId":')
      return upload
    }),
  )
  await wait(500)
  for (const { socket } of uploads) socket.resetAndDestroy()
  await vi.waitFor(async () => expect(await readdir(context.workDir)).toEqual([]))
  await wait(500)
  await expectSound(server)
})

test('bytes that are not a request and endless headers are answered, and unused connections closed', async ({
  context,
}) => {
  const server = await start(context, QUICK)
  const garbage = await openRaw(server, 'no request at all\r\n\r\n')
  const endless = await Promise.all(
    Array.from({ length: 50 }, () => openRaw(server, 'GET /api/health HTTP/1.1\r\nHost: a\r\n')),
  )
  // Browsers open connections early, and take any answer on one for that to their next request.
  const unused = await openRaw(server, '')
  expect(await unused.closed).toBe('')
  for (const text of await Promise.all([garbage, ...endless].map(({ closed }) => closed))) {
    const [top, body] = text.split('\r\n\r\n')
    expect(top).toMatch(/^HTTP\/1\.1 400 /)
    expect(ErrorBody.strict().parse(JSON.parse(body ?? '')).code).toBe('invalid_input')
  }
  await expectSound(server)
})

/** The addresses of everything that visitors may get, from the routes of the application. */
async function publicPaths(context: Context, webDir: string): Promise<string[]> {
  // One page of each kind, and one of the many files with a hash.
  const paths = new Set(['/', '/auth', '/flow', '/nowhere', '/gone.html', '/api/nowhere'])
  const collect = (message: unknown): void => {
    // As Fastify documents this channel.
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      if (url.startsWith('/assets/') && url !== LARGE_FILE) return
      if ([method].flat().includes('GET') && config?.isPublic !== false) paths.add(url)
    })
  }
  subscribe('fastify.initialization', collect)
  const app = await buildApp(context, webDir)
  unsubscribe('fastify.initialization', collect)
  await app.close()
  return [...paths].map((path) => path.replace(/:\w+/g, '1').replace('*', 'nowhere'))
}

/** Sends 1,200 requests for a path in one packet, and reads nothing until the socket is resumed. */
async function pipeline(server: ServerProcess, path: string): Promise<RawConnection> {
  const accept = 'Accept: text/html\r\nAccept-Encoding: br\r\n'
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\n${accept}\r\n`
  const connection = await openRaw(server, '')
  connection.socket.pause()
  connection.socket.write(
    request.repeat(1_199) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  )
  return connection
}

test('1,200 pipelined requests for anything public, sent without reading, disturb nobody', async ({
  context,
}) => {
  const webDir = await webWithLargeFile()
  const server = await start(context, { webDir })
  const paths = await publicPaths(context, webDir)
  expect(paths.length).toBeGreaterThan(30)
  expect(paths).toEqual(expect.arrayContaining(['/api/docs', LARGE_FILE]))
  const passage = '/api/scripture/John%203:16'
  const unlimited: string[] = []
  for (const path of [...paths, passage]) {
    const connection = await pipeline(server, path)
    expectAnswered(await get(server, '/api/health'))
    connection.socket.resume()
    const text = await connection.closed
    // The first one, and those that may wait for it.
    if (text.split('HTTP/1.1 ').length - 1 > 11) unlimited.push(path)
  }
  expect(unlimited).toEqual([])
  await expectSound(server)
})

test('every public address counts for the limit of its caller', async ({ context }) => {
  const webDir = await webWithLargeFile()
  const server = await start(context, { webDir, concurrency: { active: 1, queued: 0 } })
  const paths = await publicPaths(context, webDir)
  const client = await context.pool.connect()
  await client.query('begin; lock table website_settings')
  // It waits for the table, and keeps its caller's only turn.
  const first = get(server, '/api/website-settings')
  await vi.waitUntil(async () => (await get(server, '/api/health')).status === 429)
  const answers = await Promise.all(paths.map((path) => get(server, path)))
  expect(paths.filter((_, index) => answers[index]?.status !== 429)).toEqual([])
  expectDocumented(answers)
  await client.query('rollback')
  client.release()
  expect((await first).status).toBe(200)
  // The turn is free again after any answer, and after none.
  for (const path of [...paths, '/api/website-settings']) await get(server, path)
  const lost = await openRaw(server, 'GET /assets/app-abc.js HTTP/1.1\r\nHost: a\r\n\r\n')
  lost.socket.destroy()
  await lost.closed
  await vi.waitUntil(async () => (await get(server, '/api/health')).status === 200)
  await expectSound(server)
})

test('a connection whose caller never reads is closed', async ({ context }) => {
  const webDir = await webWithLargeFile()
  await writeFile(join(webDir, 'assets/large-abc.js'), 'x'.repeat(32_000_000))
  const app = await buildApp(context, webDir, { silentMs: 300 })
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { hostname: host, port } = new URL(url)
  const request = 'GET /assets/large-abc.js HTTP/1.1\r\nHost: a\r\n\r\n'
  const { socket } = await openRaw({ host, port: Number(port) }, '')
  socket.pause().write(request)
  const count = promisify(app.server.getConnections.bind(app.server))
  await vi.waitUntil(async () => (await count()) === 1)
  await vi.waitUntil(async () => (await count()) === 0)
  socket.destroy()
})
