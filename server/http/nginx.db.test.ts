import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { eventEndpoints } from '#contract/events.ts'
import { liveEndpoints } from '#contract/live.ts'
import { LIVE_SOCKET_PATH } from '#contract/live-room.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { FakeLiveEngine } from '#server/testing/fake-live-engine.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { NGINX, startNginx } from '#server/testing/nginx.ts'
import { startOtherNode } from '#server/testing/other-node.ts'
import { test } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

const MB = 1024 * 1024

interface Site {
  /** The https port of nginx. */
  port: number
  /** The address that each request came from, as the server sees it. */
  addresses: string[]
  context: Context
}

/** Starts nginx in front of a node for each context. */
async function startSite(...given: Context[]): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-nginx-'))
  const port = await findFreePort()
  const publicUrl = `https://127.0.0.1:${port}`
  const { trustProxy } = readConfig({ TRUST_PROXY: '1' })
  const sightings = { hasDirect: false }
  const addresses: string[] = []
  const contexts = given.map((each) => ({
    ...each,
    sightings,
    config: { ...each.config, publicUrl, trustProxy },
  }))
  const nodePorts: number[] = []
  for (const each of contexts) {
    const app = await buildApp(each)
    app.addHook('onRequest', async ({ ip }) => void addresses.push(ip))
    nodePorts.push(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port))
    onTestFinished(() => app.close())
  }
  const [context] = contexts
  if (!context) throw new Error('A site has a node.')
  const nginx = await startNginx({ folder, port, nodePorts })
  onTestFinished(async () => {
    await nginx.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const site = { port, addresses, context }
  await vi.waitFor(async () => expect((await ask(site, '/api/health')).statusCode).toBe(200))
  return site
}

async function ask(
  { port }: Site,
  path: string,
  { body, ...options }: RequestOptions & { body?: Buffer } = {},
): Promise<IncomingMessage> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    rejectUnauthorized: false,
    agent: false,
    ...options,
  })
  // If a body is refused, the connection may close before it is sent.
  outgoing.on('error', () => undefined)
  const answered = once(outgoing, 'response')
  outgoing.end(body)
  const [response] = await answered
  return response
}

test.skipIf(!existsSync(NGINX))(
  'the site works behind nginx with our configuration (skipped if nginx is not installed)',
  async ({ context, world }) => {
    const site = await startSite(context)
    const member = await world.member()

    // The server sees the caller's own address, whatever the caller claims.
    await ask(site, '/api/health', {
      localAddress: '127.0.0.2',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(site.addresses.at(-1)).toBe('127.0.0.2')
    await ask(site, '/api/website-settings')
    const forwarded = { isBelieved: true, isHttps: true }
    expect(site.context.sightings).toEqual({ forwarded, hasDirect: false })

    // Metrics aren't public.
    expect((await ask(site, '/metrics')).statusCode).toBe(404)

    // Uploads up to our own limits get through, and larger ones don't.
    const upload = async (path: string, bytes: number): Promise<number | undefined> => {
      const count = site.addresses.length
      const { origin } = new URL(site.context.config.publicUrl)
      const headers = {
        origin,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(bytes),
      }
      const { statusCode } = await ask(site, path, {
        method: 'POST',
        headers,
        body: Buffer.alloc(bytes),
      })
      // Undefined if nginx answered itself.
      return site.addresses.length === count ? undefined : statusCode
    }
    expect(await upload('/api/stories', 27 * MB)).toBe(undefined)
    expect(await upload('/api/stories', 25 * MB)).toBe(401)
    expect(await upload('/api/admin/products', 40 * MB)).toBe(401)

    // Events arrive while the stream stays open.
    const stream = await ask(site, eventEndpoints.listen.path, {
      headers: { cookie: `__Host-${member.cookie}` },
    })
    let received = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
    })
    onTestFinished(() => void stream.destroy())
    await vi.waitFor(() => expect(received).not.toBe(''))
    context.changes.announce({ kind: 'notification', memberId: member.id })
    await vi.waitFor(() => expect(received).toContain('event: notification'))
    expect(stream.complete).toBe(false)

    // The live room's socket reaches the server as a WebSocket, which asks for a session.
    const refused = await ask(site, LIVE_SOCKET_PATH, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: site.context.config.publicUrl,
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      },
    })
    expect(refused.statusCode).toBe(401)
    expect(await text(refused)).toBe('')
  },
)

test.skipIf(!existsSync(NGINX))(
  'behind nginx, every call about the live room reaches the node that runs it',
  async ({ context, world }) => {
    const other = await startOtherNode(context)
    onTestFinished(() => other.close())
    const engines = [new FakeLiveEngine('livekit'), new FakeLiveEngine('livekit')] as const
    const site = await startSite(
      { ...context, live: engines[0] },
      { ...other.context, live: engines[1] },
    )
    const { cookie } = await world.admin()
    const { origin } = new URL(site.context.config.publicUrl)
    const headers = { origin, cookie: `__Host-${cookie}`, 'content-type': 'application/json' }
    const post = async (path: string): Promise<number | undefined> =>
      (await ask(site, path, { method: 'POST', headers, body: Buffer.from('{}') })).statusCode
    const openSocket = async (): Promise<string> => {
      const socket = new WebSocket(`wss://127.0.0.1:${site.port}${LIVE_SOCKET_PATH}`, {
        origin,
        headers: { cookie: headers.cookie },
        rejectUnauthorized: false,
      })
      onTestFinished(() => socket.terminate())
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'hello' }))
      const [data] = await once(socket, 'message')
      return JSON.parse(String(data)).type
    }
    expect(await post(liveEndpoints.start.path)).toBe(200)
    expect(engines.map(({ rooms }) => rooms.size).sort()).toEqual([0, 1])
    // More than nginx's tries at one node before it would take the node out.
    for (let count = 0; count < 10; count += 1) {
      expect(await post(liveEndpoints.join.path)).toBe(204)
      expect(await openSocket()).toBe('welcome')
    }
    expect(await post(liveEndpoints.stop.path)).toBe(200)
    expect(await post(liveEndpoints.join.path)).toBe(409)
    expect((await ask(site, '/api/health')).statusCode).toBe(200)
  },
)
