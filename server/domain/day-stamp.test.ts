import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, logicalDate } from '#contract/logical-date.ts'
import { AppError } from '#server/domain/app-error.ts'
import { resolveDay } from './day-stamp.ts'

const CHICAGO = 'America/Chicago'
const TOO_OLD = 'This is too old to be added.'
const CLOSED = 'That day is closed.'
const OTHER_DAY = 'Only today and, until noon, yesterday can be changed.'

/** The day that the stamp resolves to at an instant, or the error with its sentence and field. */
function outcome(input: {
  date?: string
  madeAt?: string
  now: string
  timeZone?: string
}): object {
  const { date, madeAt, now, timeZone = CHICAGO } = input
  const stamp = { ...(date && { date }), ...(madeAt && { madeAt }) }
  try {
    return resolveDay({ stamp, now: new Date(now), timeZone })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, message: error.message, fields: error.fields }
  }
}

function refused(field: string, message: string): object {
  return { code: 'invalid_input', message, fields: { [field]: message } }
}

const today = (day: string): object => ({ day, finishedLater: false })
const yesterday = (day: string): object => ({ day, finishedLater: true })

test.for([
  ['at 02:59 it is still the day before', '2026-06-10T02:59:59-05:00', today('2026-06-09')],
  ['at 03:00 a new day begins', '2026-06-10T03:00:00-05:00', today('2026-06-10')],
  [
    'late in the evening it is still the same day',
    '2026-06-10T23:59:59-05:00',
    today('2026-06-10'),
  ],
] as const)('%s', ([, now, expected]) => {
  expect(outcome({ now })).toEqual(expected)
})

test.for([
  ['today by its date', '2026-06-10', '2026-06-10T09:00:00-05:00', today('2026-06-10')],
  ['yesterday from 03:00 on', '2026-06-09', '2026-06-10T03:00:00-05:00', yesterday('2026-06-09')],
  ['yesterday at 11:59', '2026-06-09', '2026-06-10T11:59:59-05:00', yesterday('2026-06-09')],
  ['yesterday at noon', '2026-06-09', '2026-06-10T12:00:00-05:00', refused('date', CLOSED)],
  ['yesterday in the evening', '2026-06-09', '2026-06-10T21:00:00-05:00', refused('date', CLOSED)],
  // At 01:00 the logical day is still the 9th, whose morning is over.
  [
    'the day before, after midnight',
    '2026-06-08',
    '2026-06-10T01:00:00-05:00',
    refused('date', CLOSED),
  ],
  ['today, after midnight', '2026-06-09', '2026-06-10T01:00:00-05:00', today('2026-06-09')],
  [
    'the calendar day, after midnight',
    '2026-06-10',
    '2026-06-10T01:00:00-05:00',
    refused('date', OTHER_DAY),
  ],
  ['tomorrow', '2026-06-11', '2026-06-10T09:00:00-05:00', refused('date', OTHER_DAY)],
  ['two days ago', '2026-06-08', '2026-06-10T09:00:00-05:00', refused('date', OTHER_DAY)],
  ['a year ago', '2025-06-10', '2026-06-10T09:00:00-05:00', refused('date', OTHER_DAY)],
] as const)('%s', ([, date, now, expected]) => {
  expect(outcome({ date, now })).toEqual(expected)
})

test.for([
  ['the day it was made on', '2026-06-07T20:00:00Z', undefined, today('2026-06-07')],
  ['a time in the future counts as now', '2031-01-01T00:00:00Z', undefined, today('2026-06-10')],
  ['a moment ahead counts as now', '2026-06-10T14:00:00.001Z', undefined, today('2026-06-10')],
  ['30 days ago to the millisecond', '2026-05-11T14:00:00.000Z', undefined, today('2026-05-11')],
  [
    '30 days and a millisecond ago',
    '2026-05-11T13:59:59.999Z',
    undefined,
    refused('madeAt', TOO_OLD),
  ],
  ['too old, with a date', '2026-01-01T14:00:00Z', '2026-01-01', refused('madeAt', TOO_OLD)],
  // 10:00 in Chicago: the morning after the 6th, no matter when the call arrives.
  [
    'the day before it was made, in the morning',
    '2026-06-07T15:00:00Z',
    '2026-06-06',
    yesterday('2026-06-06'),
  ],
  [
    'the day before it was made, in the afternoon',
    '2026-06-07T18:00:00Z',
    '2026-06-06',
    refused('date', CLOSED),
  ],
  [
    'the current date, made days ago',
    '2026-06-07T15:00:00Z',
    '2026-06-10',
    refused('date', OTHER_DAY),
  ],
] as const)('made offline: %s', ([, madeAt, date, expected]) => {
  const stamp = { madeAt, ...(date && { date }) }
  expect(outcome({ ...stamp, now: '2026-06-10T14:00:00Z' })).toEqual(expected)
})

test('the day is that of the member’s own time zone', () => {
  const now = '2026-06-10T16:30:00Z'
  expect(outcome({ now, timeZone: 'Pacific/Kiritimati' })).toEqual(today('2026-06-11'))
  expect(outcome({ now, timeZone: 'Pacific/Pago_Pago' })).toEqual(today('2026-06-10'))
  expect(outcome({ now, date: '2026-06-10', timeZone: 'Pacific/Kiritimati' })).toEqual(
    yesterday('2026-06-10'),
  )
  expect(outcome({ now, date: '2026-06-09', timeZone: 'Pacific/Pago_Pago' })).toEqual(
    yesterday('2026-06-09'),
  )
})

test.for([
  // Clocks go from 02:00 to 03:00: the day begins when the gap ends.
  ['before the gap', '2026-03-08T01:59:59-06:00', undefined, today('2026-03-07')],
  ['after the gap', '2026-03-08T03:00:00-05:00', undefined, today('2026-03-08')],
  ['the short day’s morning', '2026-03-08T03:00:00-05:00', '2026-03-07', yesterday('2026-03-07')],
  ['the short day’s noon', '2026-03-08T12:00:00-05:00', '2026-03-07', refused('date', CLOSED)],
  // Clocks go from 02:00 back to 01:00: both belong to the night.
  ['the first 01:30', '2026-11-01T01:30:00-05:00', undefined, today('2026-10-31')],
  ['the second 01:30', '2026-11-01T01:30:00-06:00', undefined, today('2026-10-31')],
  ['the long day’s morning', '2026-11-01T11:59:00-06:00', '2026-10-31', yesterday('2026-10-31')],
  ['the long day’s noon', '2026-11-01T12:00:00-06:00', '2026-10-31', refused('date', CLOSED)],
] as const)('clocks change: %s', ([, now, date, expected]) => {
  expect(outcome({ now, ...(date && { date }) })).toEqual(expected)
})

test('in every zone, only today and, in the morning, yesterday are accepted', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const moments = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2027-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom(...zones),
      fc.integer({ min: -3, max: 3 }),
      (now, timeZone, distance) => {
        const day = logicalDate(now, timeZone)
        const date = addDays(day, distance)
        const clock = new Date(now).toLocaleString('en-GB', {
          timeZone,
          hour: 'numeric',
          hour12: false,
        })
        const isMorning = Number(clock) >= 3 && Number(clock) < 12
        const result = outcome({ date, now: now.toISOString(), timeZone })
        if (distance === 0) expect(result).toEqual(today(day))
        else if (distance === -1 && isMorning) expect(result).toEqual(yesterday(date))
        else expect(result).toEqual(refused('date', distance === -1 ? CLOSED : OTHER_DAY))
      },
    ),
    { numRuns: 2_000 },
  )
})
