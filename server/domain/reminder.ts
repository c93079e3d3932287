import {
  addDays,
  DAY_STARTS_AT_HOUR,
  type DateText,
  logicalDate,
  weekdayOf,
} from '#contract/logical-date.ts'
import { type ClockText, runInstant } from './schedule.ts'

const MINUTE_MS = 60_000
const DAY_STARTS_AT = `${String(DAY_STARTS_AT_HOUR).padStart(2, '0')}:00`
/** Between two zones, one instant belongs to dates that are so many days apart at most. */
const ZONES_SPAN_DAYS = 2

/** When a member is reminded. */
export interface ReminderTimes {
  clockTime: ClockText
  /** Weekdays of logical days, at least one. */
  weekdays: readonly number[]
  timeZone: string
}

export interface Reminder {
  at: Date
  /** The logical day that it is for; each day has one at most. */
  day: DateText
}

/**
 * The first reminder after an instant. A time before 3 AM belongs to the night after its logical day.
 * None comes for `sentDay`, which has had one, or for a day before it: after a change of the time
 * zone a date can come again.
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
 * The next reminder in a new time zone. Where the change jumps over today's time, today is not left
 * out: its reminder comes at once. `pendingDay` is the day of the reminder that was next before; when
 * it lies ahead, today's was sent already or never planned.
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

/** A date further ahead than any zone's was stored by a server whose clock was wrong. */
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
 * A time that comes twice counts the first time. For one that the clocks leave out it is the first
 * instant after the gap or, where the next day has begun by then, the last minute of the day.
 * Undefined for a date that the zone leaves out.
 */
function reminderOf(day: DateText, { clockTime, timeZone }: ReminderTimes): Date | undefined {
  const date = clockTime < DAY_STARTS_AT ? addDays(day, 1) : day
  const at = runInstant(date, clockTime, timeZone)
  const candidates = [at, new Date(at.getTime() - MINUTE_MS)]
  return candidates.find((instant) => logicalDate(instant, timeZone) === day)
}
