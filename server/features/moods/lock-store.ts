import type { Queryable } from '#server/db/connect.ts'
import type { LockState } from './policy.ts'

/** Undefined when the session has just ended. */
export function findLock(db: Queryable, sessionId: number): Promise<LockState | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('member', 'member.memberId', 'session.memberId')
    .select(['member.journalLockMinutes as minutes', 'session.journalSeenAt as seenAt'])
    .where('session.sessionId', '=', sessionId)
    .executeTakeFirst()
}

export async function updateLock(
  db: Queryable,
  memberId: string,
  minutes: number | null,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ journalLockMinutes: minutes })
    .where('memberId', '=', memberId)
    .execute()
}

/** Opens the journal in a session; null closes it. */
export async function updateSeen(
  db: Queryable,
  sessionId: number,
  seenAt: Date | null,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ journalSeenAt: seenAt })
    .where('sessionId', '=', sessionId)
    .execute()
}

/** Extends the time of an open journal, unless it changed since `seenAt` was read. */
export async function extendSeen(
  db: Queryable,
  input: { sessionId: number; seenAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ journalSeenAt: input.now })
    .where('sessionId', '=', input.sessionId)
    .where('journalSeenAt', '=', input.seenAt)
    .execute()
}
