import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { startS3Server } from '#server/testing/providers/s3-server.ts'
import { startStripeServer } from '#server/testing/providers/stripe-server.ts'
import { checkResend } from './email/resend.ts'
import { checkSmtp } from './email/smtp.ts'
import { createDiskFiles } from './files/disk.ts'
import { createS3Files } from './files/s3.ts'
import { checkStripe } from './payments/stripe-client.ts'

const LATE = { state: 'unreachable', reason: 'no answer in time' }
const NOBODY = { state: 'unreachable', reason: 'ECONNREFUSED' }

/** Starts an SMTP server that wants a login. */
async function startSmtp(): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'folx' && password === 'right') return done(null, { user: 'folx' })
      done(Object.assign(new Error('No: folx, wrong'), { responseCode: 535 }))
    },
    onMailFrom: () => expect.unreachable('A check sends nothing.'),
  })
  server.on('error', () => {})
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return listenLocally(server.server)
}

/** Starts a server that accepts connections and sends nothing. */
async function startSilent(): Promise<number> {
  const server = createTcpServer((socket) => onTestFinished(() => void socket.destroy()))
  onTestFinished(() => void server.close())
  return listenLocally(server)
}

async function startHttp(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  onTestFinished(() => closeServer(server))
  return `http://127.0.0.1:${await listenLocally(server)}`
}

test('SMTP is tried with its login', async () => {
  const port = await startSmtp()
  const check = (login: string) => checkSmtp({ url: `smtp://folx:${login}@127.0.0.1:${port}` })
  expect(await check('right')).toEqual({ state: 'ok' })
  expect(await check('wrong')).toEqual({ state: 'refused', reason: '535' })
  expect(await checkSmtp({ url: 'smtp://127.0.0.1:1' })).toEqual(NOBODY)
  expect(await checkSmtp({ url: `smtps://127.0.0.1:${port}` })).toMatchObject({
    state: 'unreachable',
  })
  const silent = `smtp://127.0.0.1:${await startSilent()}`
  expect(await checkSmtp({ url: silent, limitMs: 200 })).toMatchObject({ state: 'unreachable' })
})

test.for<[status: number, name: string, health: object]>([
  [200, '', { state: 'ok' }],
  // A key that may only send.
  [401, 'restricted_api_key', { state: 'ok' }],
  [400, 'validation_error', { state: 'refused', reason: '400' }],
  [401, 'missing_api_key', { state: 'refused', reason: '401' }],
  [403, 'invalid_api_key', { state: 'refused', reason: '403' }],
  [429, 'rate_limit_exceeded', { state: 'unreachable', reason: '429' }],
  [500, 'application_error', { state: 'unreachable', reason: '500' }],
])('Resend’s response %s %s is understood', async ([statusCode, name, health]) => {
  const baseUrl = await startHttp((request, response) => {
    expect(request.headers.authorization).toBe('Bearer re_key')
    response.writeHead(statusCode, { 'content-type': 'application/json' })
    response.end(JSON.stringify(statusCode === 200 ? { data: [] } : { statusCode, name }))
  })
  expect(await checkResend({ apiKey: 're_key', baseUrl })).toEqual(health)
})

test('a Resend that doesn’t answer is unreachable', async () => {
  const dead = await checkResend({ apiKey: 're_key', baseUrl: 'http://127.0.0.1:1' })
  expect(dead).toMatchObject({ state: 'unreachable' })
  const baseUrl = `http://127.0.0.1:${await startSilent()}`
  const late = await checkResend({ apiKey: 're_key', baseUrl, limitMs: 200 })
  expect(late).toMatchObject({ state: 'unreachable' })
})

test('Stripe is tried with its key', async () => {
  const server = await startStripeServer()
  onTestFinished(() => server.stop())
  const { secretKey, url: apiBase } = server
  expect(await checkStripe({ secretKey, apiBase })).toEqual({ state: 'ok' })
  expect(server.received.map(({ method }) => method)).toEqual(['GET'])
  expect(await checkStripe({ secretKey: 'sk_test_wrong', apiBase })).toEqual({
    state: 'refused',
    reason: '401',
  })
  for (const behavior of ['html', 'empty', 'failing', 'cut'] as const) {
    server.behave(behavior)
    expect(await checkStripe({ secretKey, apiBase })).toMatchObject({ state: 'unreachable' })
  }
  server.behave('silent')
  expect(await checkStripe({ secretKey, apiBase, limitMs: 200 })).toMatchObject({
    state: 'unreachable',
  })
  expect(await checkStripe({ secretKey, apiBase: 'http://127.0.0.1:1' })).toEqual(NOBODY)
  const forbidden = await startHttp((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end('{ "error": { "type": "invalid_request_error", "message": "rk_secret may not" } }')
  })
  expect(await checkStripe({ secretKey, apiBase: forbidden })).toEqual({
    state: 'refused',
    reason: '403',
  })
})

test('a bucket is tried with a file that is stored, read and removed', async () => {
  const server = await startS3Server()
  onTestFinished(() => server.stop())
  const check = async (changes: object = {}) => {
    const store = createS3Files({ ...server.config, ...changes })
    try {
      return await store.check()
    } finally {
      await store.close()
    }
  }
  const asked: string[] = []
  server.intercept = ({ method }) => {
    asked.push(method)
    return undefined
  }
  expect(await check()).toEqual({ state: 'ok' })
  expect(asked).toEqual(['PUT', 'GET', 'DELETE'])
  expect(await check({ bucket: 'other' })).toEqual({ state: 'refused', reason: 'NoSuchBucket' })
  expect(await check({ accessKeyId: 'wrong' })).toEqual({
    state: 'refused',
    reason: 'InvalidAccessKeyId',
  })
  for (const denied of ['PUT', 'GET', 'DELETE']) {
    server.intercept = ({ method }) => (method === denied ? 'refuse' : undefined)
    expect(await check()).toEqual({ state: 'refused', reason: 'AccessDenied' })
  }
  expect(await check({ endpoint: 'http://127.0.0.1:1' })).toEqual(NOBODY)
  const endpoint = `http://127.0.0.1:${await startSilent()}`
  expect(await check({ endpoint, requestLimitMs: 200 })).toEqual(LATE)
})

test('a folder is tried with a file that is stored, read and removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await createDiskFiles(join(folder, 'new')).check()).toEqual({ state: 'ok' })
  await writeFile(join(folder, 'file'), '')
  expect(await createDiskFiles(join(folder, 'file')).check()).toEqual({
    state: 'refused',
    reason: 'ENOTDIR',
  })
  await mkdir(join(folder, 'closed'))
  await chmod(join(folder, 'closed'), 0o500)
  // The administrator of a machine may write everywhere.
  const health = process.getuid?.() === 0 ? { state: 'ok' } : { state: 'refused', reason: 'EACCES' }
  expect(await createDiskFiles(join(folder, 'closed')).check()).toEqual(health)
})
