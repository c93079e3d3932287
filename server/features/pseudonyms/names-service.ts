import type { Context } from '#server/context.ts'
import { isReservedName, nameKey } from '#server/domain/name-key.ts'
import { windowStart } from './policy.ts'
import { isNameInUse, listChanges } from './store.ts'

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
  const key = nameKey(name)
  if (key === '') return false
  return !(await isNameInUse(db, { key, since: windowStart(now()), exceptMemberId: memberId }))
}

/** When a member changed their name, as far back as that is stored; for an export. */
export async function readPseudonymChanges(
  { db }: Pick<Context, 'db'>,
  memberId: string,
): Promise<{ changedAt: Date }[]> {
  const changes = await listChanges(db, { memberId, since: new Date(0) })
  return changes.map((changedAt) => ({ changedAt }))
}
