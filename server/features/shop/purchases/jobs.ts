import type { Context } from '#server/context.ts'
import { updateCustomer } from '../checkout/customers.ts'
import { closeCheckout } from '../checkout/sessions.ts'
import { runDueComparison } from '../comparison/service.ts'
import { endSubscription } from './leave.ts'

/** The comparison is due once a day; checking hourly catches up after downtime or a failure. */
const EVERY_HOUR = '23 * * * *'

export async function startPurchaseJobs(context: Context): Promise<void> {
  await context.jobs.work('end-subscription', (job) => endSubscription(context, job))
  await context.jobs.work('close-checkout', (job) => closeCheckout(context, job))
  await context.jobs.work('update-customer', (job) => updateCustomer(context, job))
  await context.jobs.repeat('compare-payments', EVERY_HOUR, () => handleTurn(context))
}

async function handleTurn(context: Context): Promise<void> {
  try {
    await runDueComparison(context)
  } catch (error) {
    context.log.error({ err: error }, 'payments could not be compared with the provider')
    throw error
  }
}
