import { MINUTE_MS } from '#contract/durations.ts'
import type { JournalLock } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { provePassword } from '../accounts/passwords.ts'

/** The time a session last used the journal is written at most this often. */
const EXTEND_EVERY_MS = 20_000

/** Throws `journal_locked` while the journal is locked in this session; otherwise extends its time. */
export async function requireOpenJournal(context: Context, viewer: Viewer): Promise<void> {
  const now = context.now()
  const lock = await getLockState(context, viewer)
  if (isLocked(lock, now)) {
    throw new AppError('journal_locked', 'Enter your password to open your journal.')
  }
  const { minutes, seenAt } = lock
  if (minutes === null || seenAt === null) return
  if (Math.abs(now.getTime() - seenAt.getTime()) <= EXTEND_EVERY_MS) return
  await extendSeen(context.db, { sessionId: viewer.sessionId, seenAt, now })
}

export async function readLock(context: Context, viewer: Viewer): Promise<JournalLock> {
  const lock = await getLockState(context, viewer)
  return { minutes: lock.minutes, isLocked: isLocked(lock, context.now()) }
}

/** Sets the lock in all of the viewer's sessions; null removes it. */
export async function changeLock(
  context: Context,
  viewer: Viewer,
  input: { minutes: number | null; password: string },
): Promise<JournalLock> {
  await provePassword(context, viewer, { password: input.password, field: 'password' })
  await inTransaction(context.db, async (trx) => {
    await updateLock(trx, viewer.id, input.minutes)
    await updateSeen(trx, viewer.sessionId, context.now())
  })
  return readLock(context, viewer)
}

export async function unlock(
  context: Context,
  viewer: Viewer,
  password: string,
): Promise<JournalLock> {
  await provePassword(context, viewer, { password, field: 'password' })
  await updateSeen(context.db, viewer.sessionId, context.now())
  return readLock(context, viewer)
}

export async function lockNow(context: Context, viewer: Viewer): Promise<JournalLock> {
  await updateSeen(context.db, viewer.sessionId, null)
  return readLock(context, viewer)
}

async function getLockState(context: Context, viewer: Viewer): Promise<LockState> {
  const lock = await findLock(context.db, viewer.sessionId)
  if (!lock) throw notSignedIn()
  return lock
}

interface LockState {
  /** Minutes after which the password is asked for again; null without a lock. */
  minutes: number | null
  /** When the journal was last open in this session. */
  seenAt: Date | null
}

/**
 * Whether the journal is locked in a session. A `seenAt` far in the future, from a wrong clock,
 * doesn't open it.
 */
export function isLocked({ minutes, seenAt }: LockState, now: Date): boolean {
  if (minutes === null) return false
  if (seenAt === null) return true
  return Math.abs(now.getTime() - seenAt.getTime()) > minutes * MINUTE_MS
}

/** Undefined when the session has just ended. */
function findLock(db: Queryable, sessionId: number): Promise<LockState | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('member', 'member.memberId', 'session.memberId')
    .select(['member.journalLockMinutes as minutes', 'session.journalSeenAt as seenAt'])
    .where('session.sessionId', '=', sessionId)
    .executeTakeFirst()
}

async function updateLock(db: Queryable, memberId: string, minutes: number | null): Promise<void> {
  await db
    .updateTable('member')
    .set({ journalLockMinutes: minutes })
    .where('memberId', '=', memberId)
    .execute()
}

/** Opens the journal in a session; null closes it. */
async function updateSeen(db: Queryable, sessionId: number, seenAt: Date | null): Promise<void> {
  await db
    .updateTable('session')
    .set({ journalSeenAt: seenAt })
    .where('sessionId', '=', sessionId)
    .execute()
}

/** Extends the time of an open journal, unless it changed since `seenAt` was read. */
async function extendSeen(
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
