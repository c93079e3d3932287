import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  daysBetween,
  logicalDate,
  nextDayStart,
  wallTime,
  weekdayOf,
} from './logical-date.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FIRST = Date.UTC(2015, 0, 1)
const LAST = Date.UTC(2041, 0, 1)
/** The shortest time between two clock changes of a zone is Morocco's month of Ramadan. */
const STEP = 21 * 24 * HOUR
const ZONES = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]

/** A change of the clocks in a zone, from this instant on. */
interface ClockChange {
  zone: string
  at: number
}

/** Milliseconds ahead of UTC, computed in another way than in the module under test. */
const offsets = new Map<string, Intl.DateTimeFormat>()
function offsetAt(instant: number, zone: string): number {
  let format = offsets.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      timeZoneName: 'longOffset',
      year: 'numeric',
    })
    offsets.set(zone, format)
  }
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? []
  const size = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE
  return sign === '-' ? -size : size
}

/** The time that clocks show, as `YYYY-MM-DDTHH:MM:SS.mmm`. */
function shownAt(instant: number, zone: string): string {
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, -1)
}

function changesOf(zone: string): ClockChange[] {
  const changes: ClockChange[] = []
  for (let from = FIRST; from < LAST; from += STEP) {
    const before = offsetAt(from, zone)
    if (offsetAt(from + STEP, zone) === before) continue
    let [low, high] = [from, from + STEP]
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE
      if (offsetAt(middle, zone) === before) low = middle
      else high = middle
    }
    changes.push({ zone, at: high })
  }
  return changes
}

function caseOf({ zone, at }: ClockChange): string {
  return [at, offsetAt(at - 1, zone), offsetAt(at, zone)].join()
}

/** Lists what is wrong with the computed start of a day; empty if nothing is. */
function faultsOfStart(start: number, zone: string): string[] {
  const faults: string[] = []
  const shown = shownAt(start, zone)
  const date = logicalDate(new Date(start), zone)
  const dateBefore = logicalDate(new Date(start - 1), zone)
  if (dateBefore !== addDays(date, -1)) faults.push(`${dateBefore} comes before ${date}`)
  if (shown.slice(0, 10) !== date) faults.push(`${date} begins while clocks show ${shown}`)
  const isAfterGap = shownAt(start - 1, zone).slice(11) < '03:00' && shown.slice(11) > '03:00'
  if (shown.slice(11) !== '03:00:00.000' && !isAfterGap) faults.push(`${date} begins at ${shown}`)
  return faults.map((fault) => `${zone}: ${fault}`)
}

/** The starts of the next logical days after an instant. */
function startsAfter(instant: number, zone: string, count: number): number[] {
  const starts: number[] = []
  for (let from = instant; starts.length < count; ) {
    from = nextDayStart(new Date(from), zone).getTime()
    starts.push(from)
  }
  return starts
}

const date = (instant: string, zone: string): string => logicalDate(new Date(instant), zone)
const start = (instant: string, zone: string): string =>
  nextDayStart(new Date(instant), zone).toISOString()
/** How many hours the logical day of an instant lasts. */
function hoursOfDay(instant: string, zone: string): number {
  const end = nextDayStart(new Date(instant), zone)
  const [begin = Number.NaN] = startsAfter(end.getTime() - 27.5 * HOUR, zone, 1)
  return (end.getTime() - begin) / HOUR
}

