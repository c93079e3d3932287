import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
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
