import { randomBytes } from 'node:crypto'
import { Webhook } from 'svix'
import { expect, test } from 'vitest'
import type { MailEvent } from './port.ts'
import { createResendEvents } from './resend-events.ts'

const SECRET = `whsec_${randomBytes(24).toString('base64')}`
const events = createResendEvents({ secret: SECRET })

function signed(
  body: string,
  { id = 'msg_1', at = new Date(), secret = SECRET } = {},
): { headers: Record<string, string>; body: Buffer } {
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, at, body),
  }
  return { headers, body: Buffer.from(body) }
}

function read(event: object): MailEvent {
  return events.read(signed(JSON.stringify(event)))
}

const BOUNCED = {
  type: 'email.bounced',
  created_at: '2024-11-22T23:41:12.126Z',
  data: {
    created_at: '2024-11-22T23:41:11.894719+00:00',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Folx <hello@folx.example>',
    to: ['Reader@Example.org'],
    subject: 'Good news',
    bounce: { type: 'Permanent', subType: 'Suppressed', message: 'It bounced before.' },
    tags: { category: 'news' },
  },
}

test('a bounce contains the recipient, the time, the email and the reason', () => {
  expect(read(BOUNCED)).toEqual({
    id: 'msg_1',
    type: 'email.bounced',
    at: new Date('2024-11-22T23:41:12.126Z'),
    recipients: ['reader@example.org'],
    providerId: '56761188-7520-42d8-8898-ff6fc54ce618',
    subject: 'Good news',
    tags: { category: 'news' },
    verdict: 'hard-bounce',
    reason: 'It bounced before.',
    payload: { ...BOUNCED, data: { ...BOUNCED.data, reason: 'It bounced before.' } },
  })
})

test('an added suppression contains the address and the email that caused it', () => {
  const added = {
    type: 'suppression.added',
    created_at: '2026-11-22T23:41:12.126Z',
    data: {
      id: 'b1946ac9-2f1c-4a35-9bd4-8b3b0b7f5d61',
      email: 'Reader@Example.org',
      origin: 'bounce',
      source_id: '56761188-7520-42d8-8898-ff6fc54ce618',
      created_at: '2026-11-22T23:41:12.126Z',
    },
  }
  expect(read(added)).toMatchObject({
    recipients: ['reader@example.org'],
    providerId: '56761188-7520-42d8-8898-ff6fc54ce618',
    verdict: 'hard-bounce',
  })
})

test('details at the top level are read like those under data', () => {
  const { data, ...top } = BOUNCED
  expect(read({ ...data, ...top })).toMatchObject({
    recipients: ['reader@example.org'],
    providerId: data.email_id,
    subject: 'Good news',
    verdict: 'hard-bounce',
    reason: 'It bounced before.',
    payload: { subject: 'Good news', reason: 'It bounced before.' },
  })
})

test.each([
  ['email.bounced', { bounce: { type: 'Permanent' } }, 'hard-bounce'],
  ['email.bounced', { bounce: { type: 'permanent', subType: 'NoEmail' } }, 'hard-bounce'],
  ['email.bounced', { bounce: { type: 'Transient', subType: 'MailboxFull' } }, 'soft-bounce'],
  ['email.bounced', { bounce: { type: 'transient' } }, 'soft-bounce'],
  ['email.bounced', { bounce: { type: 'Undetermined' } }, 'soft-bounce'],
  ['email.bounced', {}, 'hard-bounce'],
  ['email.complained', {}, 'complaint'],
  ['email.delivered', {}, 'delivered'],
  ['email.sent', {}, undefined],
  ['email.delivery_delayed', {}, undefined],
  ['email.clicked', { click: { link: 'https://example.org' } }, undefined],
  ['email.opened', {}, undefined],
  ['email.failed', { failed: { reason: 'The quota is used up.' } }, undefined],
  ['email.suppressed', { suppressed: { type: 'OnAccountSuppressionList' } }, 'hard-bounce'],
  ['suppression.added', { origin: 'bounce' }, 'hard-bounce'],
  ['suppression.added', { origin: 'manual' }, 'hard-bounce'],
  ['suppression.added', { origin: 'complaint' }, 'complaint'],
  ['suppression.removed', { origin: 'bounce' }, undefined],
  ['something.new', {}, undefined],
])('%s with %j means %s', (type, details, verdict) => {
  const event = read({ ...BOUNCED, type, data: { ...BOUNCED.data, bounce: undefined, ...details } })
  expect({ type: event.type, verdict: event.verdict }).toEqual({ type, verdict })
})

