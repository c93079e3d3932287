import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, vi } from 'vitest'
import { eventEndpoints } from '#contract/events.ts'
import { LIVE_SOCKET_PATH } from '#contract/live-room.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '#server/testing/certificate.ts'
import { findFreePort } from '#server/testing/free-port.ts'
import { test } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

const NGINX = '/usr/sbin/nginx'
const CONFIG = join(import.meta.dirname, '../../deploy/nginx.conf')
const MB = 1024 * 1024

interface Site {
  /** Of nginx, https. */
  port: number
  /** Where the server thinks each request comes from. */
  addresses: string[]
  context: Context
}

/** The configuration that we ship, on ports of this test and with its certificate. */
async function configure(
  folder: string,
  ports: { https: number; http: number; upstream: number },
): Promise<string> {
  const site = (await readFile(CONFIG, 'utf8'))
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.upstream}`)
    .replaceAll(/\/etc\/letsencrypt\/live\/folx\.example\.org/g, folder)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const path = join(folder, 'nginx.conf')
  await writeFile(join(folder, 'fullchain.pem'), TEST_CERTIFICATE)
  await writeFile(join(folder, 'privkey.pem'), TEST_KEY)
  await writeFile(
    path,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site}
    }`,
  )
  return path
}

async function startSite(given: Context): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-nginx-'))
  await chmod(folder, 0o755)
  const [https, http] = [await findFreePort(), await findFreePort()]
  const publicUrl = `https://127.0.0.1:${https}`
  const { trustProxy } = readConfig({ TRUST_PROXY: '1' })
  const sightings = { hasDirect: false }
  const context = { ...given, sightings, config: { ...given.config, publicUrl, trustProxy } }
  const app = await buildApp(context)
  const addresses: string[] = []
  app.addHook('onRequest', async ({ ip }) => void addresses.push(ip))
  const upstream = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  onTestFinished(() => app.close())
  const path = await configure(folder, { https, http, upstream })
  execFileSync(NGINX, ['-t', '-c', path, '-p', folder], { stdio: 'pipe' })
  const nginx: ChildProcess = spawn(NGINX, ['-c', path, '-p', folder], { stdio: 'ignore' })
  onTestFinished(async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const site = { port: https, addresses, context }
  await vi.waitFor(async () => expect((await ask(site, '/api/health')).statusCode).toBe(200))
  return site
}

async function ask(
  { port }: Site,
  path: string,
  { body, ...options }: RequestOptions & { body?: Buffer } = {},
): Promise<IncomingMessage> {
  const outgoing = request({
    ...{ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
    ...options,
  })
  // Whoever refuses a body closes before it is sent.
  outgoing.on('error', () => undefined)
  const answered = once(outgoing, 'response')
  outgoing.end(body)
  const [response] = await answered
  return response
}

test.skipIf(!existsSync(NGINX))(
  'behind nginx as we ship it (skipped where nginx is not installed)',
  async ({ context, world }) => {
    const site = await startSite(context)
    const member = await world.member()

    // The caller's own address, whatever the caller claims.
    await ask(site, '/api/health', {
      localAddress: '127.0.0.2',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(site.addresses.at(-1)).toBe('127.0.0.2')
    await ask(site, '/api/website-settings')
    const forwarded = { isBelieved: true, isHttps: true }
    expect(site.context.sightings).toEqual({ forwarded, hasDirect: false })

    // Metrics stay inside.
    expect((await ask(site, '/metrics')).statusCode).toBe(404)

    // Uploads up to our own limits, and no more.
    const upload = async (path: string, bytes: number): Promise<number | undefined> => {
      const count = site.addresses.length
      const { origin } = new URL(site.context.config.publicUrl)
      const headers = {
        origin,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(bytes),
      }
      const { statusCode } = await ask(site, path, {
        ...{ method: 'POST', headers },
        body: Buffer.alloc(bytes),
      })
      // Undefined where nginx has answered by itself.
      return site.addresses.length === count ? undefined : statusCode
    }
    expect(await upload('/api/stories', 27 * MB)).toBe(undefined)
    expect(await upload('/api/stories', 25 * MB)).toBe(401)
    expect(await upload('/api/admin/products', 40 * MB)).toBe(401)

    // Events arrive while the stream stays open.
    const stream = await ask(site, eventEndpoints.listen.path, {
      headers: { cookie: `__Host-${member.cookie}` },
    })
    let heard = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk
    })
    onTestFinished(() => void stream.destroy())
    await vi.waitFor(() => expect(heard).not.toBe(''))
    context.changes.announce({ kind: 'notification', memberId: member.id })
    await vi.waitFor(() => expect(heard).toContain('event: notification'))
    expect(stream.complete).toBe(false)

    // The live room's socket reaches the server as one: it asks for a ticket.
    const refused = await ask(site, LIVE_SOCKET_PATH, {
      headers: {
        ...{ connection: 'Upgrade', upgrade: 'websocket', origin: site.context.config.publicUrl },
        ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
      },
    })
    expect(refused.statusCode).toBe(401)
    expect(await text(refused)).toBe('')
  },
)
