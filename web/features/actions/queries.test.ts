import { expect, test } from 'vitest'
import type { ActionWeek } from '#contract/actions.ts'
import { pauseAfter, stampOf, todayOf, yesterdayOf } from './queries.ts'

const WEEK: ActionWeek = {
  today: '2026-03-05',
  days: [],
  restWeekdays: [],
  misses: 0,
  isWhole: true,
  mayFinishYesterday: false,
}

test('only yesterday is named in a call: the server knows today itself', () => {
  expect(stampOf(todayOf('2026-03-05'))).toEqual({})
  expect(stampOf(yesterdayOf('2026-03-01'))).toEqual({ date: '2026-02-28' })
})

test('a week is asked for again only where it will change by itself', () => {
  expect(pauseAfter(WEEK, '2026-03-05')).toBe(false)
  expect(pauseAfter({ ...WEEK, mayFinishYesterday: true }, '2026-03-05')).toBe(300_000)
  // The device says that it is a new day, the server not yet.
  expect(pauseAfter(WEEK, '2026-03-06')).toBe(30_000)
})
