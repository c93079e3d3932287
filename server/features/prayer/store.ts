import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice, walkRows } from '#server/db/page.ts'
import type { PrayerRequest } from '#server/db/schema.gen.ts'

/** A request with its author's community username. */
export interface ListedRow {
  prayerRequestId: number
  memberId: string
  anonymousUsername: string
  content: string
  prayerCount: number
  approvedAt: Date
  answer: string | null
  answeredAt: Date | null
}

/** A page cursor: the list continues after this request, which had this rank. */
export interface Cursor {
  /** The number of prayers, or the time of the answer in milliseconds. */
  rank: number
  prayerRequestId: number
}

const LISTED = sql`
  p.prayer_request_id, p.member_id, m.anonymous_username, p.content, p.prayer_count,
  p.approved_at, case when p.answer_state = 'approved' then p.answer end as answer, p.answered_at`

/** Open requests, the least prayed for first, then the oldest. */
export async function listOpen(
  db: Queryable,
  { after, limit, now }: { after: Cursor | undefined; limit: number; now: Date },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from prayer_request p join member m on m.member_id = p.member_id
    where p.status = 'approved' and p.hidden_at is null and p.ends_at > ${now} ${
      after
        ? sql`and (p.prayer_count, p.prayer_request_id) > (${after.rank}, ${after.prayerRequestId})`
        : sql``
    }
    order by p.prayer_count, p.prayer_request_id limit ${limit}`.execute(db)
  return rows
}

/** Answered requests, the newest first. */
export async function listAnswered(
  db: Queryable,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from prayer_request p join member m on m.member_id = p.member_id
    where p.status = 'answered' and p.hidden_at is null ${
      after
        ? sql`and (p.answered_at, p.prayer_request_id)
            < (${new Date(after.rank)}, ${after.prayerRequestId})`
        : sql``
    }
    order by p.answered_at desc, p.prayer_request_id desc limit ${limit}`.execute(db)
  return rows
}

/** The columns its author sees and that changes depend on. */
const STATE = [
  'prayerRequestId',
  'memberId',
  'content',
  'status',
  'rejectionReason',
  'hiddenAt',
  'wasPrayedFor',
  'endsAt',
  'answeredAt',
  'answer',
  'answerState',
  'waitingSince',
  'createdAt',
  'submittedAt',
] as const
export type PrayerState = Pick<Selectable<PrayerRequest>, (typeof STATE)[number]>

/** A member's requests in every state, newest first, with the total count. */
export function listOwn(
  db: Queryable,
  { memberId, ...slice }: Slice & { memberId: string },
): Promise<Listed<PrayerState>> {
  const own = db
    .selectFrom('prayerRequest')
    .select(STATE)
    .where('memberId', '=', memberId)
    .orderBy('prayerRequestId', 'desc')
  return listSlice(own, slice)
}

