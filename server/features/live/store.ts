import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { LiveSession } from '#server/db/schema.gen.ts'

const SESSION = [
  'liveSessionId',
  'startedAt',
  'endedAt',
  'nodeId',
  /** Empty once the process has released the room. */
  'nodeUrl',
  'seenAt',
  'participantCount',
  'isRecording',
  'isInviteOnly',
] as const

/** A session, with the process that holds its room. */
export type SessionRow = Pick<Selectable<LiveSession>, (typeof SESSION)[number]>

/** How other processes identify and reach this one. */
export interface NodeAddress {
  nodeId: string
  nodeUrl: string
}

/** Inserts an open session. The unique index `live_session_on_air` refuses a second one. */
export function insertSession(
  trx: Queryable,
  { startedBy, now, ...node }: NodeAddress & { startedBy: string; now: Date },
): Promise<SessionRow> {
  return trx
    .insertInto('liveSession')
    .values({ ...node, startedBy, startedAt: now, seenAt: now })
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

export function findSession(db: Queryable, liveSessionId: number): Promise<SessionRow | undefined> {
  return db
    .selectFrom('liveSession')
    .select(SESSION)
    .where('liveSessionId', '=', liveSessionId)
    .executeTakeFirst()
}

/**
 * Ends the open session; optionally only with this id, or if it was last seen before a time. Returns
 * the ids of ended sessions: none if it was over already.
 */
export async function endSession(
  db: Queryable,
  { now, liveSessionId, seenBefore }: { now: Date; liveSessionId?: number; seenBefore?: Date },
): Promise<number[]> {
  let ending = db
    .updateTable('liveSession')
    .set({ endedAt: now, participantCount: 0, isRecording: false })
    .where('endedAt', 'is', null)
  if (liveSessionId !== undefined) ending = ending.where('liveSessionId', '=', liveSessionId)
  if (seenBefore) ending = ending.where('seenAt', '<', seenBefore)
  const rows = await ending.returning('liveSessionId').execute()
  return rows.map((row) => row.liveSessionId)
}

/** The heartbeat of the process that holds the room. False if it no longer holds it. */
export async function touchSession(
  db: Queryable,
  input: {
    liveSessionId: number
    nodeId: string
    now: Date
    participantCount: number
    isRecording: boolean
  },
): Promise<boolean> {
  const { liveSessionId, nodeId, now: seenAt, participantCount, isRecording } = input
  const result = await db
    .updateTable('liveSession')
    .set({ seenAt, participantCount, isRecording })
    .where('liveSessionId', '=', liveSessionId)
    .where('nodeId', '=', nodeId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Moves the room of a dead process to another one. False if yet another process was faster. */
export async function takeSession(
  trx: Queryable,
  { from, to, now }: { from: SessionRow; to: NodeAddress; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('liveSession')
    .set({ ...to, seenAt: now, participantCount: 0, isRecording: false })
    .where('liveSessionId', '=', from.liveSessionId)
    .where('nodeId', '=', from.nodeId)
    .where('seenAt', '=', from.seenAt)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Releases the process's room, so that another process can take it over at once. */
export async function releaseSession(db: Queryable, { nodeId }: NodeAddress): Promise<void> {
  await db
    .updateTable('liveSession')
    .set({ nodeUrl: '', participantCount: 0, isRecording: false })
    .where('nodeId', '=', nodeId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Also deletes expired tickets. */
export async function insertTicket(
  db: Queryable,
  ticket: {
    ticketHash: Buffer
    liveSessionId: number
    memberId: string
    sessionId: number
    expiresAt: Date
  },
  now: Date,
): Promise<void> {
  await db.deleteFrom('liveTicket').where('expiresAt', '<=', now).execute()
  await db.insertInto('liveTicket').values(ticket).execute()
}

/** Uses up a ticket: if it is presented twice, only one call gets it. Undefined for an invalid ticket. */
export function takeTicket(
  db: Queryable,
  { ticketHash, now }: { ticketHash: Buffer; now: Date },
): Promise<{ memberId: string; sessionId: number; liveSessionId: number } | undefined> {
  return db
    .deleteFrom('liveTicket')
    .where('ticketHash', '=', ticketHash)
    .where('expiresAt', '>', now)
    .returning(['memberId', 'sessionId', 'liveSessionId'])
    .executeTakeFirst()
}

/** Bars a member for the rest of the session, and deletes their tickets. */
export async function barMember(
  trx: Queryable,
  { liveSessionId, memberId, now }: { liveSessionId: number; memberId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('liveRemoval')
    .values({ liveSessionId, memberId, removedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .deleteFrom('liveTicket')
    .where('liveSessionId', '=', liveSessionId)
    .where('memberId', '=', memberId)
    .execute()
}

export async function isBarred(
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

/** Deletes the co-hosts of ended sessions. */
export async function deleteCohosts(
  trx: Queryable,
  liveSessionIds: readonly number[],
): Promise<void> {
  await trx.deleteFrom('liveCohost').where('liveSessionId', 'in', liveSessionIds).execute()
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
