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
  'areQuestionsChecked',
  'areRulesShown',
] as const

/** A session on air, or one that has ended. */
export type SessionRow = Pick<Selectable<LiveSession>, (typeof SESSION)[number]>

/**
 * Columns that only servers of the previous release read: who has the room, and where they would
 * forward calls about it. This process takes no forwarded calls.
 */
const PREVIOUS_RELEASE = { nodeId: randomUUID(), nodeUrl: '-' }

/**
 * Inserts a session that isn't on air yet: for everyone else, it has ended. Returns its id, which the
 * room needs before it can open.
 */
export async function reserveSession(
  db: Queryable,
  { startedBy, now }: { startedBy: string; now: Date },
): Promise<number> {
  const row = await db
    .insertInto('liveSession')
    .values({ ...PREVIOUS_RELEASE, startedBy, startedAt: now, seenAt: now, endedAt: now })
    .returning('liveSessionId')
    .executeTakeFirstOrThrow()
  return row.liveSessionId
}

/** Puts a reserved session on air. The unique index `live_session_on_air` refuses a second one. */
export async function putOnAir(
  trx: Queryable,
  { liveSessionId, now }: { liveSessionId: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('liveSession')
    .set({ startedAt: now, seenAt: now, endedAt: null })
    .where('liveSessionId', '=', liveSessionId)
    .execute()
}

/** Deletes a reserved session whose room didn't open. */
export async function deleteSession(db: Queryable, liveSessionId: number): Promise<void> {
  await db.deleteFrom('liveSession').where('liveSessionId', '=', liveSessionId).execute()
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
