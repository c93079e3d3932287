import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { handleOneAtATime } from './pipelining.ts'

/** More than the system buffers for a connection that nobody reads. */
const LARGE = 'x'.repeat(16 * 1024 * 1024)

interface Site {
  app: FastifyInstance
  url: string
  /** The requests that were handled, in order. */
  handled: string[]
}

async function start(): Promise<Site> {
  const app = Fastify({ forceCloseConnections: true })
  const handled: string[] = []
  handleOneAtATime(app)
  app.get('/:name', (request, reply) => {
    handled.push(request.url)
    reply.send(request.url.startsWith('/large') ? LARGE : request.url)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { app, url, handled }
}

/** Sends requests for `paths` in one packet, and reads nothing until `resume` is called. */
function pipeline({ url }: Site, paths: string[]): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).pause()
  // The server may close it.
  socket.on('error', () => undefined)
  const last = paths.length - 1
  const requests = paths.map((path, index) => {
    const end = index === last ? 'Connection: close\r\n' : ''
    return `GET ${path} HTTP/1.1\r\nHost: a\r\n${end}\r\n`
  })
  socket.write(requests.join(''))
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

const pathsOf = (count: number, name = 'small'): string[] =>
  Array.from({ length: count }, (_, index) => `/${name}-${index}`)

test('pipelined requests are answered in order', async () => {
  const site = await start()
  const paths = pathsOf(11)
  const answers = await text(pipeline(site, paths))
  expect(answers.match(/^\/small-\d+/gm)).toEqual(paths)
  expect(site.handled).toEqual(paths)
})

test('requests wait while their connection is not read, and nobody else does', async () => {
  const site = await start()
  const paths = pathsOf(5, 'large')
  const socket = pipeline(site, paths)
  await vi.waitUntil(() => site.handled.length > 0)
  for (const path of pathsOf(5)) {
    expect(await (await fetch(site.url + path)).text()).toBe(path)
  }
  expect(site.handled.filter((path) => path.startsWith('/large'))).toEqual(['/large-0'])
  const answers = await text(socket)
  expect(answers.length).toBeGreaterThan(paths.length * LARGE.length)
  expect(site.handled.filter((path) => path.startsWith('/large'))).toEqual(paths)
})

test('a connection with too many unanswered requests is closed', async () => {
  const site = await start()
  const socket = pipeline(site, pathsOf(1_200))
  await new Promise((resolve) => socket.once('close', resolve).resume())
  expect(site.handled.length).toBeLessThan(12)
  expect(await (await fetch(`${site.url}/small-0`)).text()).toBe('/small-0')
})

test('a caller who disconnects is not waited for', async () => {
  const site = await start()
  const socket = pipeline(site, pathsOf(5, 'large'))
  await vi.waitUntil(() => site.handled.length > 0)
  socket.destroy()
  await vi.waitUntil(async () => (await connections(site)) === 0)
  expect(site.handled).toEqual(['/large-0'])
})

function connections({ app }: Site): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}
