import { expect, test } from 'vitest'
import { fullDateTime, longDate, relativeTime } from '#web/lib/dates.ts'

const NOW = new Date('2026-03-03T12:00:00Z')

test.each([
  ['2026-03-03T11:59:30Z', 'now'],
  ['2026-03-03T11:55:00Z', '5 minutes ago'],
  ['2026-03-03T10:59:00Z', '1 hour ago'],
  ['2026-02-20T12:00:00Z', 'last week'],
  ['2025-03-01T12:00:00Z', 'last year'],
  ['2026-03-17T12:00:00Z', 'in 2 weeks'],
])('%s is shown as "%s"', (date, expected) => {
  expect(relativeTime(new Date(date), NOW, 'en-US')).toBe(expected)
})

/** A time in March 2026, in the local time zone. */
function march(day: number, hour: number, minute = 0): Date {
  return new Date(2026, 2, day, hour, minute)
}

test('relative days count calendar days', () => {
  const relative = (date: Date, now: Date): string => relativeTime(date, now, 'en-US')
  const monday = march(16, 9)
  expect(relative(monday, march(17, 23, 59))).toBe('yesterday')
  expect(relative(monday, march(18, 8))).toBe('2 days ago')
  expect(relative(monday, march(22, 8))).toBe('6 days ago')
  // A little more than a day, but over two midnights.
  expect(relative(march(16, 23, 30), march(18, 0, 30))).toBe('2 days ago')
  expect(relative(march(18, 0, 30), march(16, 23, 30))).toBe('in 2 days')
  // Less than 24 hours is shown in hours, even across midnight.
  expect(relative(monday, march(17, 8))).toBe('23 hours ago')
})

test('relative times use the reader’s language', () => {
  expect(relativeTime(march(16, 9), march(17, 12), 'es')).toBe('ayer')
})

test('dates are shown in the given time zone', () => {
  const lateEvening = new Date('2026-03-03T03:15:00Z')
  expect(longDate(lateEvening, 'en-US', 'America/Chicago')).toBe('Monday, March 2, 2026')
  expect(fullDateTime(lateEvening, 'en-US', 'America/Chicago')).toBe(
    'Monday, March 2, 2026 at 9:15 PM',
  )
})
