import { expect, test } from 'vitest'
import { TREND_DAYS, trendDays, trendSummary } from './four-weeks.tsx'

const TODAY = '2026-03-08'

test('the trend spans the four weeks that end today', () => {
  const days = trendDays(TODAY, [
    { date: '2026-03-08', mood: 'sad' },
    { date: '2026-02-09', mood: 'joyful' },
    { date: '2026-02-08', mood: 'angry' },
  ])
  expect(days).toHaveLength(TREND_DAYS)
  expect(days[0]).toEqual({ date: '2026-02-09', mood: 'joyful' })
  expect(days.at(-1)).toEqual({ date: TODAY, mood: 'sad' })
  expect(days.filter(({ mood }) => mood !== null)).toHaveLength(2)
})

test('the summary counts days with entries and never days without', () => {
  const days = trendDays(TODAY, [
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
  expect(trendSummary(trendDays(TODAY, [{ date: TODAY, mood: 'neutral' }]))).toBe(
    'In these four weeks you wrote on 1 day: Meh 1×.',
  )
  expect(trendSummary(trendDays(TODAY, []))).toBe(
    'No entries in these four weeks. Any day is a good day to start.',
  )
})
