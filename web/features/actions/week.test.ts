import { expect, test } from 'vitest'
import type { ActionWeek, WeekDay } from '#contract/actions.ts'
import { addDays } from '#contract/logical-date.ts'
import { daySentence, kindOf, ringSegments, weekSentence, withTick } from './week.ts'

// A Thursday.
const TODAY = '2026-03-05'
const JOINED_ON = '2026-02-28'

function dayOf(date: string, given: Partial<WeekDay> = {}): WeekDay {
  return { date, completedCount: 0, isRest: false, isFinishedLater: false, ...given }
}

/** Counts per day, today last. */
function weekOf(counts: number[], given: Partial<ActionWeek> = {}): ActionWeek {
  const days = counts.map((completedCount, index) =>
    dayOf(addDays(TODAY, index - counts.length + 1), { completedCount }),
  )
  return {
    today: TODAY,
    days,
    joinedOn: JOINED_ON,
    restWeekdays: [],
    misses: 0,
    isWhole: false,
    mayFinishYesterday: false,
    version: '',
    ...given,
  }
}

test('a day is done with one tick, even a rest day', () => {
  expect(kindOf(dayOf(TODAY, { completedCount: 1 }))).toBe('done')
  expect(kindOf(dayOf(TODAY, { completedCount: 1, isRest: true }))).toBe('done')
  expect(kindOf(dayOf(TODAY, { isRest: true }))).toBe('rest')
  expect(kindOf(dayOf(TODAY))).toBe('open')
})

test('the sentence next to the ring is kind for any week', () => {
  expect(weekSentence(weekOf([1, 1, 0, 1, 0, 1, 0], { isWhole: true }))).toBe(
    'You’re on track this week.',
  )
  expect(weekSentence(weekOf([0, 0, 0, 0, 0, 0, 2], { misses: 6 }))).toBe(
    'You took a step today. That’s enough.',
  )
  expect(weekSentence(weekOf([0, 0, 0, 0, 0, 0, 0], { misses: 6 }))).toBe(
    'A small step today is a good beginning.',
  )
  const resting = weekOf([0, 0, 0, 0, 0, 0, 0]).days.map((day) => ({ ...day, isRest: true }))
  expect(weekSentence(weekOf([], { days: resting }))).toBe('Today is for rest.')
})

test.each([
  [dayOf(TODAY, { completedCount: 1 }), '1 action'],
  [dayOf(TODAY, { completedCount: 4 }), '4 actions'],
  [dayOf('2026-03-04', { completedCount: 2, isFinishedLater: true }), '2 actions, finished later'],
  [dayOf('2026-03-01', { isRest: true }), 'rest day'],
  [dayOf(TODAY), 'still open'],
  [dayOf('2026-03-02'), 'no actions'],
  [dayOf('2026-02-27'), 'before you joined'],
])('a day is described in words: %o', (day, words) => {
  expect(daySentence(day, { today: TODAY, joinedOn: JOINED_ON })).toBe(words)
})

test('a tick counts only on its day, and a count never drops below zero', () => {
  const week = weekOf([0, 0, 0, 0, 0, 1, 0])
  const counts = (of: ActionWeek): number[] => of.days.map(({ completedCount }) => completedCount)
  expect(counts(withTick(week, TODAY, 1))).toEqual([0, 0, 0, 0, 0, 1, 1])
  expect(counts(withTick(week, '2026-03-04', -1))).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(counts(withTick(week, TODAY, -1))).toEqual([0, 0, 0, 0, 0, 1, 0])
  expect(counts(withTick(week, '2026-01-01', 1))).toEqual([0, 0, 0, 0, 0, 1, 0])
})

test('the ring starts at the top, runs clockwise and has gaps', () => {
  const segments = ringSegments({ count: 4, radius: 100, gap: 0 })
  expect(segments.map(({ path }) => path)).toEqual([
    'M0 -100A100 100 0 0 1 100 0',
    'M100 0A100 100 0 0 1 0 100',
    'M0 100A100 100 0 0 1 -100 0',
    'M-100 0A100 100 0 0 1 0 -100',
  ])
  expect(segments[0]?.middleAt(50)).toEqual({ x: 35.36, y: -35.36 })
  const [first] = ringSegments({ count: 7, radius: 100, gap: 20 })
  // Half a gap of 20 at this radius is an angle of a tenth.
  expect(first?.path).toMatch(/^M9\.98 -99\.5A/)
})