test('a click keeps its link as link and url, but not the reader’s device', () => {
  const click = {
    ipAddress: '203.0.113.7',
    link: 'https://example.org/book',
    timestamp: '2024-11-24T05:00:57.163Z',
    userAgent: 'Mozilla/5.0',
  }
  const { payload } = read({ type: 'email.clicked', data: { to: ['a@example.org'], click } })
  const { link, timestamp } = click
  expect(payload).toEqual({
    type: 'email.clicked',
    data: { to: ['a@example.org'], click: { link, timestamp, url: link } },
  })
})

test('bodies, headers and other people’s addresses are left out, at any depth', () => {
  const secret = {
    html: 'x',
    text: 'x',
    headers: [{ name: 'x' }],
    cc: ['b@x.org'],
    bcc: ['c@x.org'],
  }
  const { payload } = read({
    type: 'email.sent',
    ...secret,
    data: { to: 'a@example.org', ...secret, more: [{ ...secret, kept: 1 }] },
  })
  expect(payload).toEqual({
    type: 'email.sent',
    data: { to: 'a@example.org', more: [{ kept: 1 }] },
  })
})

test.each([
  ['Reader <READER@example.org>', ['reader@example.org']],
  [
    ['a@example.org', 'B <b@example.org>'],
    ['a@example.org', 'b@example.org'],
  ],
  ['nobody', []],
  [[7, null, {}, ''], []],
  [`${'a'.repeat(260)}@example.org`, []],
  [undefined, []],
])('the recipients in %j are %j', (to, recipients) => {
  expect(read({ type: 'email.sent', data: { to } }).recipients).toEqual(recipients)
})

test.each([['yesterday'], [''], [7], ['0001-01-01T00:00:00Z'], [undefined]])(
  'the invalid time %j is ignored',
  (createdAt) => {
    expect(read({ type: 'email.sent', created_at: createdAt }).at).toBeUndefined()
  },
)

test('NUL characters are removed, and deep nesting is no problem', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const body = `{"type":"email.\\u0000sent","data":{"to":["a\\u0000@example.org"],"subject":"\\u0000"},"deep":${deep}}`
  const event = events.read(signed(body))
  expect(JSON.stringify(event)).not.toContain('\\u0000')
  expect(event).toMatchObject({ type: 'email.sent', recipients: ['a@example.org'] })
})

const body = JSON.stringify(BOUNCED)
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

test('signatures up to five minutes in the past or future are accepted', () => {
  expect(events.read(signed(body, { at: minutesAgo(4.9) })).type).toBe('email.bounced')
  expect(events.read(signed(body, { at: minutesAgo(-4.9) })).type).toBe('email.bounced')
})

test('one valid signature among several is enough, as during a change of the secret', () => {
  const message = signed(body)
  const other = signed(body, { secret: `whsec_${randomBytes(24).toString('base64')}` })
  message.headers['svix-signature'] =
    `${other.headers['svix-signature']} ${message.headers['svix-signature']}`
  expect(events.read(message).type).toBe('email.bounced')
})

test.each<[string, (message: ReturnType<typeof signed>) => object]>([
  ['another secret', () => signed(body, { secret: `whsec_${randomBytes(24).toString('base64')}` })],
  ['a message that is too old', () => signed(body, { at: minutesAgo(5.1) })],
  ['a message from the future', () => signed(body, { at: minutesAgo(-5.1) })],
  [
    'another body',
    (message) => ({ ...message, body: Buffer.from(body.replace('Reader', 'Other')) }),
  ],
  ['an extra space', (message) => ({ ...message, body: Buffer.from(`${body} `) })],
  ['no body', (message) => ({ ...message, body: Buffer.alloc(0) })],
  ['no headers', (message) => ({ ...message, headers: {} })],
  ...(['svix-id', 'svix-timestamp', 'svix-signature'] as const).flatMap(
    (name): [string, (message: ReturnType<typeof signed>) => object][] =>
      [undefined, '', 'x', 'v1,', 'v1', ['a', 'b']].map((value) => [
        `${name} ${JSON.stringify(value)}`,
        (message) => ({ ...message, headers: { ...message.headers, [name]: value } }),
      ]),
  ),
])('%s is refused', (_what, change) => {
  const message = { ...signed(body), ...change(signed(body)) }
  expect(() => events.read(message)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: 'The signature of this event is missing, wrong or too old.',
    }),
  )
})

test.each(['', '{', 'null', '[]', '7', '"email.sent"', '{}', '{"type":7}', '{"type":""}'])(
  'the signed body %j cannot be read',
  (text) => {
    expect(() => events.read(signed(text))).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: 'This event could not be read.' }),
    )
  },
)
