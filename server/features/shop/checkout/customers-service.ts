import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { orUnknown } from '../events/sync-service.ts'
import { findCustomer } from '../purchases/store.ts'
import { findMemberEmail } from './store.ts'

/** Has the provider told of a member's new address, in the transaction that gives it. */
export function moveCustomer(context: Context, trx: Trx, memberId: string): Promise<void> {
  return context.jobs.send(trx, 'update-customer', { memberId })
}

/**
 * Tells the provider the address that a member has now, so that its receipts go there. One whom it
 * does not know any more gets another customer, with the address, at the next checkout.
 */
export async function updateCustomer(
  { db, payments }: Context,
  { memberId }: { memberId: string },
): Promise<void> {
  const customerRef = await findCustomer(db, { memberId, provider: payments.name })
  const email = await findMemberEmail(db, memberId)
  if (customerRef === undefined || email === undefined) return
  await orUnknown(payments.setCustomerEmail(customerRef, email))
}
