import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenLocally } from '#server/testing/local-server.ts'
import {
  type PushTestServer,
  startPushServer,
  verifiedVapid,
} from '#server/testing/providers/push-server.ts'
import type { PushKeys, PushSender } from './port.ts'
import { createWebPushSender, isPublicAddress, lookupPublic } from './web-push.ts'

let server: PushTestServer
let sender: PushSender
let keys: PushKeys

beforeAll(async () => {
  server = await startPushServer()
  sender = createWebPushSender({ local: server, limitMs: 20_000 })
  keys = await sender.makeKeys()
})
afterAll(() => server.stop())

const contact = 'mailto:help@example.org'
const payload = '{"title":"Folx","body":"You have something new"}'
const message = { payload, topic: 'news', keptSeconds: 7_200 }

test('a key pair is on the curve P-256, and every pair is different', async () => {
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
  expect(Buffer.from(keys.privateKey, 'base64url')).toHaveLength(32)
  expect((await sender.makeKeys()).privateKey).not.toBe(keys.privateKey)
})

test('a push reaches its device, and only that device can decrypt it', async () => {
  const device = server.newDevice()
  expect(await sender.send({ device, keys, contact, ...message })).toBe('sent')
  const received = server.received.at(-1)
  expect(received?.path).toBe(new URL(device.endpoint).pathname)
  expect(received?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: '7200',
    topic: 'news',
    urgency: 'normal',
  })
  const body = received?.body ?? Buffer.alloc(0)
  expect(body.toString('latin1')).not.toContain('something')
  expect(device.open(body)).toBe(payload)
  expect(() => server.newDevice().open(body)).toThrow()
})

test('the push service can verify the sender', async () => {
  const device = server.newDevice()
  await sender.send({ device, keys, contact, ...message })
  const { publicKey, claims } = verifiedVapid(server.received.at(-1)?.headers ?? {})
  expect(publicKey).toBe(keys.publicKey)
  expect(claims).toMatchObject({ aud: server.origin, sub: contact })
  const seconds = claims.exp - Date.now() / 1000
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
})

test.each([404, 410])('status %i ends a subscription', async (status) => {
  const device = server.newDevice()
  server.answer(device, status)
  expect(await sender.send({ device, keys, contact, ...message })).toBe('gone')
})

test.each([400, 401, 403, 413])(
  'status %i is a refusal, which a retry can’t change',
  async (status) => {
    const device = server.newDevice()
    server.answer(device, status)
    expect(await sender.send({ device, keys, contact, ...message })).toBe('refused')
  },
)

test('a push service that is busy says for how long to wait', async () => {
  const waitOf = async (retryAfter: string): Promise<unknown> => {
    const device = server.newDevice()
    server.answer(device, 429, { 'Retry-After': retryAfter })
    const failure = await sender.send({ device, keys, contact, ...message }).catch((error) => error)
    expect(failure).toMatchObject({ code: 'provider_unavailable' })
    return failure.retryAfterSeconds
  }
  expect(await waitOf('120')).toBe(120)
  const inAnHour = Number(await waitOf(new Date(Date.now() + 3_600_000).toUTCString()))
  expect(inAnHour).toBeGreaterThan(3_500)
  expect(inAnHour).toBeLessThanOrEqual(3_600)
  for (const nonsense of ['soon', '-5', '0', '1e9', 'Thu, 01 Jan 1970 00:00:00 GMT']) {
    expect(await waitOf(nonsense)).toBeUndefined()
  }
})

test.each([301, 429, 500, 503])('status %i can be retried', async (status) => {
  const device = server.newDevice()
  server.answer(device, status)
  const before = server.received.length
  const failure = await sender.send({ device, keys, contact, ...message }).catch((error) => error)
  expect(failure).toMatchObject({ code: 'provider_unavailable' })
  expect(failure.cause.message).toBe(`push service: status ${status}`)
  // Redirects are not followed.
  expect(server.received).toHaveLength(before + 1)
})

test('a silent or unreachable push service can be retried, and the error does not contain its address', async () => {
  const silent = createServer(() => undefined)
  const port = await listenLocally(silent)
  const quick = createWebPushSender({ local: server, limitMs: 200 })
  for (const [endpoint, cause, by] of [
    [`https://localhost:${port}/secret-path`, 'push service: ABORT_ERR', quick],
    ['https://localhost:1/secret-path', 'push service: ECONNREFUSED', sender],
  ] as const) {
    const device = { ...server.newDevice(), endpoint }
    const failure = await by.send({ device, keys, contact, ...message }).catch((error) => error)
    expect(failure).toMatchObject({ code: 'provider_unavailable' })
    expect(failure.cause.message).toBe(cause)
    expect(String(failure.stack) + String(failure.cause.stack)).not.toContain('secret-path')
  }
  silent.close()
})

test('a server with an untrusted certificate gets nothing', async () => {
  const other = await startPushServer()
  const device = other.newDevice()
  await expect(sender.send({ device, keys, contact, ...message })).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
  expect(other.received).toEqual([])
  await other.stop()
})

describe('without the local option', () => {
  const open = createWebPushSender({ limitMs: 20_000 })

  test.each([
    'http://push.example.com/x',
    'https://localhost/x',
    'https://push.localhost/x',
    'https://db.internal/x',
    'https://printer.local./x',
    'https://127.0.0.1/x',
    'https://0x7f000001/x',
    'https://2130706433/x',
    'https://10.0.0.8/x',
    'https://8.8.8.8/x',
    'https://[::1]/x',
    'https://[2606:4700::1111]/x',
    'https://push.example.com:8443/x',
    'https://someone@push.example.com/x',
    'https://intranet/x',
    'not an address',
  ])('%s is not a push address', async (endpoint) => {
    const device = { ...server.newDevice(), endpoint }
    const refusal = { code: 'invalid_input', message: 'This isn’t a push address.' }
    await expect(open.check(device)).rejects.toMatchObject(refusal)
    await expect(open.send({ device, keys, contact, ...message })).rejects.toMatchObject(refusal)
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def-123',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGx',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d',
  ])('%s is a push address', async (endpoint) => {
    const device = server.newDevice()
    const checked = await open.check({ ...device, endpoint, auth: `${device.auth}==` })
    expect(checked).toEqual({ endpoint, p256dh: device.p256dh, auth: device.auth })
  })

  test('invalid keys are refused', async () => {
    const endpoint = 'https://web.push.apple.com/QGx'
    const device = { ...server.newDevice(), endpoint }
    const refusal = { code: 'invalid_input', message: 'This isn’t a push key.' }
    const notOnTheCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
    await expect(open.check({ ...device, p256dh: notOnTheCurve })).rejects.toMatchObject(refusal)
    await expect(open.check({ ...device, auth: 'c2hvcnQ' })).rejects.toMatchObject(refusal)
  })

  test('a name that points into our own network is not resolved', async () => {
    const found = await new Promise<unknown>((resolve) => {
      lookupPublic('localhost', { all: true }, (error, addresses) => resolve(error ?? addresses))
    })
    expect(found).toMatchObject({ code: 'NOT_PUBLIC' })
  })
})

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.16.0.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:4700:4700::1111', true],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2001:db8::1', false],
  ['push.example.com', false],
])('%s is a public address: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
