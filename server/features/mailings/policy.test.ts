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

test('no minute sees more than the rate, however the bucket stands', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 60_000, noNaN: true }), (rate) => {
      const { capacity, perSecond } = paceOf(rate)
      expect(perSecond).toBeGreaterThan(0)
      // A full bucket, and what comes in before the minute is over.
      const most = Math.floor(capacity + perSecond * 60 - 1e-6)
      expect(most).toBeLessThanOrEqual(Math.max(1, Math.ceil(rate)))
    }),
  )
})

test('messages under way follow the rate, within limits', () => {
  expect([1, 600, 6_000, 60_000].map(concurrencyOf)).toEqual([2, 6, 20, 20])
})

test('a recipient who is put off waits longer each time, and not for ever', () => {
  const minutes = [1, 2, 3, 4, 5, 6].map((attempts) => (delayAfter(attempts) ?? 0) / 60_000)
  expect(minutes).toEqual([1, 5, 15, 60, 240, 0])
  expect(delayAfter(6)).toBeUndefined()
})

test('a provider that fails is left alone for longer each time, or for as long as it asks', () => {
  expect([1, 2, 3, 7, 100].map((failures) => closingTime(failures) / 1000)).toEqual([
    5, 10, 20, 300, 300,
  ])
  expect(closingTime(1, 30_000)).toBe(30_000)
  expect(closingTime(1, 86_400_000)).toBe(3_600_000)
})

test('what can be done with a mailing in each status', () => {
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
