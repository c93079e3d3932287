import { expect, test } from 'vitest'
import { fullDateTime, longDate, relativeTime } from '#web/lib/dates.ts'

const NOW = new Date('2026-03-03T12:00:00Z')

test.each([
  ['2026-03-03T11:59:30Z', 'now'],
  ['2026-03-03T11:55:00Z', '5 minutes ago'],
  ['2026-03-03T10:59:00Z', '1 hour ago'],
  ['2026-03-02T11:00:00Z', 'yesterday'],
  ['2026-02-20T12:00:00Z', 'last week'],
  ['2025-03-01T12:00:00Z', 'last year'],
  ['2026-03-17T12:00:00Z', 'in 2 weeks'],
])('%s is told as "%s"', (date, expected) => {
  expect(relativeTime(new Date(date), NOW, 'en-US')).toBe(expected)
})

test('relative times speak the language of the reader', () => {
  expect(relativeTime(new Date('2026-03-02T11:00:00Z'), NOW, 'es')).toBe('ayer')
})

test('dates are told in the given time zone', () => {
  const lateEvening = new Date('2026-03-03T03:15:00Z')
  expect(longDate(lateEvening, 'en-US', 'America/Chicago')).toBe('Monday, March 2, 2026')
  expect(fullDateTime(lateEvening, 'en-US', 'America/Chicago')).toBe(
    'Monday, March 2, 2026 at 9:15 PM',
  )
})
