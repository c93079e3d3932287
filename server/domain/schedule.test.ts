import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, logicalDate, nextDayStart, wallTime } from '#contract/logical-date.ts'
import { isDayOpen, latestRun, localTimeOf, nextRun, runInstant, utcTimeOf } from './schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CHICAGO = 'America/Chicago'
const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC']

const anyZone = fc.constantFrom(...ZONES)
const anyTime = fc.integer({ min: 0, max: 24 * 60 - 1 }).map(clock)
/** Since 2013 no zone has skipped a whole date. */
const anyInstant = fc
  .integer({ min: Date.parse('2013-01-01T00:00:00Z'), max: Date.parse('2037-01-01T00:00:00Z') })
  .map((ms) => new Date(ms))

describe('a daily run in Chicago', () => {
  test.each([
    ['on an ordinary day', '2026-06-10', '06:30', '2026-06-10T11:30:00.000Z'],
    ['on the day clocks go forward, before', '2026-03-08', '01:59', '2026-03-08T07:59:00.000Z'],
    ['in the gap: the first instant after it', '2026-03-08', '02:30', '2026-03-08T08:00:00.000Z'],
    ['at the start of the gap', '2026-03-08', '02:00', '2026-03-08T08:00:00.000Z'],
    ['at the end of the gap', '2026-03-08', '03:00', '2026-03-08T08:00:00.000Z'],
    ['on the day clocks go forward, after', '2026-03-08', '06:30', '2026-03-08T11:30:00.000Z'],
    ['on the day clocks go back, before', '2026-11-01', '00:59', '2026-11-01T05:59:00.000Z'],
    ['in the repeated hour: the first of two', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
    ['after the repeated hour', '2026-11-01', '02:00', '2026-11-01T08:00:00.000Z'],
    ['on the day clocks go back, after', '2026-11-01', '06:30', '2026-11-01T12:30:00.000Z'],
  ])('%s', (_, date, time, expected) => {
    expect(runInstant(date, time, CHICAGO).toISOString()).toBe(expected)
  })

  test('is 24 hours after the one before, or 23 or 25 when clocks change', () => {
    const hours = (date: string): number =>
      (runInstant(addDays(date, 1), '06:00', CHICAGO).getTime() -
        runInstant(date, '06:00', CHICAGO).getTime()) /
      HOUR
    expect(hours('2026-06-10')).toBe(24)
    expect(hours('2026-03-07')).toBe(23)
    expect(hours('2026-10-31')).toBe(25)
  })

  test('happens once in the repeated hour, although clocks show its time twice', () => {
    const first = new Date('2026-11-01T06:30:00Z')
    const input = { localTime: '01:30', timeZone: CHICAGO }
    expect(nextRun({ ...input, after: first })).toEqual({
      at: new Date('2026-11-02T07:30:00Z'),
      date: '2026-11-02',
    })
    expect(latestRun({ ...input, until: new Date('2026-11-01T07:30:00Z') })).toEqual({
      at: first,
      date: '2026-11-01',
    })
  })

  test('changes its UTC time when clocks change', () => {
    const input = { localTime: '06:00', timeZone: CHICAGO }
    expect(utcTimeOf({ ...input, after: new Date('2026-03-06T20:00:00Z') })).toBe('12:00')
    expect(utcTimeOf({ ...input, after: new Date('2026-03-07T20:00:00Z') })).toBe('11:00')
    const given = { utcTime: '12:00', timeZone: CHICAGO }
    expect(localTimeOf({ ...given, after: new Date('2026-03-06T20:00:00Z') })).toBe('06:00')
    expect(localTimeOf({ ...given, after: new Date('2026-03-07T20:00:00Z') })).toBe('07:00')
  })
})

describe('the day of a daily run', () => {
  test('before 03:00 is the day about to begin, later the current day', () => {
    const day = (localTime: string, until: string): string =>
      latestRun({ localTime, timeZone: CHICAGO, until: new Date(until) }).date
    // 02:15 on June 10, still the day of June 9.
    expect(day('02:15', '2026-06-10T07:15:00Z')).toBe('2026-06-10')
    expect(day('03:00', '2026-06-10T08:00:00Z')).toBe('2026-06-10')
    expect(day('23:59', '2026-06-11T04:59:00Z')).toBe('2026-06-10')
  })

  test('is open until the next one begins', () => {
    const isOpen = (now: string): boolean =>
      isDayOpen(
        { at: new Date('2026-06-10T11:00:00Z'), date: '2026-06-10' },
        { now: new Date(now), timeZone: CHICAGO },
      )
    expect(isOpen('2026-06-10T07:30:00Z')).toBe(true)
    expect(isOpen('2026-06-11T07:59:59.999Z')).toBe(true)
    expect(isOpen('2026-06-11T08:00:00Z')).toBe(false)
  })

  test('in every zone is the current day or begins before 03:00', () => {
    fc.assert(
      fc.property(anyZone, anyTime, anyInstant, (timeZone, localTime, after) => {
        const run = nextRun({ localTime, timeZone, after })
        const underWay = logicalDate(run.at, timeZone)
        if (underWay === run.date) return
        const start = nextDayStart(run.at, timeZone)
        expect(localTime < '03:00').toBe(true)
        expect(logicalDate(start, timeZone)).toBe(run.date)
        // Casey turned its clocks back by three hours in such a night.
        expect(start.getTime() - run.at.getTime()).toBeLessThanOrEqual(6 * HOUR)
      }),
      { numRuns: 400 },
    )
  })
})

test('nothing is due between the latest run and the next, and each date has one run', () => {
  fc.assert(
    fc.property(anyZone, anyTime, anyInstant, (timeZone, localTime, now) => {
      const input = { localTime, timeZone }
      const latest = latestRun({ ...input, until: now })
      const next = nextRun({ ...input, after: now })
      expect(latest.at <= now).toBe(true)
      expect(next.at > now).toBe(true)
      expect(next.date).toBe(addDays(latest.date, 1))
      expect(nextRun({ ...input, after: latest.at })).toEqual(next)
      expect(latestRun({ ...input, until: next.at })).toEqual(next)
    }),
    { numRuns: 600 },
  )
})

test('a time is unchanged after conversion to UTC and back while clocks do not change', () => {
  fc.assert(
    fc.property(anyZone, anyTime, anyInstant, (timeZone, localTime, after) => {
      fc.pre(changesIn(timeZone, after.getTime() - DAY, after.getTime() + 3 * DAY).length === 0)
      const utcTime = utcTimeOf({ localTime, timeZone, after })
      expect(localTimeOf({ utcTime, timeZone, after })).toBe(localTime)
    }),
    { numRuns: 200 },
  )
})

test('around every clock change, in every zone, a run is at the first minute that shows its time', () => {
  const changes = distinctChanges()
  expect(changes.length).toBeGreaterThan(20)
  for (const { timeZone, at } of changes) {
    const start = at - 8 * HOUR
    const minutes = Array.from({ length: 16 * 60 }, (_, index) => start + index * MINUTE)
    const shown = minutes.map((ms) => wallText(ms, timeZone))
    const around = wallTime(new Date(at), timeZone)
    for (let minute = -130; minute <= 130; minute += 1) {
      const wall = new Date(
        Date.parse(`${around.date}T00:00:00Z`) +
          around.hour * HOUR +
          (around.minute + minute) * MINUTE,
      ).toISOString()
      const [date, time] = [wall.slice(0, 10), wall.slice(11, 16)]
      const first = minutes[shown.findIndex((text) => text >= `${date} ${time}`)]
      const instant = runInstant(date, time, timeZone).getTime()
      if (instant !== first) {
        expect.fail(`${timeZone} ${date} ${time}: ${new Date(instant).toISOString()}`)
      }
    }
  }
})

test('the run of a skipped date comes when the next date begins', () => {
  // Samoa went from December 29 to December 31 in 2011.
  expect(runInstant('2011-12-30', '12:00', 'Pacific/Apia').toISOString()).toBe(
    '2011-12-30T10:00:00.000Z',
  )
})

interface ClockChange {
  timeZone: string
  at: number
}

/** The clock changes of a year; those that several zones share are counted once. */
function distinctChanges(): ClockChange[] {
  const [from, to] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')]
  const found = new Map<string, ClockChange>()
  for (const timeZone of ZONES) {
    for (const at of changesIn(timeZone, from, to)) {
      const key = `${at} ${wallText(at - MINUTE, timeZone)} ${wallText(at, timeZone)}`
      if (!found.has(key)) found.set(key, { timeZone, at })
    }
  }
  return [...found.values()]
}

/** The first minute of each new offset. */
function changesIn(timeZone: string, from: number, to: number): number[] {
  const changes: number[] = []
  // The shortest time between two changes of a zone is Morocco's month of Ramadan.
  const step = Math.min(21 * DAY, to - from)
  for (let ms = from; ms < to; ms += step) {
    let [before, after] = [ms, ms + step]
    if (offset(before, timeZone) === offset(after, timeZone)) continue
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
      if (offset(middle, timeZone) === offset(before, timeZone)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

function offset(ms: number, timeZone: string): number {
  const whole = Math.floor(ms / MINUTE) * MINUTE
  return Date.parse(`${wallText(whole, timeZone).replace(' ', 'T')}:00Z`) - whole
}

function wallText(ms: number, timeZone: string): string {
  const { date, hour, minute } = wallTime(new Date(ms), timeZone)
  return `${date} ${clock(hour * 60 + minute)}`
}

function clock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
