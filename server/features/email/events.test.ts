import { expect, test } from 'vitest'
import type { MailEvent } from '#server/ports/email/port.ts'
import { addressOf, keptData, momentOf } from './events.ts'

const publicUrl = 'https://folx.example'
const event: MailEvent = {
  id: 'msg_1',
  type: 'email.clicked',
  at: new Date('2026-03-01T12:00:00Z'),
  recipients: ['reader@example.org'],
  providerId: 'mail-1',
  subject: 'Choose a new password',
  tags: {},
  verdict: undefined,
  reason: undefined,
  payload: {},
}

function keptLink(link: string): unknown {
  const payload = { type: event.type, data: { click: { link, url: link }, links: [link] } }
  return JSON.parse(keptData({ ...event, payload }, { isListed: true, publicUrl }))
}

test.each([
  ['https://folx.example/reset-password?token=secret', 'https://folx.example/reset-password'],
  ['https://FOLX.example/reset-password#token=secret', 'https://folx.example/reset-password'],
  [' http://folx.example/flow?story=7', 'http://folx.example/flow'],
  ['https://me:pw@folx.example/auth?x', 'https://folx.example/auth'],
  ['https://folx.example.org/book?id=7', 'https://folx.example.org/book?id=7'],
  ['https://example.org/book?id=7#top', 'https://example.org/book?id=7#top'],
  ['mailto:help@folx.example?subject=x', 'mailto:help@folx.example?subject=x'],
  ['https://', 'https://'],
])('the link %s is stored as %s', (link, kept) => {
  expect(keptLink(link)).toEqual({
    type: 'email.clicked',
    data: { click: { link: kept, url: kept }, links: [kept] },
  })
})

test('an unlisted event is stored without anything that reveals its email’s subject matter', () => {
  const payload = { type: 'email.bounced', data: { subject: 'About your story', reason: 'Full.' } }
  const kept = keptData({ ...event, reason: 'Full.', payload }, { isListed: false, publicUrl })
  expect(JSON.parse(kept)).toEqual({
    type: 'email.clicked',
    data: { email_id: 'mail-1', reason: 'Full.' },
  })
})

test('oversized event data is reduced to its essential fields', () => {
  const payload = { type: event.type, data: { tags: 'x'.repeat(20_000) } }
  const kept = keptData({ ...event, payload }, { isListed: true, publicUrl })
  expect(JSON.parse(kept)).toEqual({ type: 'email.clicked', data: { email_id: 'mail-1' } })
})

test('an event’s time is never in the future', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const earlier = new Date('2026-02-28T12:00:00Z')
  expect(momentOf({ ...event, at: earlier }, now)).toEqual(earlier)
  expect(momentOf({ ...event, at: new Date('2026-03-02T00:00:00Z') }, now)).toEqual(now)
  expect(momentOf({ ...event, at: undefined }, now)).toEqual(now)
})

test('an event with several recipients has no certain address', () => {
  expect(addressOf(event)).toEqual({ email: 'reader@example.org', isCertain: true })
  const recipients = ['a@example.org', 'b@example.org']
  expect(addressOf({ ...event, recipients })).toEqual({ email: 'a@example.org', isCertain: false })
  expect(addressOf({ ...event, recipients: [] })).toEqual({ email: '', isCertain: false })
})
