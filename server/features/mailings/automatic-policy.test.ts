import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logicalDate, wallTime, weekdayOf } from '#contract/logical-date.ts'
import { currentDigest, dailyDues, digestDues } from './automatic-policy.ts'

const ZONES = [
  'America/Chicago',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
]
const COMMUNITY = 'America/Chicago'

function daily(now: string, { zones = ZONES, hour = 7 } = {}) {
  return dailyDues({ zones, hour, communityZone: COMMUNITY, now: new Date(now) })
}

test('each zone gets the message at the hour on its own clocks, during the community’s day', () => {
  // 03:00 in Chicago: the day has just begun, and no hour is over.
  const now = '2026-06-10T08:00:00Z'
  const dues = daily(now)
  expect(dues.map(({ timeZone }) => timeZone)).toEqual(ZONES)
  for (const { timeZone, at } of dues) {
    expect(wallTime(at, timeZone)).toMatchObject({ hour: 7, minute: 0 })
    expect(logicalDate(at, COMMUNITY)).toBe('2026-06-10')
  }
})

test('a zone gets nothing if its hour passed more than three hours ago, and otherwise gets it at once', () => {
  const zones = ['America/Chicago']
  const at = new Date('2026-06-10T12:00:00Z')
  expect(daily('2026-06-10T15:00:00Z', { zones })).toEqual([{ timeZone: zones[0], at }])
  expect(daily('2026-06-10T15:01:00Z', { zones })).toEqual([])
})

test('on days when clocks change, the hour is the one that clocks show', () => {
  const zones = ['America/Chicago', 'Europe/Berlin']
  for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']) {
    for (const { timeZone, at } of daily(`${day}T09:30:00Z`, { zones })) {
      expect(wallTime(at, timeZone).hour, `${day} ${timeZone}`).toBe(7)
    }
  }
  // For the hour that clocks skip in Berlin on the 29th, the moment after the gap.
  const night = daily('2026-03-28T22:30:00Z', { zones: ['Europe/Berlin'], hour: 2 })
  expect(night).toEqual([{ timeZone: 'Europe/Berlin', at: new Date('2026-03-29T01:00:00Z') }])
})

test('nobody gets a day’s message twice, whatever the clocks do', () => {
  const zone = fc.constantFrom(...ZONES)
  fc.assert(
    fc.property(
      zone,
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 24 * 365 }),
      (timeZone, hour, hours) => {
        const now = new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000)
        const due = dailyDues({ zones: [timeZone], hour, communityZone: COMMUNITY, now })
        expect(due.length).toBeLessThanOrEqual(1)
        for (const { at } of due) {
          expect(logicalDate(at, COMMUNITY)).toBe(logicalDate(now, COMMUNITY))
        }
      },
    ),
  )
})

test('a digest is sent on its weekday everywhere, with the stories of the same seven days', () => {
  const settings = { weekday: 0, hour: 8 }
  // Sunday 8 AM comes first in the first time zone: Saturday 18:00 UTC.
  const first = new Date('2026-06-13T18:00:00Z')
  expect(currentDigest({ ...settings, now: new Date(first.getTime() - 1) })).toBeUndefined()
  const digest = currentDigest({ ...settings, now: first })
  expect(digest).toEqual({
    date: '2026-06-14',
    since: new Date('2026-06-06T18:00:00Z'),
    until: first,
  })
  expect(weekdayOf('2026-06-14')).toBe(0)
  const dues = digestDues({ zones: ZONES, hour: 8, date: '2026-06-14', now: first })
  for (const { timeZone, at } of dues) {
    expect(wallTime(at, timeZone)).toEqual({ date: '2026-06-14', hour: 8, minute: 0 })
  }
  // Pago Pago is last, 25 hours later; a stopped server may be three hours late.
  const last = new Date('2026-06-14T19:00:00Z')
  expect(dues.map(({ at }) => at.getTime()).reduce((a, b) => Math.max(a, b))).toBe(last.getTime())
  const late = new Date(last.getTime() + 3 * 3_600_000)
  expect(currentDigest({ ...settings, now: late })?.date).toBe('2026-06-14')
  expect(digestDues({ zones: ZONES, hour: 8, date: '2026-06-14', now: late })).toHaveLength(1)
  expect(currentDigest({ ...settings, now: new Date('2026-06-17T00:00:00Z') })).toBeUndefined()
})
