import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import { type DateText, logicalDate, weekdayOf } from '#contract/logical-date.ts'
import type { Reminder, ReminderChoice, ReminderObstacle } from '#contract/notifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import {
  nextReminder,
  type Reminder as ReminderTime,
  reminderAfterZoneChange,
} from '#server/domain/reminder.ts'
import { isQuietTime, quietUntil } from './policy.ts'
import { REACHABLE, type Reachable } from './service.ts'

/** The defaults offered to a member who never had a reminder. */
const USUAL = { clockTime: '07:30', weekdays: [0, 1, 2, 3, 4, 5, 6] }

/** The member's reminder; undefined if the account no longer exists. */
export async function readReminder(
  context: Pick<Context, 'now'> & { db: Queryable },
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
  context: Pick<Context, 'now'> & { db: Queryable },
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

/** A reminder later than this, for example after downtime, is skipped. */
export const LATEST_REMINDER_MS = 3 * HOUR_MS

/** The lasting reason why no reminder will come on any day; null if one will. */
function obstacleOf(row: ReminderRow): ReminderObstacle | null {
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
  at: { dueAt: Date; day: DateText; now: Date },
): boolean {
  const { dueAt, day, now } = at
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

type ReminderChannel = ReminderChoice['channel']

/** A member's reminder and everything that decides whether it is sent. */
interface ReminderRow extends Reachable {
  clockTime: string
  weekdays: number[]
  channel: ReminderChannel
  /** Null while it is off. */
  nextAt: Date | null
  nextDay: DateText | null
  sentAt: Date | null
  sentDay: DateText | null
  restWeekdays: number[]
  isVerified: boolean
}

/** For member `m`. */
const MEMBER_COLUMNS = sql`
  ${REACHABLE}, m.rest_weekdays, m.email_verified_at is not null as is_verified`

const REMINDER_COLUMNS = sql`r.clock_time, r.weekdays, r.channel, r.next_at, r.next_day, r.sent_at, r.sent_day`

/** Whether any action of member `m` was ticked on a logical day, as the weekly ring counts it. */
function isDoneOn(day: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from action_tick t where t.member_id = m.member_id and t.day = ${day})
    or exists (select from personal_action_tick t where t.member_id = m.member_id and t.day = ${day})
  )`
}

/**
 * The member's reminder, or the defaults, turned off, if they never had one. Undefined if the
 * account no longer exists.
 */
async function findReminder(
  db: Queryable,
  { memberId, usual }: { memberId: string; usual: Pick<ReminderRow, 'clockTime' | 'weekdays'> },
): Promise<ReminderRow | undefined> {
  const { rows } = await sql<ReminderRow>`
    select coalesce(r.clock_time, ${usual.clockTime}) as clock_time,
      coalesce(r.weekdays, ${usual.weekdays}::smallint[]) as weekdays,
      coalesce(r.channel, case when exists (
        select from push_subscription p where p.member_id = m.member_id
      ) then 'push' else 'email' end::reminder_channel) as channel,
      r.next_at, r.next_day, r.sent_at, r.sent_day, ${MEMBER_COLUMNS}
    from member m left join reminder r on r.member_id = m.member_id
    where m.member_id = ${memberId}`.execute(db)
  return rows[0]
}

/** Locks the member's reminder against sending and changes until the transaction ends. */
async function lockReminder(trx: Trx, memberId: string): Promise<void> {
  await sql`select from reminder where member_id = ${memberId} for update`.execute(trx)
}

async function isDone(
  db: Queryable,
  { memberId, day }: { memberId: string; day: DateText },
): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select ${isDoneOn(sql`${day}::date`)} as is_done
    from member m where m.member_id = ${memberId}`.execute(db)
  return rows[0]?.isDone ?? false
}

async function saveReminder(
  trx: Queryable,
  input: {
    memberId: string
    choice: Omit<ReminderChoice, 'isOn'>
    next: ReminderTime | null
  },
): Promise<void> {
  const { memberId, choice, next } = input
  const row = { ...choice, nextAt: next?.at ?? null, nextDay: next?.day ?? null }
  await trx
    .insertInto('reminder')
    .values({ memberId, ...row })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(row))
    .execute()
}

export interface DueReminder extends ReminderRow {
  memberId: string
  nextAt: Date
  nextDay: DateText
  isDone: boolean
}

/** A week plus a clock change: no reminder is further ahead. */
const FARTHEST_AHEAD_MS = 9 * DAY_MS

/**
 * A batch of reminders, earliest first, locked until the transaction ends; those another node has
 * locked are skipped. `due` ones are due; `astray` ones are so far ahead that a wrong clock must
 * have planned them.
 */
export async function lockReminders(
  trx: Queryable,
  { which, now, limit }: { which: 'due' | 'astray'; now: Date; limit: number },
): Promise<DueReminder[]> {
  const isMeant =
    which === 'due'
      ? sql`r.next_at <= ${now}`
      : sql`r.next_at > ${new Date(now.getTime() + FARTHEST_AHEAD_MS)}`
  const { rows } = await sql<DueReminder>`
    select r.member_id, ${REMINDER_COLUMNS}, ${MEMBER_COLUMNS},
      ${isDoneOn(sql`r.next_day`)} as is_done
    from reminder r join member m on m.member_id = r.member_id
    where ${isMeant} order by r.next_at limit ${limit}
    for update of r skip locked`.execute(trx)
  return rows
}

interface Replanned {
  memberId: string
  next: ReminderTime
  /** The logical day of the reminder that was just sent; null if none was sent. */
  sentDay: DateText | null
}

/** Records which reminders were sent and when the next ones are due, in one statement. */
export async function saveReplanned(
  trx: Queryable,
  { all, now }: { all: readonly Replanned[]; now: Date },
): Promise<void> {
  await sql`
    update reminder r set next_at = v.next_at, next_day = v.next_day,
      sent_day = coalesce(v.sent_day, r.sent_day),
      sent_at = case when v.sent_day is null then r.sent_at else ${now} end
    from unnest(
      ${all.map(({ memberId }) => memberId)}::uuid[],
      ${all.map(({ next }) => next.at)}::timestamptz[],
      ${all.map(({ next }) => next.day)}::date[],
      ${all.map(({ sentDay }) => sentDay)}::date[]
    ) as v (member_id, next_at, next_day, sent_day)
    where r.member_id = v.member_id`.execute(trx)
}

interface SentReminder extends ReminderRow {
  sentAt: Date
  sentDay: DateText
  isDone: boolean
}

/**
 * The last reminder sent to a member; undefined if none was sent or the account no longer exists.
 */
export async function findSent(db: Queryable, memberId: string): Promise<SentReminder | undefined> {
  const { rows } = await sql<SentReminder>`
    select ${REMINDER_COLUMNS}, ${MEMBER_COLUMNS}, ${isDoneOn(sql`r.sent_day`)} as is_done
    from reminder r join member m on m.member_id = r.member_id
    where r.member_id = ${memberId} and r.sent_at is not null`.execute(db)
  return rows[0]
}
