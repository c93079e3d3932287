import { expect, test } from 'vitest'
import type { AdminDailyContent } from '#contract/daily.ts'
import {
  dayProblem,
  daysOf,
  findEntry,
  lastPublishDay,
  publishDay,
} from '#web/features/admin/daily/publish-day.ts'

const today = '2026-03-07'

function entry(date: string, type: 'message' | 'reflection'): AdminDailyContent {
  return {
    date,
    type,
    format: 'text',
    content: '<p>Peace.</p>',
    source: 'manual',
    quotations: [],
    version: '',
    updatedAt: '2026-03-01T10:00:00Z',
  }
}

test('a draft without a day, or for a past day, is for today', () => {
  expect(publishDay('', today)).toBe(today)
  expect(publishDay('2026-03-06', today)).toBe(today)
  expect(publishDay('2026-03-08', today)).toBe('2026-03-08')
})

test('the last day is a year and a day ahead', () => {
  expect(lastPublishDay(today)).toBe('2027-03-08')
  expect(dayProblem('2027-03-08', today)).toBeUndefined()
  expect(dayProblem('2027-03-09', today)).toBe('Choose a day within the next 366 days.')
})

test('an entry is found by day and type', () => {
  const entries = [entry(today, 'message'), entry('2026-03-09', 'reflection')]
  expect(findEntry(entries, { date: '2026-03-09', type: 'reflection' })).toBe(entries[1])
  expect(findEntry(entries, { date: today, type: 'reflection' })).toBeUndefined()
})

test('today comes first in the overview, even without content', () => {
  const later = entry('2026-03-09', 'reflection')
  expect(daysOf([later], today)).toEqual([
    { date: today, entries: [] },
    { date: '2026-03-09', entries: [later] },
  ])
})
