import { describe, expect, test } from 'vitest'
import { dueRun, refusalOfDay, type Schedule } from './policy.ts'

const CHICAGO = 'America/Chicago'

function dayDue(now: string, given: Partial<Schedule> = {}): string | undefined {
  const schedule = {
    autoGenerate: true,
    generateAt: '06:00',
    scheduledSince: new Date('2026-01-01T00:00:00Z'),
    timeZone: CHICAGO,
    ...given,
  }
  return dueRun(schedule, new Date(now))?.date
}

describe('a run', () => {
  test('is due from its time until its day ends', () => {
    // 06:00 in Chicago is 11:00 in UTC in June.
    expect(dayDue('2026-06-10T10:59:59Z')).toBeUndefined()
    expect(dayDue('2026-06-10T11:00:00Z')).toBe('2026-06-10')
    expect(dayDue('2026-06-11T07:59:59Z')).toBe('2026-06-10')
    expect(dayDue('2026-06-11T08:00:00Z')).toBeUndefined()
    expect(dayDue('2026-06-11T11:00:00Z')).toBe('2026-06-11')
  })

  test('before 03:00 is for the day that is about to begin, and is due until that day ends', () => {
    const early = { generateAt: '02:00' }
    expect(dayDue('2026-06-10T06:59:59Z', early)).toBe('2026-06-09')
    expect(dayDue('2026-06-10T07:00:00Z', early)).toBe('2026-06-10')
    expect(dayDue('2026-06-11T06:59:59Z', early)).toBe('2026-06-10')
  })

  test('is never due while it is turned off', () => {
    expect(dayDue('2026-06-10T12:00:00Z', { autoGenerate: false })).toBeUndefined()
  })

  test('from before the schedule is not made up for, but one at its very start is', () => {
    const now = '2026-06-10T20:00:00Z'
    const since = (moment: string) => ({ scheduledSince: new Date(moment) })
    expect(dayDue(now, since('2026-06-10T11:00:00.001Z'))).toBeUndefined()
    expect(dayDue(now, since('2026-06-10T11:00:00Z'))).toBe('2026-06-10')
    expect(dayDue('2026-06-11T11:00:00Z', since(now))).toBe('2026-06-11')
  })

  test('in the hour that clocks skip is due after it, on that day', () => {
    const inGap = { generateAt: '02:30' }
    expect(dayDue('2026-03-08T07:59:59Z', inGap)).toBe('2026-03-07')
    expect(dayDue('2026-03-08T08:00:00Z', inGap)).toBe('2026-03-08')
  })

  test('in the repeated hour is due from its first occurrence', () => {
    const repeated = { generateAt: '01:30' }
    expect(dayDue('2026-11-01T06:29:59Z', repeated)).toBe('2026-10-31')
    expect(dayDue('2026-11-01T06:30:00Z', repeated)).toBe('2026-11-01')
    expect(dayDue('2026-11-01T07:30:00Z', repeated)).toBe('2026-11-01')
  })
})

test('content can be published for today and the 366 days after it', () => {
  expect(refusalOfDay('2026-06-09', '2026-06-10')).toBe('That day is over.')
  expect(refusalOfDay('2026-06-10', '2026-06-10')).toBeUndefined()
  expect(refusalOfDay('2027-06-11', '2026-06-10')).toBeUndefined()
  expect(refusalOfDay('2027-06-12', '2026-06-10')).toBe('Choose a day within the next 366 days.')
})
