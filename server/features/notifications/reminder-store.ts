import { type RawBuilder, sql } from 'kysely'
import type { DateText } from '#contract/logical-date.ts'
import type { ReminderChoice } from '#contract/notifications.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { Reminder } from '#server/domain/reminder.ts'
import { REACHABLE, type Reachable } from './store.ts'

export type ReminderChannel = ReminderChoice['channel']

/** A member's reminder and everything that decides whether it is sent. */
export interface ReminderRow extends Reachable {
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
export async function findReminder(
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
export async function lockReminder(trx: Trx, memberId: string): Promise<void> {
  await sql`select from reminder where member_id = ${memberId} for update`.execute(trx)
}

export async function isDone(
  db: Queryable,
  { memberId, day }: { memberId: string; day: DateText },
): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select ${isDoneOn(sql`${day}::date`)} as is_done
    from member m where m.member_id = ${memberId}`.execute(db)
  return rows[0]?.isDone ?? false
}

export async function saveReminder(
  trx: Queryable,
  input: {
    memberId: string
    choice: Omit<ReminderChoice, 'isOn'>
    next: Reminder | null
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
const FARTHEST_AHEAD_MS = 9 * 24 * 60 * 60_000

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

export interface Replanned {
  memberId: string
  next: Reminder
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

export interface SentReminder extends ReminderRow {
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
