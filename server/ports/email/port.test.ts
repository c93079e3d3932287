import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WAIT_MS } from '#server/testing/limits.ts'
import { closeServer, listenLocally } from '#server/testing/local-server.ts'
import { createOutboxSender } from './outbox.ts'
import {
  type EmailSender,
  type MailMessage,
  PermanentMailError,
  UnansweredMailError,
} from './port.ts'
import { createResendSender } from './resend.ts'
import { createSmtpSender } from './smtp.ts'

/** How the provider behaves. `busy` asks for a later retry, `refuse` is final. */
type Behavior = 'well' | 'dead' | 'slow' | 'busy' | 'refuse'

interface Received extends Partial<MailMessage> {
  /** Distinguishes a retry of a message from another message. */
  identity?: string
}

interface Harness {
  sender: EmailSender
  received: Received[]
}

const LIMIT_MS = 300
/** Only the behavior that should time out gets a short limit. */
const limitOf = (behavior: Behavior): number => (behavior === 'slow' ? LIMIT_MS : WAIT_MS)
const message: MailMessage = {
  to: 'reader@example.org',
  from: 'Folx <hello@folx.example>',
  subject: 'Grüße — your story is here 🌅',
  text: 'Read it: https://folx.example/flow?story=7&from=mail\n.\nA line with only a dot above. 道',
  html: '<p>Read it <a href="https://folx.example/flow?story=7&amp;from=mail">here</a> 🌅</p>',
  headers: { 'List-Unsubscribe': '<https://folx.example/unsubscribe/abc>' },
  idempotencyKey: 'broadcast-4-recipient-9',
}

const adapters: Record<string, (behavior: Behavior) => Promise<Harness>> = {
  outbox: async (behavior) => {
    const received: Received[] = []
    const store = async (mail: MailMessage) => {
      if (behavior === 'slow') await new Promise(() => {})
      if (behavior !== 'well') throw new Error('the database is gone')
      received.push({ ...mail, identity: mail.idempotencyKey })
    }
    return { sender: createOutboxSender({ store, limitMs: limitOf(behavior) }), received }
  },
  smtp: async (behavior) => {
    const received: Received[] = []
    const port = await startSmtp(behavior, received)
    const url = `smtp://127.0.0.1:${port}`
    return { sender: createSmtpSender({ url, limitMs: limitOf(behavior) }), received }
  },
  resend: async (behavior) => {
    const received: Received[] = []
    const port = await startResend(behavior, received)
    const baseUrl = `http://127.0.0.1:${port}`
    const apiKey = 're_local'
    return { sender: createResendSender({ apiKey, baseUrl, limitMs: limitOf(behavior) }), received }
  },
}

