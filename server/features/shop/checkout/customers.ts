import type { Context } from '#server/context.ts'
import { verifiedEmailOf } from '../../accounts/address.ts'
import { orUnknown } from '../events/sync.ts'
import { findCustomer } from '../purchases/store.ts'

/**
 * Sends a member's current address to the provider, so that receipts go there, but not before it is
 * verified: it may be somebody else's. A customer that the
 * provider no longer knows is replaced at the next checkout.
 */
export async function updateCustomer(
  { db, payments }: Context,
  { memberId }: { memberId: string },
): Promise<void> {
  const customerRef = await findCustomer(db, { memberId, provider: payments.name })
  const email = await verifiedEmailOf(db, memberId)
  if (customerRef === undefined || email === undefined) return
  await orUnknown(payments.setCustomerEmail(customerRef, email))
}
