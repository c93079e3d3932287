import { expect, test } from 'vitest'
import {
  addMonths,
  firstWeekdayOf,
  monthName,
  monthOf,
  monthRange,
  monthWeeks,
  shortDay,
  weekdayNames,
} from '#web/lib/calendar.ts'

test('adding months works across years', () => {
  expect(monthOf('2026-03-31')).toBe('2026-03')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-03', -14)).toBe('2025-01')
})

test('a month ends on its last day, in leap years too', () => {
  expect(monthRange('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(monthRange('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthRange('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('the weeks of a month contain each day once, under its weekday', () => {
  const weeks = monthWeeks('2026-04', 0)
  expect(weeks).toHaveLength(5)
  expect(weeks[0]).toEqual([
    null,
    null,
    null,
    '2026-04-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-04',
  ])
  expect(weeks[4]).toEqual([
    '2026-04-26',
    '2026-04-27',
    '2026-04-28',
    '2026-04-29',
    '2026-04-30',
    null,
    null,
  ])
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30)
})

test('weeks begin on the first weekday of the reader’s locale', () => {
  expect(monthWeeks('2026-03', 0)[0]?.[0]).toBe('2026-03-01')
  expect(monthWeeks('2026-03', 1)[0]).toEqual([null, null, null, null, null, null, '2026-03-01'])
  expect(monthWeeks('2026-02', 0)).toHaveLength(4)
  expect(firstWeekdayOf('en-US')).toBe(0)
  expect(firstWeekdayOf('de-DE')).toBe(1)
  expect(weekdayNames(1, 'en-US').map(({ short }) => short)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ])
})

test('the time zone does not shift the names of days and months', () => {
  expect(monthName('2026-03', 'en-US')).toBe('March 2026')
  expect(shortDay('2026-03-01', 'en-US')).toBe('March 1')
  expect(weekdayNames(0, 'en-US')[0]).toEqual({ full: 'Sunday', short: 'Sun' })
})
