import { afterEach, expect, test, vi } from 'vitest'
import {
  clockTime,
  type DateLocale,
  daysAway,
  dayText,
  formatNumber,
  fullDateTime,
  longDate,
  longDay,
  nearbyDay,
  relativeTime,
  relativeUnits,
} from '#web/lib/dates.ts'

afterEach(() => vi.restoreAllMocks())

const US: DateLocale = { locale: 'en-US', timeZone: 'America/Chicago' }
const GERMAN: DateLocale = { locale: 'de-DE', timeZone: 'Asia/Kathmandu' }
const MEXICAN: DateLocale = { locale: 'es-MX', timeZone: 'Pacific/Auckland' }
const NOW = new Date('2026-03-03T12:00:00Z')

test.each([
  ['2026-03-03T11:59:30Z', 'now'],
  ['2026-03-03T11:55:00Z', '5 minutes ago'],
  ['2026-03-03T10:59:00Z', '1 hour ago'],
  ['2026-02-20T12:00:00Z', 'last week'],
  ['2025-03-01T12:00:00Z', 'last year'],
  ['2026-03-17T12:00:00Z', 'in 2 weeks'],
])('%s is shown as "%s"', (date, expected) => {
  expect(relativeTime(new Date(date), NOW, US)).toBe(expected)
})

test.each([
  ['2026-03-03T13:00:00Z', 'Mar 3', 'today'],
  ['2026-03-05T12:00:00Z', 'Mar 5', 'in 2 days'],
  ['2026-03-02T12:00:00Z', 'Mar 2', 'yesterday'],
  ['2026-03-16T12:00:00Z', 'Mar 16', 'in 13 days'],
  ['2026-04-20T12:00:00Z', 'Apr 20', 'in 7 weeks'],
  ['2026-02-10T12:00:00Z', 'Feb 10', '3 weeks ago'],
  ['2025-11-03T12:00:00Z', 'Nov 3', '4 months ago'],
  ['2025-04-03T12:00:00Z', 'Apr 3, 2025', '11 months ago'],
  ['2023-02-03T12:00:00Z', 'Feb 3, 2023', '3 years ago'],
])('the day %s is shown as "%s", "%s"', (date, day, distance) => {
  expect(nearbyDay(new Date(date), NOW, US)).toBe(day)
  expect(daysAway(new Date(date), NOW, US)).toBe(distance)
})

/** A time in March 2026, in UTC. */
function march(day: number, hour: number, minute = 0): Date {
  return new Date(Date.UTC(2026, 2, day, hour, minute))
}

test('relative days count calendar days', () => {
  const relative = (date: Date, now: Date): string =>
    relativeTime(date, now, { locale: 'en-US', timeZone: 'UTC' })
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

test('relative days count the midnights of the given zone', () => {
  const [date, now] = [march(16, 17), march(17, 19)]
  const inZone = (timeZone: string): string =>
    relativeTime(date, now, { locale: 'en-US', timeZone })
  expect(inZone('America/New_York')).toBe('yesterday')
  // From 22:45 to 00:45 of the second day after.
  expect(inZone('Asia/Kathmandu')).toBe('2 days ago')
})

test('relative times use the reader’s language', () => {
  expect(relativeTime(march(16, 9), march(17, 12), MEXICAN)).toBe('anteayer')
  expect(relativeUnits(-1, 'month', 'de-DE')).toBe('letzten Monat')
  expect(relativeUnits(-1, 'month', 'de-DE', 'always')).toBe('vor 1 Monat')
})

test('dates are shown in the given time zone', () => {
  const lateEvening = new Date('2026-03-03T03:15:00Z')
  expect(longDate(lateEvening, US)).toBe('Monday, March 2, 2026')
  expect(fullDateTime(lateEvening, US)).toBe('Monday, March 2, 2026 at 9:15 PM')
  expect(fullDateTime(lateEvening, GERMAN)).toBe('Dienstag, 3. März 2026 um 09:00')
  expect(dayText('2026-03-03T03:15:00Z', MEXICAN)).toBe('3 de marzo de 2026')
  expect(clockTime(lateEvening, GERMAN)).toBe('09:00')
})

test('a calendar day is the same day in every zone', () => {
  expect(longDay('2026-03-03', 'en-US')).toBe('Tuesday, March 3, 2026')
  expect(longDay('2026-03-03', 'de-DE')).toBe('Dienstag, 3. März 2026')
})

test('numbers use the separators of the language', () => {
  expect(['en-US', 'de-DE'].map((locale) => formatNumber(1204, locale))).toEqual(['1,204', '1.204'])
})

test('a formatter is made once for each language, zone and form', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const show = (dates: DateLocale): string => longDate(NOW, dates)
  const zones = ['Europe/Rome', 'Europe/Oslo', 'Europe/Rome']
  for (const timeZone of zones) show({ locale: 'it-IT', timeZone })
  expect(made).toHaveBeenCalledTimes(2)
})
