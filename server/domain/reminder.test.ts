import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, logicalDate, nextDayStart, wallTime, weekdayOf } from '#contract/logical-date.ts'
import {
  nextReminder,
  type Reminder,
  type ReminderTimes,
  reminderAfterZoneChange,
} from './reminder.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const CHICAGO = 'America/Chicago'
const BERLIN = 'Europe/Berlin'

/**
 * Zones east and west of UTC, with half-hour and quarter-hour offsets, with clock changes at 2, 3
 * and 24 o'clock, and without any.
 */
const ZONES = [
  CHICAGO,
  BERLIN,
  'UTC',
  'Europe/Helsinki',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Africa/Cairo',
  'America/Havana',
  'America/Santiago',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

/** Half hours from 11 PM to 4 AM, when clocks change, a quarter of one, and a few times of the day. */
const MINUTES = Array.from({ length: 48 }, (_, index) => index * 30)
  .filter((minute) => minute <= 240 || minute >= 1_380 || minute % 450 === 0)
  .concat(165)

const anyZone = fc.constantFrom(...ZONES)
const anyMinute = fc.integer({ min: 0, max: 24 * 60 - 1 })
const someWeekdays = fc.subarray(EVERY_DAY, { minLength: 1 })
const anyInstant = fc
  .integer({ min: Date.parse('2013-01-01T00:00:00Z'), max: Date.parse('2037-01-01T00:00:00Z') })
  .map((ms) => new Date(ms))

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** All reminders up to an instant, each computed after the previous one was sent. */
function remindersUntil(times: ReminderTimes, from: Date, until: Date): Reminder[] {
  const all: Reminder[] = []
  let next = nextReminder({ ...times, after: from, sentDay: null })
  while (next.at <= until) {
    all.push(next)
    next = nextReminder({ ...times, after: next.at, sentDay: next.day })
  }
  return all
}

function furthestOf(one: string, other: string): string {
  return one > other ? one : other
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

function nextAfter(instant: string, times: Partial<ReminderTimes>, sentDay: string | null = null) {
  const all = { clockTime: '07:30', weekdays: EVERY_DAY, timeZone: CHICAGO, ...times }
  const { at, day } = nextReminder({ ...all, after: new Date(instant), sentDay })
  return [at.toISOString(), day]
}

describe('the next reminder in Chicago', () => {
  test.each([
    [
      'is today’s, before its time',
      '2026-06-10T12:29:59Z',
      '07:30',
      '2026-06-10T12:30:00.000Z',
      '2026-06-10',
    ],
    [
      'is tomorrow’s, from its time on',
      '2026-06-10T12:30:00Z',
      '07:30',
      '2026-06-11T12:30:00.000Z',
      '2026-06-11',
    ],
    [
      'at a time before 3 AM comes in the night after its day',
      '2026-06-10T12:00:00Z',
      '01:30',
      '2026-06-11T06:30:00.000Z',
      '2026-06-10',
    ],
    [
      'at 1 AM is still the day before’s',
      '2026-06-11T06:00:00Z',
      '01:30',
      '2026-06-11T06:30:00.000Z',
      '2026-06-10',
    ],
    [
      'is an hour earlier by UTC in summer',
      '2026-03-08T06:00:00Z',
      '07:30',
      '2026-03-08T12:30:00.000Z',
      '2026-03-08',
    ],
    [
      'is an hour later by UTC in winter',
      '2026-11-01T06:00:00Z',
      '07:30',
      '2026-11-01T13:30:00.000Z',
      '2026-11-01',
    ],
    [
      'at a time that is skipped comes in the last minute of the day',
      '2026-03-08T06:00:00Z',
      '02:30',
      '2026-03-08T07:59:00.000Z',
      '2026-03-07',
    ],
    [
      'at a time that occurs twice comes the first time',
      '2026-11-01T06:00:00Z',
      '01:30',
      '2026-11-01T06:30:00.000Z',
      '2026-10-31',
    ],
    [
      'after the first of two occurrences is the next day’s',
      '2026-11-01T06:30:00Z',
      '01:30',
      '2026-11-02T07:30:00.000Z',
      '2026-11-01',
    ],
  ])('%s', (_, instant, clockTime, at, day) => {
    expect(nextAfter(instant, { clockTime })).toEqual([at, day])
  })

  test('comes only on the chosen weekdays, which begin at 3 AM', () => {
    // June 12, 2026 is a Friday.
    expect(nextAfter('2026-06-08T06:00:00Z', { weekdays: [5] })).toEqual([
      '2026-06-12T12:30:00.000Z',
      '2026-06-12',
    ])
    expect(nextAfter('2026-06-08T12:00:00Z', { weekdays: [5], clockTime: '01:30' })).toEqual([
      '2026-06-13T06:30:00.000Z',
      '2026-06-12',
    ])
    expect(nextAfter('2026-06-12T12:30:00Z', { weekdays: [5] })).toEqual([
      '2026-06-19T12:30:00.000Z',
      '2026-06-19',
    ])
  })

  test('does not come for a day that already had one', () => {
    expect(nextAfter('2026-06-10T06:00:00Z', {}, '2026-06-09')[1]).toBe('2026-06-10')
    expect(nextAfter('2026-06-10T09:00:00Z', {}, '2026-06-10')[1]).toBe('2026-06-11')
    expect(nextAfter('2026-06-10T09:00:00Z', {}, '2026-06-11')[1]).toBe('2026-06-12')
  })

  test('is not delayed by a date in the future that a wrong clock left', () => {
    expect(nextAfter('2026-06-10T09:00:00Z', {}, '2027-01-01')[1]).toBe('2026-06-10')
  })
})

/** Days of 2026 on which clocks in the zone go forward or back. */
function changesOf(timeZone: string): string[] {
  return daysFrom('2026-01-01', '2026-12-31').filter((day) => {
    const noon = new Date(`${day}T12:00:00Z`)
    const length = nextDayStart(nextDayStart(noon, timeZone), timeZone).getTime()
    return length - nextDayStart(noon, timeZone).getTime() !== DAY
  })
}

describe('in every zone', () => {
  test.each(ZONES)('%s has exactly one reminder per day around each clock change', (timeZone) => {
    const changes = changesOf(timeZone)
    const isFixed = /UTC|Kathmandu|Apia|Kiritimati|Pago/.test(timeZone)
    expect(changes.length > 0).toBe(!isFixed)
    for (const change of isFixed ? ['2026-06-10'] : changes) {
      const [first, last] = [addDays(change, -2), addDays(change, 3)]
      const from = nextDayStart(new Date(`${addDays(first, -1)}T12:00:00Z`), timeZone)
      const begin = logicalDate(from, timeZone)
      const until = new Date(nextDayStart(new Date(`${last}T12:00:00Z`), timeZone).getTime() - 1)
      const days = daysFrom(begin, logicalDate(until, timeZone))
      for (const minute of MINUTES) {
        const times = { clockTime: clock(minute), weekdays: EVERY_DAY, timeZone }
        const all = remindersUntil(times, new Date(from.getTime() - 1), until)
        expect(
          all.map(({ day }) => day),
          `${timeZone} ${clock(minute)} ${change}`,
        ).toEqual(days)
      }
    }
  })

  test('a year has one reminder per chosen day, on that day and at its time', () => {
    fc.assert(
      fc.property(anyZone, anyMinute, someWeekdays, (timeZone, minute, weekdays) => {
        const times = { clockTime: clock(minute), weekdays, timeZone }
        // From the middle of a logical day to the middle of one a year later.
        const from = new Date('2026-01-10T22:00:00Z')
        const until = new Date('2027-01-12T22:00:00Z')
        const all = remindersUntil(times, from, until)
        const days = daysFrom(addDays(logicalDate(from, timeZone), 1), '2027-01-10')
        const chosen = days.filter((day) => weekdays.includes(weekdayOf(day)))
        const reached = all.map(({ day }) => day)
        expect(reached.filter((day) => days.includes(day))).toEqual(chosen)
        for (const { at, day } of all) expect(logicalDate(at, timeZone)).toBe(day)
        const atTheirTime = all.filter(({ at }) => {
          const shown = wallTime(at, timeZone)
          return shown.hour * 60 + shown.minute === minute
        })
        // Clocks go forward once or twice a year.
        expect(all.length - atTheirTime.length).toBeLessThanOrEqual(2)
      }),
      { seed: 7, numRuns: 15 },
    )
  })

  test('the next reminder is after the instant and within eight days and two hours', () => {
    fc.assert(
      fc.property(
        anyZone,
        anyMinute,
        someWeekdays,
        anyInstant,
        (timeZone, minute, weekdays, now) => {
          const input = { clockTime: clock(minute), weekdays, timeZone, after: now, sentDay: null }
          const { at, day } = nextReminder(input)
          expect(at > now).toBe(true)
          expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(8 * DAY + 2 * HOUR)
          expect(weekdays).toContain(weekdayOf(day))
          expect(logicalDate(at, timeZone)).toBe(day)
        },
      ),
      { seed: 7 },
    )
  })

  test('a date that a zone skips has no reminder', () => {
    // Samoa went from December 29, 2011 to December 31.
    const times = { clockTime: '07:30', weekdays: EVERY_DAY, timeZone: 'Pacific/Apia' }
    const all = remindersUntil(
      times,
      new Date('2011-12-28T20:00:00Z'),
      new Date('2012-01-01T20:00:00Z'),
    )
    expect(new Set(all.map(({ day }) => day)).size).toBe(all.length)
    expect(all.map(({ at }) => wallTime(at, 'Pacific/Apia').date)).toEqual([
      '2011-12-29',
      '2011-12-31',
      '2011-12-31',
      '2012-01-01',
      '2012-01-02',
    ])
  })
})

describe('a change of the time zone', () => {
  const changed = (input: {
    now: string
    to: string
    sentDay?: string
    pendingDay: string
    clockTime?: string
    weekdays?: number[]
  }) => {
    const { at, day } = reminderAfterZoneChange({
      clockTime: input.clockTime ?? '07:30',
      weekdays: input.weekdays ?? EVERY_DAY,
      timeZone: input.to,
      now: new Date(input.now),
      sentDay: input.sentDay ?? null,
      pendingDay: input.pendingDay,
    })
    return [at.toISOString(), day]
  }

  test('to the west, where the same date begins again, gives no second reminder', () => {
    // 8:00 in Berlin is 1:00 in Chicago, where it is still the day before.
    const flight = { now: '2026-06-10T06:00:00Z', to: CHICAGO }
    expect(changed({ ...flight, sentDay: '2026-06-10', pendingDay: '2026-06-11' })).toEqual([
      '2026-06-11T12:30:00.000Z',
      '2026-06-11',
    ])
  })

  test('to the west, before today’s time, sends today’s reminder at its time there', () => {
    const flight = { now: '2026-06-10T05:00:00Z', to: CHICAGO }
    expect(changed({ ...flight, sentDay: '2026-06-09', pendingDay: '2026-06-10' })).toEqual([
      '2026-06-10T12:30:00.000Z',
      '2026-06-10',
    ])
  })

  test('to the east, past today’s time, sends today’s reminder at once', () => {
    // 7:00 in Chicago is 14:00 in Berlin.
    const flight = { now: '2026-06-10T12:00:00Z', to: BERLIN }
    expect(changed({ ...flight, sentDay: '2026-06-09', pendingDay: '2026-06-10' })).toEqual([
      '2026-06-10T12:00:00.000Z',
      '2026-06-10',
    ])
  })

  test('to the east, into the next day and past its time, sends that day’s reminder at once', () => {
    // 20:00 on Monday in Honolulu is 8:00 on Tuesday in Berlin.
    const flight = { now: '2026-06-09T06:00:00Z', to: BERLIN }
    expect(changed({ ...flight, sentDay: '2026-06-08', pendingDay: '2026-06-09' })).toEqual([
      '2026-06-09T06:00:00.000Z',
      '2026-06-09',
    ])
  })

  test('to the east sends nothing at once if today’s was sent or never planned', () => {
    const flight = { now: '2026-06-10T13:00:00Z', to: BERLIN, pendingDay: '2026-06-11' }
    const tomorrow = ['2026-06-11T05:30:00.000Z', '2026-06-11']
    expect(changed({ ...flight, sentDay: '2026-06-10' })).toEqual(tomorrow)
    expect(changed(flight)).toEqual(tomorrow)
  })

  test('sends nothing at once on a day that was not chosen', () => {
    // June 10, 2026 is a Wednesday.
    const flight = { now: '2026-06-10T12:00:00Z', to: BERLIN, weekdays: [1, 5] }
    expect(changed({ ...flight, sentDay: '2026-06-08', pendingDay: '2026-06-10' })).toEqual([
      '2026-06-12T05:30:00.000Z',
      '2026-06-12',
    ])
  })

  test('after any number of changes, no date has two reminders, and each chosen day that ends has one', () => {
    const journey = fc.array(
      fc.record({ hours: fc.integer({ min: 1, max: 70 }), timeZone: anyZone }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(anyZone, anyMinute, someWeekdays, journey, (home, minute, weekdays, changes) => {
        const clockTime = clock(minute)
        let now = new Date('2026-03-01T12:00:00Z')
        let timeZone = home
        let sentDay: string | null = null
        let next = nextReminder({ clockTime, weekdays, timeZone, after: now, sentDay })
        const sent: string[] = []
        const ended: string[] = []
        const start = logicalDate(now, timeZone)
        let furthest = start
        for (const change of [...changes, { hours: 200, timeZone: home }]) {
          const until = new Date(now.getTime() + change.hours * HOUR)
          for (
            let end = nextDayStart(now, timeZone);
            end <= until;
            end = nextDayStart(end, timeZone)
          ) {
            const day = logicalDate(new Date(end.getTime() - 1), timeZone)
            // A change can skip a date; when it comes again, a later one already had its reminder.
            if (day > start && day >= furthest) ended.push(day)
            furthest = furthestOf(furthest, day)
          }
          while (next.at <= until) {
            sent.push(next.day)
            sentDay = next.day
            next = nextReminder({ clockTime, weekdays, timeZone, after: next.at, sentDay })
          }
          now = until
          timeZone = change.timeZone
          furthest = furthestOf(furthest, logicalDate(now, timeZone))
          next = reminderAfterZoneChange({
            clockTime,
            weekdays,
            timeZone,
            now,
            sentDay,
            pendingDay: next.day,
          })
        }
        expect(new Set(sent).size).toBe(sent.length)
        expect(sent).toEqual(sent.toSorted())
        const chosen = ended.filter((day) => weekdays.includes(weekdayOf(day)))
        expect(chosen.filter((day) => !sent.includes(day))).toEqual([])
      }),
      { seed: 7, numRuns: 60 },
    )
  })
})
