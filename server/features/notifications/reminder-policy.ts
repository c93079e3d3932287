import { type DateText, logicalDate, weekdayOf } from '#contract/logical-date.ts'
import type { ReminderObstacle } from '#contract/notifications.ts'
import { isQuietTime, quietUntil } from './policy.ts'
import type { ReminderRow } from './reminder-store.ts'

/** A reminder that is later than this, such as after a server was off, is left out. */
export const LATEST_REMINDER_MS = 3 * 60 * 60_000

/** Why none comes as things are, whatever the day; null where one does. */
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
 * Whether a reminder for a logical day may still reach its member: while the day lasts and soon
 * enough, not on a rest day, in quiet hours or once something was done.
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
