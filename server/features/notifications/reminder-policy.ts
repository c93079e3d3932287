import { type DateText, logicalDate, weekdayOf } from '#contract/logical-date.ts'
import type { ReminderObstacle } from '#contract/notifications.ts'
import { isQuietTime, quietUntil } from './policy.ts'
import type { ReminderRow } from './reminder-store.ts'

/** A reminder later than this, for example after downtime, is skipped. */
export const LATEST_REMINDER_MS = 3 * 60 * 60_000

/** The lasting reason why no reminder will come on any day; null if one will. */
export function obstacleOf(row: ReminderRow): ReminderObstacle | null {
  const { quietHours, clockTime, weekdays, restWeekdays } = row
  const inTheWay = channelObstacle(row)
  if (inTheWay) return inTheWay
  if (quietHours && isQuietTime(clockTime, quietHours)) return 'quiet-hours'
  return weekdays.every((weekday) => restWeekdays.includes(weekday)) ? 'rest-days' : null
}

function channelObstacle(row: ReminderRow): ReminderObstacle | null {
  if (row.channel === 'push') return row.pushSubscriptionIds.length === 0 ? 'no-device' : null
  if (!row.isVerified) return 'unverified'
  return row.isHeldBack ? 'bounced' : null
}

/**
 * Whether a reminder for a logical day may still be sent: during that day and not too late, not on
 * a rest day, not in quiet hours, and not once an action is done.
 */
export function mayRemind(
  row: ReminderRow & { isDone: boolean },
  turn: { dueAt: Date; day: DateText; now: Date },
): boolean {
  const { dueAt, day, now } = turn
  return (
    !row.isSuspended &&
    !row.isDone &&
    channelObstacle(row) === null &&
    !row.restWeekdays.includes(weekdayOf(day)) &&
    logicalDate(now, row.timeZone) === day &&
    now.getTime() - dueAt.getTime() <= LATEST_REMINDER_MS &&
    !quietUntil(dueAt, row) &&
    !quietUntil(now, row)
  )
}
