import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { LiveSession } from '#server/db/schema.gen.ts'

const SESSION = [
  'liveSessionId',
  'startedAt',
  'endedAt',
  /** The latest sign of life of the process with the room. */
  'seenAt',
  'participantCount',
  'isRecording',
  'isInviteOnly',
] as const

/** A session on air, or one that has ended. */
export type SessionRow = Pick<Selectable<LiveSession>, (typeof SESSION)[number]>

/**
 * Columns that only servers of the previous release read: who has the room, and where they would
 * forward calls about it. This process takes no forwarded calls.
 */
const PREVIOUS_RELEASE = { nodeId: randomUUID(), nodeUrl: '-' }

/** Inserts an open session. The unique index `live_session_on_air` refuses a second one. */
export function insertSession(
  trx: Queryable,
  { startedBy, now }: { startedBy: string; now: Date },
): Promise<SessionRow> {
  return trx
    .insertInto('liveSession')
    .values({ ...PREVIOUS_RELEASE, startedBy, startedAt: now, seenAt: now })
    .returning(SESSION)
    .executeTakeFirstOrThrow()
}

export function findOpenSession(db: Queryable): Promise<SessionRow | undefined> {
  return db
    .selectFrom('liveSession')
    .select(SESSION)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * Ends the open session, or with `seenBefore` only if it was last seen before that time. Returns the
 * id of the session that has ended, if any.
 */
export async function endSession(
  db: Queryable,
  { now, seenBefore }: { now: Date; seenBefore?: Date },
): Promise<number | undefined> {
  let ending = db
    .updateTable('liveSession')
    .set({ endedAt: now, participantCount: 0, isRecording: false })
    .where('endedAt', 'is', null)
  if (seenBefore) ending = ending.where('seenAt', '<', seenBefore)
  const row = await ending.returning('liveSessionId').executeTakeFirst()
  return row?.liveSessionId
}

/** Stores the session's numbers and a sign of life. False if it has ended. */
export async function touchSession(
  db: Queryable,
  input: { liveSessionId: number; now: Date; participantCount: number; isRecording: boolean },
): Promise<boolean> {
  const { liveSessionId, now: seenAt, participantCount, isRecording } = input
  const result = await db
    .updateTable('liveSession')
    .set({ seenAt, participantCount, isRecording })
    .where('liveSessionId', '=', liveSessionId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Marks that this process has opened the room of an earlier one; nobody is in it yet. */
export async function reopenSession(trx: Queryable, liveSessionId: number): Promise<void> {
  await trx
    .updateTable('liveSession')
    .set({ ...PREVIOUS_RELEASE, participantCount: 0, isRecording: false })
    .where('liveSessionId', '=', liveSessionId)
    .execute()
}

/** Keeps a member out for the rest of the session. */
export async function insertRemoval(
  db: Queryable,
  { liveSessionId, memberId, now }: { liveSessionId: number; memberId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('liveRemoval')
    .values({ liveSessionId, memberId, removedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The members whom a host has removed from the session. */
export async function listRemoved(db: Queryable, liveSessionId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('liveRemoval')
    .select('memberId')
    .where('liveSessionId', '=', liveSessionId)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

export async function isRemoved(
  db: Queryable,
  { liveSessionId, memberId }: { liveSessionId: number; memberId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('liveRemoval')
    .select('memberId')
    .where('liveSessionId', '=', liveSessionId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores whether members can speak only by invitation. */
export async function updateInviteOnly(
  db: Queryable,
  { liveSessionId, isInviteOnly }: { liveSessionId: number; isInviteOnly: boolean },
): Promise<void> {
  await db
    .updateTable('liveSession')
    .set({ isInviteOnly })
    .where('liveSessionId', '=', liveSessionId)
    .execute()
}

/** Makes a member a co-host for this session. */
export async function insertCohost(
  db: Queryable,
  cohost: { liveSessionId: number; memberId: string },
): Promise<void> {
  await db
    .insertInto('liveCohost')
    .values(cohost)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteCohost(
  db: Queryable,
  { liveSessionId, memberId }: { liveSessionId: number; memberId: string },
): Promise<void> {
  await db
    .deleteFrom('liveCohost')
    .where('liveSessionId', '=', liveSessionId)
    .where('memberId', '=', memberId)
    .execute()
}

/** Deletes the co-hosts of a session that has ended. */
export async function deleteCohosts(trx: Queryable, liveSessionId: number): Promise<void> {
  await trx.deleteFrom('liveCohost').where('liveSessionId', '=', liveSessionId).execute()
}

export async function listCohosts(db: Queryable, liveSessionId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('liveCohost')
    .select('memberId')
    .where('liveSessionId', '=', liveSessionId)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** The progress of notifying members about a session; locks the row until the transaction ends. */
export function lockNotificationProgress(
  trx: Queryable,
  liveSessionId: number,
): Promise<
  | { toldThrough: string | null; startedBy: string | null; startedAt: Date; isOver: boolean }
  | undefined
> {
  return trx
    .selectFrom('liveSession')
    .select([
      'toldThrough',
      'startedBy',
      'startedAt',
      sql<boolean>`ended_at is not null`.as('isOver'),
    ])
    .where('liveSessionId', '=', liveSessionId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateNotificationProgress(
  trx: Queryable,
  { liveSessionId, toldThrough }: { liveSessionId: number; toldThrough: string },
): Promise<void> {
  await trx
    .updateTable('liveSession')
    .set({ toldThrough })
    .where('liveSessionId', '=', liveSessionId)
    .execute()
}

/** Members who may join now, ordered by id, starting after `after`. */
export async function listWithAccess(
  db: Queryable,
  {
    productId,
    after,
    limit,
    now,
  }: {
    productId: number
    after: string | null
    limit: number
    now: Date
  },
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select m.member_id from member m
    where m.suspended_at is null and (${after}::uuid is null or m.member_id > ${after}::uuid)
      and (m.is_admin or exists (
        select from purchase p where p.member_id = m.member_id and p.product_id = ${productId}
          and (p.access_until is null or p.access_until > ${now})
      ))
    order by m.member_id limit ${limit}`.execute(db)
  return rows.map((row) => row.memberId)
}