describe.each(Object.entries(adapters))('%s', (name, start) => {
  async function startIn(behavior: Behavior): Promise<Harness> {
    const harness = await start(behavior)
    onTestFinished(() => harness.sender.close())
    return harness
  }

  test('subject, text, html, link and headers arrive intact', async () => {
    const { sender, received } = await startIn('well')
    await sender.send(message)
    const { idempotencyKey, ...mail } = message
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject(mail)
  })

  test('a retry of a message can be distinguished from another message', async () => {
    const { sender, received } = await startIn('well')
    await sender.send(message)
    await sender.send(message)
    await sender.send({ ...message, idempotencyKey: 'broadcast-4-recipient-10' })
    const [first, again, other] = received.map((mail) => mail.identity)
    expect(first).toBeTruthy()
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  test.each<Behavior>(['dead', 'busy'])(
    'a %s provider throws provider_unavailable',
    async (behavior) => {
      const { sender, received } = await startIn(behavior)
      await expect(sender.send(message)).rejects.toMatchObject({ code: 'provider_unavailable' })
      expect(received).toEqual([])
    },
  )

  test('beforeHandOver is called once, before the provider has the message', async () => {
    const { sender, received } = await startIn('well')
    const seen: number[] = []
    await sender.send(message, {
      beforeHandOver: async () => {
        seen.push(received.length)
      },
    })
    expect(seen).toEqual([0])
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ subject: message.subject, to: message.to })
  })

  test('a message whose beforeHandOver fails is not sent and does not delay the next one', async () => {
    const { sender, received } = await startIn('well')
    const beforeHandOver = () => Promise.reject(new Error('not ours any more'))
    await expect(sender.send(message, { beforeHandOver })).rejects.toThrow()
    expect(received).toEqual([])
    await sender.send(message)
    expect(received).toHaveLength(1)
  })

  test('a slow provider is cut off at the limit', async () => {
    const { sender } = await startIn('slow')
    const started = performance.now()
    await expect(sender.send(message)).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(performance.now() - started).toBeLessThan(LIMIT_MS + 10_000)
  })

  test.skipIf(name === 'outbox')(
    'a final refusal throws PermanentMailError (the outbox never refuses)',
    async () => {
      const { sender } = await startIn('refuse')
      await expect(sender.send(message)).rejects.toBeInstanceOf(PermanentMailError)
    },
  )

  test.each<Behavior>(['busy', 'refuse'])(
    'the error of a %s provider contains no address',
    async (behavior) => {
      const { sender } = await startIn(behavior)
      const error = await sender.send(message).catch((reason) => reason)
      expect(error).toBeInstanceOf(Error)
      expect(inspect(error, { depth: null })).not.toContain('reader@')
    },
  )

  test.each<[string, Partial<MailMessage>]>([
    ['a line break in the subject', { subject: 'Hello\r\nBcc: everyone@example.org' }],
    ['a bare line feed in the subject', { subject: 'Hello\nBcc: everyone@example.org' }],
    ['a line break in the recipient', { to: 'reader@example.org\r\nBcc: everyone@example.org' }],
    ['two recipients', { to: 'reader@example.org, everyone@example.org' }],
    ['a recipient with a name', { to: 'Reader <reader@example.org>' }],
    ['no recipient', { to: '' }],
    ['a line break in the sender', { from: 'Folx\r\n <hello@folx.example>' }],
    ['a sender without an address', { from: 'Folx' }],
    ['a line break in a header', { headers: { 'X-Note': 'a\r\nBcc: everyone@example.org' } }],
    [
      'a line break in a header’s name',
      { headers: { 'X-Note: a\r\nBcc': 'everyone@example.org' } },
    ],
  ])('%s is refused permanently and nothing is sent', async (_what, change) => {
    const { sender, received } = await startIn('well')
    await expect(sender.send({ ...message, ...change })).rejects.toBeInstanceOf(PermanentMailError)
    expect(received).toEqual([])
  })
})

test('an SMTP server with an invalid certificate gets no email', async () => {
  const received: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true, // and its built-in certificate has expired
    onData: async (stream, _session, done) => {
      received.push(Buffer.concat(await stream.toArray()))
      done()
    },
  })
  const smtp = createSmtpSender({ url: `smtp://127.0.0.1:${await listen(server)}` })
  await expect(smtp.send(message)).rejects.toMatchObject({ code: 'provider_unavailable' })
  await smtp.close()
  expect(received).toEqual([])
})

test('an email is retried if the SMTP server refuses our login or our sender address', async () => {
  const badLogin = new SMTPServer({
    onAuth: (_auth, _session, done) => done(new Error('no such user')),
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
  })
  const badSender = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refusal(550)),
  })
  for (const [server, user, reply] of [
    [badLogin, 'folx:secret@', '535'],
    [badSender, '', '550'],
  ] as const) {
    const url = `smtp://${user}127.0.0.1:${await listen(server)}`
    const smtp = createSmtpSender({ url })
    await expect(smtp.send(message)).rejects.toMatchObject({
      code: 'provider_unavailable',
      cause: { message: expect.stringContaining(reply) },
    })
    await smtp.close()
  }
})

test('an SMTP server that does not answer a whole message causes an UnansweredMailError', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream) => void stream.resume(),
  })
  const url = `smtp://127.0.0.1:${await listen(server)}`
  const smtp = createSmtpSender({ url, limitMs: 3_000, answerLimitMs: 4_000 })
  onTestFinished(() => smtp.close())
  const started = performance.now()
  const beforeHandOver = async () => {}
  await expect(smtp.send(message, { beforeHandOver })).rejects.toBeInstanceOf(UnansweredMailError)
  expect(performance.now() - started).toBeGreaterThan(3_900)
})

test.each([
  [451, 'recipient'],
  [421, 'provider'],
] as const)('the SMTP code %i for a recipient concerns the %s', async (code, about) => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal(code)),
  })
  const smtp = createSmtpSender({ url: `smtp://127.0.0.1:${await listen(server)}` })
  onTestFinished(() => smtp.close())
  await expect(smtp.send(message)).rejects.toMatchObject({ concerns: about })
})

