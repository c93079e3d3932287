import type { Context } from '#server/context.ts'
import { verifiedEmailOf } from '../../accounts/address.ts'
import { closeCheckout } from '../checkout/sessions.ts'
import { runDueComparison } from '../comparison/service.ts'
import { orUnknown } from '../events/sync.ts'
import { endSubscription } from './leave.ts'
import { findCustomer } from './store.ts'

/** The comparison is due once a day; checking hourly catches up after downtime or a failure. */
const EVERY_HOUR = '23 * * * *'

export async function startPurchaseJobs(context: Context): Promise<void> {
  await context.jobs.work('end-subscription', (job) => endSubscription(context, job))
  await context.jobs.work('close-checkout', (job) => closeCheckout(context, job))
  await context.jobs.work('update-customer', (job) => updateCustomer(context, job))
  await context.jobs.repeat('compare-payments', EVERY_HOUR, () => compareScheduled(context))
}

async function compareScheduled(context: Context): Promise<void> {
  try {
    await runDueComparison(context)
  } catch (error) {
    context.log.error({ err: error }, 'payments could not be compared with the provider')
    throw error
  }
}

/**
 * Sends a member's current address to the provider, so that receipts go there, but not before it is
 * verified: it may be somebody else's. A customer that the
 * provider no longer knows is replaced at the next checkout.
 */
async function updateCustomer(
  { db, payments }: Context,
  { memberId }: { memberId: string },
): Promise<void> {
  const customerRef = await findCustomer(db, { memberId, provider: payments.name })
  const email = await verifiedEmailOf(db, memberId)
  if (customerRef === undefined || email === undefined) return
  await orUnknown(payments.setCustomerEmail(customerRef, email))
}
