import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAILING_STATUSES } from '#contract/email.ts'
import {
  closingTime,
  concurrencyOf,
  delayAfter,
  hasSenderDomain,
  type MailingAct,
  outcomeOf,
  paceOf,
} from './policy.ts'

test('no minute exceeds the rate, however full the bucket is', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 60_000, noNaN: true }), (rate) => {
      const { capacity, perSecond } = paceOf(rate)
      expect(perSecond).toBeGreaterThan(0)
      // A full bucket, and the tokens added within a minute.
      const most = Math.floor(capacity + perSecond * 60 - 1e-6)
      expect(most).toBeLessThanOrEqual(Math.max(1, Math.ceil(rate)))
    }),
  )
})

test('the number of messages in progress follows the rate, within limits', () => {
  expect([1, 600, 6_000, 60_000].map(concurrencyOf)).toEqual([2, 6, 20, 20])
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
