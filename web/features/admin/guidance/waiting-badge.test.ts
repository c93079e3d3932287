import { expect, test } from 'vitest'
import {
  durationWords,
  urgencyOf,
  waitingWords,
} from '#web/features/admin/guidance/waiting-badge.tsx'

test.each([
  [0, 'quiet'],
  [0.499, 'quiet'],
  [0.5, 'soon'],
  [1, 'soon'],
  [1.001, 'late'],
] as const)('a request that has used %d of the promised time is %s', (used, urgency) => {
  expect(urgencyOf(used)).toBe(urgency)
})

test.each([
  [0, 'Waiting less than a minute'],
  [0.25, 'Waiting 12 hours'],
  [0.5, 'Waiting 24 hours · 24 hours left'],
  [0.99, 'Waiting 47 hours · 28 minutes left'],
  [1.5, 'Waiting 3 days · 24 hours late'],
  [3, 'Waiting 6 days · 4 days late'],
])('%d of a promise of 48 hours reads: %s', (promiseUsed, words) => {
  expect(waitingWords({ promiseUsed, promiseHours: 48 })).toBe(words)
})

test('durations use singular and plural units', () => {
  expect(durationWords(60_000)).toBe('1 minute')
  expect(durationWords(3_600_000)).toBe('1 hour')
  expect(durationWords(48 * 3_600_000)).toBe('2 days')
})