test('tags are sent to Resend', async () => {
  const bodies: unknown[] = []
  const port = await listenHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'mail-1' }))
  })
  const sender = createResendSender({ apiKey: 're_local', baseUrl: `http://127.0.0.1:${port}` })
  await sender.send({ ...message, tags: { mailing: '7', recipient: '12' } })
  await sender.send(message)
  expect(bodies[0]).toMatchObject({
    tags: [
      { name: 'mailing', value: '7' },
      { name: 'recipient', value: '12' },
    ],
  })
  expect(bodies[1]).not.toHaveProperty('tags')
})

test('the error contains the time that Resend asks us to wait', async () => {
  const port = await listenHttp((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
    response.end(JSON.stringify({ statusCode: 429, name: 'rate_limit_exceeded', message: 'no' }))
  })
  const sender = createResendSender({ apiKey: 're_local', baseUrl: `http://127.0.0.1:${port}` })
  await expect(sender.send(message)).rejects.toMatchObject({
    concerns: 'provider',
    retryAfterMs: 7_000,
  })
})

test.each([
  [401, 'invalid_api_key', 'provider_unavailable'],
  [403, 'restricted_api_key', 'provider_unavailable'],
  [409, 'concurrent_idempotent_requests', 'provider_unavailable'],
  [429, 'monthly_quota_exceeded', 'provider_unavailable'],
  [500, 'internal_server_error', 'provider_unavailable'],
  [409, 'invalid_idempotent_request', 'permanent'],
  [422, 'validation_error', 'permanent'],
])('Resend’s answer %i %s is %s', async (statusCode, name, expected) => {
  const port = await listenHttp((_request, response) => {
    response.writeHead(statusCode, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ statusCode, name, message: 'no' }))
  })
  const sender = createResendSender({ apiKey: 're_local', baseUrl: `http://127.0.0.1:${port}` })
  const error = await sender.send(message).catch((reason) => reason)
  expect(error instanceof PermanentMailError ? 'permanent' : error.code).toBe(expected)
})

test.each(['<html>', '{}', ''])('an email is retried if Resend answers with %j', async (body) => {
  const port = await listenHttp((_request, response) => response.end(body))
  const sender = createResendSender({ apiKey: 're_local', baseUrl: `http://127.0.0.1:${port}` })
  await expect(sender.send(message)).rejects.toMatchObject({ code: 'provider_unavailable' })
})

async function startSmtp(behavior: Behavior, received: Received[]): Promise<number> {
  if (behavior === 'dead') return 1
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      if (behavior !== 'slow') done()
    },
    onRcptTo: (_address, _session, done) => {
      if (behavior === 'refuse') return done(refusal(550))
      if (behavior === 'busy') return done(refusal(451))
      done()
    },
    onData: (stream, _session, done) => {
      const receive = async (): Promise<void> => {
        received.push(await parse(Buffer.concat(await stream.toArray())))
      }
      // A message without an end does not count as received.
      receive().then(() => done(), done)
    },
  })
  return listen(server)
}

async function parse(raw: Buffer): Promise<Received> {
  const mail = await PostalMime.parse(raw)
  const unsubscribe = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value
  return {
    to: mail.to?.[0]?.address,
    from: `${mail.from?.name} <${mail.from?.address}>`,
    subject: mail.subject,
    text: mail.text?.trimEnd(),
    html: mail.html?.trimEnd(),
    headers: { 'List-Unsubscribe': unsubscribe ?? '' },
    identity: mail.messageId,
  }
}

function startResend(behavior: Behavior, received: Received[]): Promise<number> | number {
  if (behavior === 'dead') return 1
  const status = { well: 200, busy: 429, refuse: 422, slow: 200 }[behavior]
  return listenHttp(async (request, response) => {
    const known = request.method === 'POST' && request.url === '/emails'
    if (!known || request.headers.authorization !== 'Bearer re_local') {
      return response.writeHead(404).end()
    }
    const mail = (await json(request)) as MailMessage // sent by the vendor's SDK
    if (behavior === 'slow') return
    response.writeHead(status, { 'content-type': 'application/json' })
    if (status !== 200) {
      return response.end(
        JSON.stringify({
          statusCode: status,
          name: 'error',
          message: 'not to `reader@example.org`',
        }),
      )
    }
    received.push({ ...mail, identity: String(request.headers['idempotency-key']) })
    response.end(JSON.stringify({ id: `mail-${received.length}` }))
  })
}

async function listen(server: SMTPServer): Promise<number> {
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return (server.server.address() as AddressInfo).port // listens on TCP
}

async function listenHttp(handler: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(handler)
  onTestFinished(() => closeServer(server))
  return listenLocally(server)
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('no such mailbox <reader@example.org>'), { responseCode })
}
