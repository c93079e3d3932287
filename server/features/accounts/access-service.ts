import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { deleteResets } from './password-resets-store.ts'
import { findMember, updateMember } from './store.ts'
import { takeOver } from './takeover-service.ts'

/** Ends all access to an account except through its mailbox. */
export async function endAllAccess(context: Context, trx: Trx, memberId: string): Promise<void> {
  const member = await findMember(trx, memberId)
  if (member) await takeOver(context, trx, member)
}

/** Removes the password. The owner then signs in with an emailed code and sets a new one. */
export async function forgetPassword(context: Context, trx: Trx, memberId: string): Promise<void> {
  await deleteResets(trx, memberId)
  await updateMember(trx, memberId, {
    passwordHash: null,
    passwordAddressChangeId: null,
    devicesSince: context.now(),
  })
}