describe('at every clock change of any zone from 2015 to 2040', () => {
  const all = ZONES.flatMap(changesOf)
  // Zones with the same offsets around the same instant, such as Berlin and Paris, are one case.
  const changes = [...new Map(all.map((change) => [caseOf(change), change])).values()]

  test('there are enough zones and clock changes to test', () => {
    expect(ZONES.length).toBeGreaterThan(400)
    expect(all.length).toBeGreaterThan(5_000)
    expect(new Set(all.map(({ zone }) => zone)).size).toBeGreaterThan(150)
    expect(changes.length).toBeGreaterThan(500)
  })

  test('the logical date never goes backward', () => {
    const faults: string[] = []
    for (const { zone, at } of changes) {
      let before = logicalDate(new Date(at - 1), zone)
      for (let after = at; after <= at + 4 * HOUR; after += 15 * MINUTE) {
        const now = logicalDate(new Date(after), zone)
        if (now < before) faults.push(`${zone} ${new Date(after).toISOString()}`)
        before = now
      }
    }
    expect(faults).toEqual([])
  })

  test('days begin at 03:00, or after the gap that skips it, and last 21 to 27 hours', () => {
    const faults: string[] = []
    const lengths = new Set<number>()
    for (const { zone, at } of changes) {
      const starts = startsAfter(at - 30 * HOUR, zone, 3)
      for (const [index, begin] of starts.entries()) {
        faults.push(...faultsOfStart(begin, zone))
        const end = starts[index + 1]
        if (end) lengths.add((end - begin) / HOUR)
      }
    }
    expect(faults).toEqual([])
    // No zone skips a whole day in these years; Apia's jump of 2011 is tested below.
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(21)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(27)
    expect([...lengths]).toEqual(expect.arrayContaining([23, 23.5, 24, 24.5, 25]))
  })
})

