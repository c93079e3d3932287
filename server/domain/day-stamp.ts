import { DAY_MS } from '#contract/durations.ts'
import type { DayStamp } from '#contract/fields.ts'
import {
  addDays,
  DAY_STARTS_AT_HOUR,
  type DateText,
  logicalDate,
  wallTime,
} from '#contract/logical-date.ts'
import { AppError } from '#server/domain/app-error.ts'

/** How many days later an offline change can still be added. */
const LATEST_DAYS = 30
/** The day before can be finished until this hour, local time. */
const YESTERDAY_CLOSES_AT_HOUR = 12

/**
 * The logical day, in the member's time zone, that a stamp refers to. It is judged at the moment
 * the stamp was made, so a change made offline counts for the day it was made on; a device clock
 * that runs ahead counts as now. `finishedLater` marks the day before, which can be named until
 * noon. Throws `invalid_input` for any other day.
 */
export function resolveDay(input: { stamp: DayStamp; now: Date; timeZone: string }): {
  day: DateText
  finishedLater: boolean
} {
  const { stamp, timeZone } = input
  const madeAt = momentOf(stamp, input.now)
  const today = logicalDate(madeAt, timeZone)
  if (stamp.date === undefined || stamp.date === today) return { day: today, finishedLater: false }
  if (stamp.date !== addDays(today, -1)) {
    throw refusedDate('Only today and, until noon, yesterday can be changed.')
  }
  if (!mayFinishYesterday(madeAt, timeZone)) throw refusedDate('That day is closed.')
  return { day: stamp.date, finishedLater: true }
}

/**
 * When the change was made: the stamp's time, but never later than now. Throws `invalid_input` if
 * that is too long ago.
 */
export function momentOf(stamp: DayStamp, now: Date): Date {
  if (stamp.madeAt === undefined) return now
  const madeAt = new Date(stamp.madeAt)
  if (madeAt > now) return now
  if (now.getTime() - madeAt.getTime() > LATEST_DAYS * DAY_MS) {
    const sentence = 'This is too old to be added.'
    throw new AppError('invalid_input', sentence, { fields: { madeAt: sentence } })
  }
  return madeAt
}

/** Whether the local time is between the start of the day and noon. */
export function mayFinishYesterday(instant: Date, timeZone: string): boolean {
  const { hour } = wallTime(instant, timeZone)
  return hour >= DAY_STARTS_AT_HOUR && hour < YESTERDAY_CLOSES_AT_HOUR
}

function refusedDate(sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { date: sentence } })
}
