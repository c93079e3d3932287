import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { brokenUniqueRule } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { isReturnAddress } from '../address-changes/holds-service.ts'
import { dropMails } from '../email/service.ts'
import { EMAIL_TAKEN } from './service.ts'
import { deleteCodes, deleteResets, type MemberRow, replaceEmail } from './store.ts'

const RULE = 'member_email_key'

/**
 * Moves an account to another address in the caller's transaction. The new one is not proven, and
 * what was sent to the old one (codes, reset links) is dead, what waits to be sent there is dropped;
 * sessions stay. Throws `conflict` when the new address is somebody's or the old one is not the
 * account's any more.
 */
export async function moveAddress(
  context: Context,
  trx: Trx,
  input: { memberId: string; oldEmail: string; newEmail: string; field: string },
): Promise<void> {
  await requireNoReturn(context, trx, input)
  // The code before the member, as signing in takes them.
  await deleteCodes(trx, input.oldEmail)
  const moved = await tryMove(trx, input)
  if (!moved) {
    throw new AppError('conflict', 'This address was just changed. Please look at it again.')
  }
  await deleteResets(trx, input.memberId)
  await dropMails(trx, input.oldEmail)
}

/** Ends the codes of an address, which whoever locks its member does first, as signing in does. */
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

/** An address that somebody can still return to is theirs. */
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
