import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { isReservedName, nameColumns, nameSkeleton } from '#server/domain/name-key.ts'
import { windowStart } from './policy.ts'
import { isNameInUse, leaveNames, listChanges, lockPseudonym } from './store.ts'

/**
 * Whether a community username is free: not taken, not similar to a taken one, not reserved, and
 * not given up within the last year by anyone but `memberId`.
 */
export async function isPseudonymFree(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: string,
  memberId?: string,
): Promise<boolean> {
  if (isReservedName(name)) return false
  const columns = nameColumns(name)
  if (columns.anonymousUsernameSkeleton === '') return false
  const since = windowStart(now())
  return !(await isNameInUse(db, { ...columns, since, exceptMemberId: memberId }))
}

/** Reserves the names of a member whose account is about to be deleted, for at least a year. */
export async function reserveNames(
  { now }: Pick<Context, 'now'>,
  trx: Trx,
  memberId: string,
): Promise<void> {
  const current = await lockPseudonym(trx, memberId)
  if (!current) return
  const skeleton = nameSkeleton(current.anonymousUsername)
  await leaveNames(trx, { memberId, skeleton, now: now() })
}

/** When a member changed their name, as far back as that is stored; for an export. */
export async function readPseudonymChanges(
  { db }: Pick<Context, 'db'>,
  memberId: string,
): Promise<{ changedAt: Date }[]> {
  const changes = await listChanges(db, { memberId, since: new Date(0) })
  return changes.map((changedAt) => ({ changedAt }))
}
