import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { brokenUniqueRule } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { isReturnAddress } from '../address-changes/holds.ts'
import { dropMails } from '../email/service.ts'
import { EMAIL_TAKEN } from './service.ts'
import { deleteCodes, deleteResets, findMember, type MemberRow } from './store.ts'

const RULE = 'member_email_key'

/**
 * Changes an account's email address in the caller's transaction. The new address is not verified.
 * Codes and reset links sent to the old address stop working, and emails queued for it are dropped;
 * sessions stay. The payment provider learns the new address once it is verified. Throws `conflict` if
 * the new address is taken or the old one is no longer the account's.
 */
export async function moveAddress(
  context: Context,
  trx: Trx,
  input: { memberId: string; oldEmail: string; newEmail: string; field: string },
): Promise<void> {
  await requireNoReturn(context, trx, input)
  // Codes are locked before the member, in the same order as a sign-in locks them.
  await deleteCodes(trx, input.oldEmail)
  const moved = await tryMove(trx, input)
  if (!moved) {
    throw new AppError('conflict', 'This address was just changed. Please look at it again.')
  }
  await deleteResets(trx, input.memberId)
  await dropMails(trx, input.oldEmail)
  await context.jobs.send(trx, 'update-customer', { memberId: input.memberId })
}

/** The account's current address; undefined if there is no such account. */
export async function emailOf(db: Queryable, memberId: string): Promise<string | undefined> {
  return (await findMember(db, memberId))?.email
}

/** The account's current address if it is verified. */
export async function verifiedEmailOf(
  db: Queryable,
  memberId: string,
): Promise<string | undefined> {
  const member = await findMember(db, memberId)
  return member?.emailVerifiedAt ? member.email : undefined
}

/** Ends an address's codes. Call it before locking the member, in the same order as a sign-in. */
export function endCodes(trx: Trx, email: string): Promise<void> {
  return deleteCodes(trx, email)
}

async function tryMove(
  trx: Trx,
  { field, ...move }: { memberId: string; oldEmail: string; newEmail: string; field: string },
): Promise<MemberRow | undefined> {
  try {
    return await replaceEmail(trx, move)
  } catch (error) {
    if (brokenUniqueRule(error) !== RULE) throw error
    throw emailTaken(field)
  }
}

/** Throws `conflict` if another account can still return to this address by undoing a change. */
async function requireNoReturn(
  context: Context,
  trx: Trx,
  { memberId, newEmail, field }: { memberId: string; newEmail: string; field: string },
): Promise<void> {
  const input = { email: newEmail, memberId, now: context.now() }
  if (await isReturnAddress(trx, input)) throw emailTaken(field)
}

function emailTaken(field: string): AppError {
  return new AppError('conflict', EMAIL_TAKEN, { fields: { [field]: EMAIL_TAKEN } })
}

/**
 * Replaces a member's address with one that is not yet verified. Undefined if `oldEmail` is no
 * longer theirs. Violates a unique constraint if the new address is taken.
 */
function replaceEmail(
  trx: Queryable,
  input: { memberId: string; oldEmail: string; newEmail: string },
): Promise<MemberRow | undefined> {
  return trx
    .updateTable('member')
    .set({ email: input.newEmail, emailVerifiedAt: null })
    .where('memberId', '=', input.memberId)
    .where('email', '=', input.oldEmail)
    .returningAll()
    .executeTakeFirst()
}