export function findRequest(db: Queryable, requestId: number): Promise<PrayerState | undefined> {
  return db
    .selectFrom('prayerRequest')
    .select(STATE)
    .where('prayerRequestId', '=', requestId)
    .executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockRequest(trx: Queryable, requestId: number): Promise<PrayerState | undefined> {
  return trx
    .selectFrom('prayerRequest')
    .select(STATE)
    .where('prayerRequestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
}

/** The request that a member sent under this key. */
export function findSent(
  db: Queryable,
  { memberId, key }: { memberId: string; key: string },
): Promise<PrayerState | undefined> {
  return db
    .selectFrom('prayerRequest')
    .select(STATE)
    .where('memberId', '=', memberId)
    .where('clientKey', '=', key)
    .executeTakeFirst()
}

/**
 * The number of a member's requests that are waiting or listed. Locks the member, so that their
 * concurrent calls run one after another.
 */
export async function countOpen(
  trx: Queryable,
  { memberId, now }: { memberId: string; now: Date },
): Promise<number> {
  await sql`select from member where member_id = ${memberId} for no key update`.execute(trx)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from prayer_request
    where member_id = ${memberId}
      and (status = 'pending' or (status = 'approved' and ends_at > ${now}))`.execute(trx)
  return rows[0]?.open ?? 0
}

export function insertRequest(
  trx: Queryable,
  request: Insertable<PrayerRequest>,
): Promise<PrayerState> {
  return trx.insertInto('prayerRequest').values(request).returning(STATE).executeTakeFirstOrThrow()
}

export function updateRequest(
  trx: Queryable,
  requestId: number,
  changes: Updateable<PrayerRequest>,
): Promise<PrayerState> {
  return trx
    .updateTable('prayerRequest')
    .set(changes)
    .where('prayerRequestId', '=', requestId)
    .returning(STATE)
    .executeTakeFirstOrThrow()
}

/** Returns the deleted request; undefined if the member has no such request. */
export async function deleteRequest(
  db: Queryable,
  { memberId, requestId }: { memberId: string; requestId: number },
): Promise<PrayerState | undefined> {
  return db
    .deleteFrom('prayerRequest')
    .where('prayerRequestId', '=', requestId)
    .where('memberId', '=', memberId)
    .returning(STATE)
    .executeTakeFirst()
}

/** Deletes all of a member's requests; returns whether any existed. */
export async function deleteRequests(trx: Queryable, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('prayerRequest')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** All of a member's requests, oldest first. */
export function walkOwnRequests(db: Queryable, memberId: string): AsyncIterable<PrayerState> {
  const own = db.selectFrom('prayerRequest').select(STATE).where('memberId', '=', memberId)
  return walkRows(own, ['prayerRequestId'])
}

// Prayers

/** Which of these marks exist. */
export async function findMarks(db: Queryable, marks: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ mark: Buffer }>`
    select mark from prayer_mark where mark = any(${marks}::bytea[])`.execute(db)
  return rows.map(({ mark }) => mark)
}

export interface PrayedFor {
  memberId: string
  timeZone: string
}

/**
 * Counts a prayer for an open request unless its mark exists. Returns the request's author if the
 * prayer was counted.
 */
export async function countPrayer(
  trx: Queryable,
  { requestId, mark, now }: { requestId: number; mark: Buffer; now: Date },
): Promise<PrayedFor | undefined> {
  const { rows } = await sql<PrayedFor>`
    with open as (
      select prayer_request_id from prayer_request
      where prayer_request_id = ${requestId} and status = 'approved' and hidden_at is null
        and ends_at > ${now}
      for no key update
    ), marked as (
      insert into prayer_mark (mark, marked_on) select ${mark}, ${utcDate(now)} from open
      on conflict do nothing returning mark
    ), counted as (
      update prayer_request set prayer_count = prayer_count + 1, was_prayed_for = true
      where prayer_request_id in (select prayer_request_id from open)
        and exists (select from marked)
      returning member_id
    )
    select m.member_id, m.time_zone from counted join member m using (member_id)`.execute(trx)
  return rows[0]
}

/** Reserves the author's daily notification; false if they were already notified that day. */
export async function takeTurn(
  trx: Queryable,
  { requestId, memberId, day }: { requestId: number; memberId: string; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    update prayer_request set told_on = ${day}
    where prayer_request_id = ${requestId} and not exists (
      select from prayer_request other where other.member_id = ${memberId} and other.told_on >= ${day}
    ) returning 1 as one`.execute(trx)
  return rows.length > 0
}

/** Deletes marks from before this date (UTC). */
export async function deleteMarks(db: Queryable, before: Date): Promise<void> {
  await sql`delete from prayer_mark where marked_on < ${utcDate(before)}`.execute(db)
}

// Scheduled work

/** Marks requests as ended when their time is over; returns how many. */
export async function endOver(db: Queryable, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('prayerRequest')
    .set({ status: 'ended' })
    .where('status', '=', 'approved')
    .where('endsAt', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Selects requests that end by `until` and whose authors weren't notified yet, and marks them as
 * notified.
 */
export async function takeEnding(
  trx: Queryable,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ prayerRequestId: number; memberId: string }[]> {
  const { rows } = await sql<{ prayerRequestId: number; memberId: string }>`
    update prayer_request set is_end_told = true where prayer_request_id in (
      select prayer_request_id from prayer_request
      where status = 'approved' and not is_end_told and ends_at > ${now} and ends_at <= ${until}
      order by ends_at limit ${limit} for no key update skip locked
    ) returning prayer_request_id, member_id`.execute(trx)
  return rows
}

/** Deletes requests that ended or were returned before then and aren't waiting for the team. */
export async function deleteOver(db: Queryable, before: Date): Promise<void> {
  await sql`
    delete from prayer_request
    where status in ('ended', 'rejected') and waiting_since is null
      and coalesce(ends_at, submitted_at) < ${before}`.execute(db)
}

function utcDate(instant: Date): RawBuilder<string> {
  return sql`(${instant}::timestamptz at time zone 'UTC')::date`
}
