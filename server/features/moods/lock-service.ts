import type { JournalLock } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { provePassword } from '../accounts/passwords-service.ts'
import { extendSeen, findLock, updateLock, updateSeen } from './lock-store.ts'
import { isLocked, type LockState } from './policy.ts'

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
