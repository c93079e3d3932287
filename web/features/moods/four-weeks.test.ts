import { expect, test } from 'vitest'
import { trendDays, trendStart, trendSummary } from './four-weeks.tsx'

/** A Sunday. */
const TODAY = '2026-03-08'
const WEEKS = { from: '2026-02-09', to: TODAY }

test('the four weeks are 28 days that end today', () => {
  expect(trendStart(TODAY)).toBe(WEEKS.from)
})

test('the trend has each day until today', () => {
  const days = trendDays(WEEKS, [
    { date: '2026-03-08', mood: 'sad' },
    { date: '2026-02-09', mood: 'joyful' },
    { date: '2026-02-08', mood: 'angry' },
  ])
  expect(days).toHaveLength(28)
  expect(days[0]).toEqual({ date: '2026-02-09', mood: 'joyful' })
  expect(days.at(-1)).toEqual({ date: TODAY, mood: 'sad' })
  expect(days.filter(({ mood }) => mood !== null)).toHaveLength(2)
})

test('the summary counts days with entries and never days without', () => {
  const days = trendDays(WEEKS, [
    { date: '2026-03-04', mood: 'sad' },
    { date: '2026-03-05', mood: 'peaceful' },
    { date: '2026-03-06', mood: 'sad' },
    { date: '2026-03-01', mood: 'angry' },
    { date: '2026-03-02', mood: 'angry' },
    { date: '2026-03-03', mood: 'angry' },
  ])
  expect(trendSummary(days)).toBe(
    'In these four weeks you wrote on 6 days: Peace 1×, Sad 2×, Pissed 3×.',
  )
  expect(trendSummary(trendDays(WEEKS, [{ date: TODAY, mood: 'neutral' }]))).toBe(
    'In these four weeks you wrote on 1 day: Meh 1×.',
  )
  expect(trendSummary(trendDays(WEEKS, []))).toBe(
    'No entries in these four weeks. Any day is a good day to start.',
  )
})
