import { logicalDate } from '#contract/logical-date.ts'
import type { Reminder, ReminderChoice } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { nextReminder, reminderAfterZoneChange } from '#server/domain/reminder.ts'
import { obstacleOf } from './reminder-policy.ts'
import {
  findReminder,
  isDone,
  lockReminder,
  type ReminderRow,
  saveReminder,
} from './reminder-store.ts'

/** The defaults offered to a member who never had a reminder. */
const USUAL = { clockTime: '07:30', weekdays: [0, 1, 2, 3, 4, 5, 6] }

/** The member's reminder; undefined if the account no longer exists. */
export async function readReminder(
  context: Context,
  memberId: string,
): Promise<Reminder | undefined> {
  const row = await findReminder(context.db, { memberId, usual: USUAL })
  if (!row) return undefined
  const { clockTime, weekdays, channel } = row
  const isOn = row.nextAt !== null
  const obstacle = isOn ? obstacleOf(row) : null
  const next = isOn && obstacle === null ? await nextToCome(context, { memberId, row }) : null
  return { isOn, clockTime, weekdays, channel, nextAt: next?.toISOString() ?? null, obstacle }
}

/** When the next reminder will be sent: skips rest days, and today if an action is already done. */
async function nextToCome(
  context: Context,
  { memberId, row }: { memberId: string; row: ReminderRow },
): Promise<Date> {
  const now = context.now()
  const today = logicalDate(now, row.timeZone)
  const weekdays = row.weekdays.filter((weekday) => !row.restWeekdays.includes(weekday))
  const hasOpenToday = row.sentDay === null || row.sentDay < today
  const isTodayDone = hasOpenToday && (await isDone(context.db, { memberId, day: today }))
  const sentDay = isTodayDone ? today : row.sentDay
  return nextReminder({ ...row, weekdays, after: now, sentDay }).at
}

/** Turns the reminder on, changes it, or turns it off. */
export async function changeReminder(
  context: Context,
  trx: Trx,
  { memberId, choice: { isOn, ...choice } }: { memberId: string; choice: ReminderChoice },
): Promise<void> {
  await lockReminder(trx, memberId)
  const row = await findReminder(trx, { memberId, usual: USUAL })
  if (!row) return
  const next = isOn ? nextReminder({ ...row, ...choice, after: context.now() }) : null
  await saveReminder(trx, { memberId, choice, next })
}

/** Moves the next reminder to the same clock time in the member's new time zone. */
export async function moveReminder(context: Context, trx: Trx, memberId: string): Promise<void> {
  await lockReminder(trx, memberId)
  const row = await findReminder(trx, { memberId, usual: USUAL })
  if (!row?.nextDay) return
  const { clockTime, weekdays, channel, nextDay: pendingDay } = row
  const next = reminderAfterZoneChange({ ...row, now: context.now(), pendingDay })
  await saveReminder(trx, { memberId, choice: { clockTime, weekdays, channel }, next })
}

/** Whether the member is reminded by email. */
export async function isRemindedByEmail(db: Queryable, memberId: string): Promise<boolean> {
  const row = await findReminder(db, { memberId, usual: USUAL })
  return row?.channel === 'email' && row.nextAt !== null
}

/** Turns an email reminder off or on again. A push reminder stays as it is. */
export async function switchReminderEmail(
  context: Context,
  trx: Trx,
  { memberId, isOn }: { memberId: string; isOn: boolean },
): Promise<void> {
  await lockReminder(trx, memberId)
  const row = await findReminder(trx, { memberId, usual: USUAL })
  if (row?.channel !== 'email' || isOn === (row.nextAt !== null)) return
  const { clockTime, weekdays, channel } = row
  const next = isOn ? nextReminder({ ...row, after: context.now() }) : null
  await saveReminder(trx, { memberId, choice: { clockTime, weekdays, channel }, next })
}
