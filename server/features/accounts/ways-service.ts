import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { deleteResets, findMember, updateMember } from './store.ts'
import { takeOver } from './takeover-service.ts'

/** Ends every way into an account but its mailbox. */
export async function endAllWaysIn(context: Context, trx: Trx, memberId: string): Promise<void> {
  const member = await findMember(trx, memberId)
  if (member) await takeOver(context, trx, member)
}

/** The password stops working; the owner signs in with an emailed code and chooses a new one. */
export async function forgetPassword(context: Context, trx: Trx, memberId: string): Promise<void> {
  await deleteResets(trx, memberId)
  await updateMember(trx, memberId, {
    passwordHash: null,
    passwordAddressChangeId: null,
    devicesSince: context.now(),
  })
}