describe('at any instant in any zone', () => {
  const zones = fc.constantFrom(...ZONES)
  const instants = fc.integer({ min: FIRST, max: LAST - 3 * DAY })

  test('a later instant never has an earlier date', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 1, max: 3 * DAY }), (zone, earlier, ms) => {
        const [from, to] = [new Date(earlier), new Date(earlier + ms)]
        return logicalDate(from, zone) <= logicalDate(to, zone)
      }),
      { numRuns: 2_000 },
    )
  })

  test('the start of the next day is its first millisecond', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const today = logicalDate(new Date(instant), zone)
        const next = nextDayStart(new Date(instant), zone).getTime()
        expect(next).toBeGreaterThan(instant)
        expect(next - instant).toBeLessThanOrEqual(27 * HOUR)
        expect(logicalDate(new Date(next - 1), zone)).toBe(today)
        expect(faultsOfStart(next, zone)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('away from clock changes, the date is the calendar date of three hours ago', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        fc.pre(offsetAt(instant - 9 * HOUR, zone) === offsetAt(instant, zone))
        const threeHoursAgo = shownAt(instant - 3 * HOUR, zone).slice(0, 10)
        expect(logicalDate(new Date(instant), zone)).toBe(threeHoursAgo)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('known clock changes', () => {
  test('Chicago in spring: 02:30 does not exist, and the day before has 23 hours', () => {
    const zone = 'America/Chicago'
    expect(date('2026-03-08T07:59:59.999Z', zone)).toBe('2026-03-07')
    expect(wallTime(new Date('2026-03-08T08:00:00Z'), zone)).toEqual({
      date: '2026-03-08',
      hour: 3,
      minute: 0,
    })
    expect(date('2026-03-08T08:00:00Z', zone)).toBe('2026-03-08')
    expect(start('2026-03-07T12:00:00Z', zone)).toBe('2026-03-08T08:00:00.000Z')
    expect(hoursOfDay('2026-03-07T12:00:00Z', zone)).toBe(23)
    expect(hoursOfDay('2026-03-08T12:00:00Z', zone)).toBe(24)
  })

  test('Chicago in autumn: both 01:30 belong to the day before, which has 25 hours', () => {
    const zone = 'America/Chicago'
    for (const instant of ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z']) {
      expect(wallTime(new Date(instant), zone)).toMatchObject({ hour: 1, minute: 30 })
      expect(date(instant, zone)).toBe('2026-10-31')
    }
    expect(start('2026-11-01T06:30:00Z', zone)).toBe('2026-11-01T09:00:00.000Z')
    expect(start('2026-11-01T07:30:00Z', zone)).toBe('2026-11-01T09:00:00.000Z')
    expect(hoursOfDay('2026-11-01T06:30:00Z', zone)).toBe(25)
  })

  test.for([
    ['Australia/Lord_Howe', '2026-04-04T03:00:00Z', 24.5, '2026-04-04T16:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-03T03:00:00Z', 23.5, '2026-10-03T16:00:00.000Z'],
    ['America/Santiago', '2026-04-04T15:00:00Z', 25, '2026-04-05T07:00:00.000Z'],
    ['America/Santiago', '2026-09-05T15:00:00Z', 23, '2026-09-06T06:00:00.000Z'],
    ['Africa/Cairo', '2026-04-23T12:00:00Z', 23, '2026-04-24T00:00:00.000Z'],
    ['Africa/Cairo', '2026-10-29T12:00:00Z', 25, '2026-10-30T01:00:00.000Z'],
    ['Asia/Beirut', '2026-03-28T12:00:00Z', 23, '2026-03-29T00:00:00.000Z'],
    ['Asia/Beirut', '2026-10-24T12:00:00Z', 25, '2026-10-25T01:00:00.000Z'],
    ['Antarctica/Troll', '2026-03-28T12:00:00Z', 22, '2026-03-29T01:00:00.000Z'],
  ] as const)('%s on the day of %s has %d hours', ([zone, instant, hours, end]) => {
    expect(hoursOfDay(instant, zone)).toBe(hours)
    expect(start(instant, zone)).toBe(end)
    expect(wallTime(new Date(end), zone)).toMatchObject({ hour: 3, minute: 0 })
  })

  test('Chatham turns its clocks back from 03:45 to 02:45, and the day that has begun continues', () => {
    const zone = 'Pacific/Chatham'
    const days = ['13:14', '13:15', '13:59', '14:00', '14:10', '14:15', '14:30'].map((time) => {
      const instant = `2026-04-04T${time}:00Z`
      const { hour, minute } = wallTime(new Date(instant), zone)
      return `${hour}:${minute} ${date(instant, zone)}`
    })
    expect(days).toEqual([
      '2:59 2026-04-04',
      '3:0 2026-04-05',
      '3:44 2026-04-05',
      '2:45 2026-04-05',
      '2:55 2026-04-05',
      '3:0 2026-04-05',
      '3:15 2026-04-05',
    ])
  })

  test('Casey in 2020: clocks go from 00:00 to 03:01, which begins the day', () => {
    const zone = 'Antarctica/Casey'
    const begin = start('2020-10-03T12:00:00Z', zone)
    expect(begin).toBe('2020-10-03T16:01:00.000Z')
    expect(wallTime(new Date(begin), zone)).toEqual({ date: '2020-10-04', hour: 3, minute: 1 })
  })

  test('Apia had no December 30, 2011; its logical day is the night before the 31st', () => {
    const zone = 'Pacific/Apia'
    expect(date('2011-12-30T09:59:59Z', zone)).toBe('2011-12-29')
    expect(date('2011-12-30T10:00:00Z', zone)).toBe('2011-12-30')
    expect(date('2011-12-30T12:59:59Z', zone)).toBe('2011-12-30')
    expect(date('2011-12-30T13:00:00Z', zone)).toBe('2011-12-31')
    expect(start('2011-12-29T20:00:00Z', zone)).toBe('2011-12-30T10:00:00.000Z')
  })

  test('the same instant can belong to different days in Chicago and in Tokyo', () => {
    const days = ['2026-05-01T07:59:59Z', '2026-05-01T08:00:00Z', '2026-05-01T18:00:00Z'].map(
      (instant) => [date(instant, 'America/Chicago'), date(instant, 'Asia/Tokyo')],
    )
    expect(days).toEqual([
      ['2026-04-30', '2026-05-01'],
      ['2026-05-01', '2026-05-01'],
      ['2026-05-01', '2026-05-02'],
    ])
  })
})

test('days are counted correctly across the ends of months and years and across clock changes', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
  expect(daysBetween('2026-04-01', '2026-03-31')).toBe(-1)
  expect([weekdayOf('2026-11-01'), weekdayOf('2026-11-07')]).toEqual([0, 6])
})
