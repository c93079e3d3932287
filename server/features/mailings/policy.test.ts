import { expect, test } from 'vitest'
import { MAILING_STATUSES } from '#contract/email.ts'
import {
  closingTime,
  delayAfter,
  hasSenderDomain,
  isReader,
  type MailingAct,
  outcomeOf,
  paceOf,
  queueLimit,
} from './policy.ts'

test('a minute has room for as many emails as the rate says, and a second is handled together', () => {
  expect([0.5, 1, 600, 6_000].map((rate) => paceOf(rate))).toEqual([
    { gapMs: 120_000, perSecond: 1 },
    { gapMs: 60_000, perSecond: 1 },
    { gapMs: 100, perSecond: 10 },
    { gapMs: 10, perSecond: 50 },
  ])
})

test('the queue has two minutes of a mailing, and at least two jobs', () => {
  expect([0.5, 600, 6_000].map(queueLimit)).toEqual([2, 25, 241])
})

test('only a verified member who still wants it and can get it is sent a mailing, and no automatic one late', () => {
  const now = new Date('2026-03-03T12:00:00Z')
  const reader = {
    mailingRecipientId: 1,
    memberId: 'm',
    email: 'reader@example.org',
    neutralName: null,
    isVerified: true,
    isSuspended: false,
    isBounced: false,
    isWanted: true,
    dueAt: now,
    handedAt: null,
    attempts: 0,
  }
  const broadcast = { kind: 'broadcast', now } as const
  expect(isReader(reader, broadcast)).toBe(true)
  const changes = [
    { email: null, memberId: null },
    { isVerified: false },
    { isSuspended: true },
    { isBounced: true },
    { isWanted: false },
  ]
  for (const change of changes) expect(isReader({ ...reader, ...change }, broadcast)).toBe(false)
  const daily = { kind: 'daily-message', now } as const
  const late = { ...reader, dueAt: new Date('2026-03-03T08:59:59Z') }
  expect(isReader({ ...reader, dueAt: new Date('2026-03-03T09:00:00Z') }, daily)).toBe(true)
  expect(isReader(late, daily)).toBe(false)
  expect(isReader(late, broadcast)).toBe(true)
  // A deferred recipient was in time at first.
  expect(isReader({ ...late, attempts: 1 }, daily)).toBe(true)
})

test('a deferred recipient waits longer each time, but not forever', () => {
  const minutes = [1, 2, 3, 4, 5, 6].map((attempts) => (delayAfter(attempts) ?? 0) / 60_000)
  expect(minutes).toEqual([1, 5, 15, 60, 240, 0])
  expect(delayAfter(6)).toBeUndefined()
})

test('the pause after a provider’s failure grows each time, and is at least as long as it asks for', () => {
  expect([1, 2, 3, 7, 100].map((failures) => closingTime(failures) / 1000)).toEqual([
    5, 10, 20, 300, 300,
  ])
  expect(closingTime(1, 30_000)).toBe(30_000)
  expect(closingTime(1, 86_400_000)).toBe(3_600_000)
})

test('each status allows the right acts on a mailing', () => {
  const acts: MailingAct[] = ['change', 'send', 'cancel', 'pause', 'resume']
  const table = MAILING_STATUSES.map((status) =>
    acts.map((act) => {
      const outcome = outcomeOf(act, status)
      return 'refusal' in outcome ? '-' : outcome.status
    }),
  )
  expect(table).toEqual([
    ['scheduled', 'sending', 'cancelled', '-', '-'],
    ['-', 'sending', '-', 'paused', 'sending'],
    ['-', '-', 'cancelled', 'paused', 'sending'],
    ['-', 'sent', '-', '-', '-'],
    ['-', '-', 'cancelled', '-', '-'],
  ])
})

test.each([
  ['Folx <hello@folx.example.org>', true],
  ['hello@mail.folx.org', true],
  ['Folx <folx@gmail.com>', false],
  ['Folx <outbox@localhost.invalid>', false],
  ['root@localhost', false],
  ['us@printer.local', false],
  [null, false],
])('%s is a sender of its own domain: %s', (from, expected) => {
  expect(hasSenderDomain(from)).toBe(expected)
})
