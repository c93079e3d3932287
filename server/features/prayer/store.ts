import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { type Listed, listSlice, type Slice, walkRows } from '#server/db/page.ts'
import type { PrayerRequest } from '#server/db/schema.gen.ts'
import { setWaiting } from '../review/waiting.ts'

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

export async function insertRequest(
  trx: Queryable,
  request: Insertable<PrayerRequest>,
): Promise<PrayerState> {
  const added = await trx
    .insertInto('prayerRequest')
    .values(request)
    .returning(STATE)
    .executeTakeFirstOrThrow()
  await setWaiting(trx, 'prayer', added.prayerRequestId)
  return added
}

export async function updateRequest(
  trx: Queryable,
  requestId: number,
  changes: Updateable<PrayerRequest>,
): Promise<PrayerState> {
  const changed = await trx
    .updateTable('prayerRequest')
    .set(changes)
    .where('prayerRequestId', '=', requestId)
    .returning(STATE)
    .executeTakeFirstOrThrow()
  await setWaiting(trx, 'prayer', requestId)
  return changed
}

/** Returns the deleted request; undefined if the member has no such request. */
export async function deleteRequest(
  trx: Queryable,
  { memberId, requestId }: { memberId: string; requestId: number },
): Promise<PrayerState | undefined> {
  const deleted = await trx
    .deleteFrom('prayerRequest')
    .where('prayerRequestId', '=', requestId)
    .where('memberId', '=', memberId)
    .returning(STATE)
    .executeTakeFirst()
  if (deleted) await setWaiting(trx, 'prayer', requestId)
  return deleted
}

/** Deletes all of a member's requests; returns whether any existed. */
export async function deleteRequests(trx: Queryable, memberId: string): Promise<boolean> {
  const rows = await trx
    .deleteFrom('prayerRequest')
    .where('memberId', '=', memberId)
    .returning('prayerRequestId')
    .execute()
  const deleted = rows.map(({ prayerRequestId }) => prayerRequestId)
  await setWaiting(trx, 'prayer', deleted)
  return deleted.length > 0
}

/** All of a member's requests, oldest first. */
export function walkOwnRequests(db: Queryable, memberId: string): AsyncIterable<PrayerState> {
  const own = db.selectFrom('prayerRequest').select(STATE).where('memberId', '=', memberId)
  return walkRows(own, ['prayerRequestId'])
}

export interface PrayedFor {
  memberId: string
  timeZone: string
}

export function utcDate(instant: Date): RawBuilder<string> {
  return sql`(${instant}::timestamptz at time zone 'UTC')::date`
}
