import { MINUTE_MS } from '#contract/durations.ts'
import {
  addDays,
  DAY_STARTS_AT_HOUR,
  type DateText,
  logicalDate,
  weekdayOf,
} from '#contract/logical-date.ts'
import { type ClockText, runInstant } from './schedule.ts'

const DAY_STARTS_AT = `${String(DAY_STARTS_AT_HOUR).padStart(2, '0')}:00`
/** The same instant can be up to this many days apart by date in two zones. */
const ZONES_SPAN_DAYS = 2

export interface ReminderTimes {
  clockTime: ClockText
  /** Weekdays of logical days, at least one. */
  weekdays: readonly number[]
  timeZone: string
}

export interface Reminder {
  at: Date
  /** The logical day it is for; each day has at most one reminder. */
  day: DateText
}

/**
 * The first reminder after an instant. A time before 3 AM falls in the night after its logical day.
 * There is none for `sentDay`, which already had one, or for a day before it: after a time zone
 * change a date can come again.
 */
export function nextReminder(
  input: ReminderTimes & { after: Date; sentDay: DateText | null },
): Reminder {
  const { weekdays, timeZone, after } = input
  for (let day = logicalDate(after, timeZone); ; day = addDays(day, 1)) {
    if (!weekdays.includes(weekdayOf(day)) || hasHadOne(day, input)) continue
    const at = reminderOf(day, input)
    if (at && at > after) return { at, day }
  }
}

/**
 * The next reminder in a new time zone. If the change skips today's time, today's reminder is sent
 * at once. `pendingDay` is the day of the reminder that was due next before the change; if it is in
 * the future, today's was already sent or never planned.
 */
export function reminderAfterZoneChange(
  input: ReminderTimes & { now: Date; sentDay: DateText | null; pendingDay: DateText },
): Reminder {
  const { weekdays, timeZone, now, pendingDay } = input
  const today = logicalDate(now, timeZone)
  const next = nextReminder({ ...input, after: now })
  const isJumpedOver =
    pendingDay <= today &&
    next.day > today &&
    weekdays.includes(weekdayOf(today)) &&
    !hasHadOne(today, { ...input, after: now })
  return isJumpedOver ? { at: now, day: today } : next
}

/**
 * Whether the day already had a reminder. A date further ahead than any zone's is ignored: a server
 * with a wrong clock stored it.
 */
function hasHadOne(
  day: DateText,
  { sentDay, after, timeZone }: { sentDay: DateText | null; after: Date; timeZone: string },
): boolean {
  if (sentDay === null || sentDay > addDays(logicalDate(after, timeZone), ZONES_SPAN_DAYS)) {
    return false
  }
  return day <= sentDay
}

/**
 * When the day's reminder is due. A time that occurs twice counts the first time. A time that
 * clocks skip becomes the first instant after the gap or, if the next day has begun by then, the
 * last minute of the day. Undefined for a date that the zone skips.
 */
function reminderOf(day: DateText, { clockTime, timeZone }: ReminderTimes): Date | undefined {
  const date = clockTime < DAY_STARTS_AT ? addDays(day, 1) : day
  const at = runInstant(date, clockTime, timeZone)
  const candidates = [at, new Date(at.getTime() - MINUTE_MS)]
  return candidates.find((instant) => logicalDate(instant, timeZone) === day)
}
