import type { User } from '#contract/accounts.ts'
import { PSEUDONYM_LIMITS, type PseudonymAllowance } from '#contract/pseudonyms.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import { type NameColumns, nameColumns, nameSkeleton } from '#server/domain/name-key.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { readUser, requireUserKnown } from '../accounts/service.ts'
import { recordSecurityEvent } from '../security-log/service.ts'
import {
  allowanceOf,
  deleteFormer,
  insertFormer,
  isPseudonymFree,
  listChanges,
  lockPseudonym,
  updatePseudonym,
  windowStart,
} from './names.ts'

const RULES = ['member_anonymous_username_key_key', 'member_one_name_skeleton']
const TAKEN = 'Community username is already taken'

export async function readAllowance(context: Context, viewer: Viewer): Promise<PseudonymAllowance> {
  const { changesLeft, nextChangeAt } = await allowance(context, context.db, viewer)
  return { changesLeft, nextChangeAt: nextChangeAt?.toISOString() ?? null }
}

/**
 * Changes the viewer's community username, which then appears on everything they wrote. The old
 * name stays reserved for them for a year. The same name changes nothing. Throws `conflict` if the
 * name is taken, no change is left, or the name has changed since `version`.
 */
export async function changePseudonym(
  context: Context,
  viewer: Viewer,
  { name, version, device }: { name: string; version: string | undefined; device: string },
): Promise<User> {
  await context.limits.consume('pseudonym-member', viewer.id)
  const isFree = await isPseudonymFree(context, name, viewer.id)
  await inTransaction(context.db, async (trx) => {
    const current = await lockPseudonym(trx, viewer.id)
    if (!current) throw notSignedIn()
    if (current.anonymousUsername === name) return
    await requireUserKnown(trx, viewer, { version, changes: { anonymousUsername: name } })
    await requireChangeLeft(context, trx, viewer)
    if (!isFree) throw taken()
    const [memberId, now] = [viewer.id, context.now()]
    await rename(trx, { memberId, ...nameColumns(name) })
    const nameKey = nameSkeleton(current.anonymousUsername)
    await insertFormer(trx, { memberId, nameKey, leftAt: now })
    await recordSecurityEvent(trx, { memberId, kind: 'pseudonym-changed', device, now })
  })
  // The lists as a whole, not story by story: that would reveal which stories one person wrote.
  context.changes.announce(
    { kind: 'member', memberId: viewer.id },
    { kind: 'topic', topic: 'stories' },
    { kind: 'topic', topic: 'replies' },
  )
  return readUser(context, viewer)
}

/** For a job: frees names that were given up more than a year ago. */
export function freeOldPseudonyms(context: Context): Promise<void> {
  return deleteFormer(context.db, windowStart(context.now()))
}

async function allowance(
  context: Context,
  db: Queryable,
  viewer: Viewer,
): Promise<ReturnType<typeof allowanceOf>> {
  const now = context.now()
  const since = windowStart(now)
  return allowanceOf(await listChanges(db, { memberId: viewer.id, since }), now)
}

async function requireChangeLeft(context: Context, trx: Trx, viewer: Viewer): Promise<void> {
  const { nextChangeAt } = await allowance(context, trx, viewer)
  if (!nextChangeAt) return
  const day = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: viewer.timeZone,
  }).format(nextChangeAt)
  const times = PSEUDONYM_LIMITS.changes === 2 ? 'twice' : `${PSEUDONYM_LIMITS.changes} times`
  throw new AppError(
    'conflict',
    `You can change your community username ${times} a year. The next change is possible on ${day}.`,
  )
}

async function rename(trx: Trx, row: NameColumns & { memberId: string }): Promise<void> {
  try {
    await updatePseudonym(trx, row)
  } catch (error) {
    throw RULES.includes(brokenUniqueRule(error) ?? '') ? taken() : error
  }
}

function taken(): AppError {
  return new AppError('conflict', TAKEN, { fields: { anonymousUsername: TAKEN } })
}
