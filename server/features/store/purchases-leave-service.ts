import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { insertMismatch } from './events-ledger-store.ts'
import { findCheckoutId } from './events-store.ts'
import { refreshDeal } from './events-sync-service.ts'
import { lockOpenDeals, lockRunning } from './purchases-leave-store.ts'

/**
 * Has the subscriptions of a member end whose account is being deleted, and open checkouts closed,
 * in the deletion's transaction. What was bought stays in the books without a member.
 */
export async function leavePurchases(context: Context, trx: Trx, memberId: string): Promise<void> {
  for (const { checkoutId } of await lockOpenDeals(trx, memberId)) {
    await context.jobs.send(trx, 'close-checkout', { checkoutId })
  }
  for (const { provider, subscriptionRef } of await lockRunning(trx, memberId)) {
    await context.jobs.send(trx, 'end-subscription', { provider, subscriptionRef })
  }
}

/** Ends a subscription at the provider, and takes over that it has ended. */
export async function endSubscription(
  context: Context,
  { provider, subscriptionRef }: { provider: string; subscriptionRef: string },
): Promise<void> {
  const checkoutId = await findCheckoutId(context.db, provider, { subscriptionRef })
  if (provider !== context.payments.name) {
    const sentence = `The subscription ${subscriptionRef} is to end, but it was made at ${provider}, which is not in use any more. Please end it there.`
    const foundAt = context.now()
    const mismatch = { purchaseId: null, checkoutId: checkoutId ?? null, sentence, foundAt }
    await insertMismatch(context.db, { ...mismatch, isMended: false })
    return
  }
  await context.payments.endSubscription(subscriptionRef)
  if (checkoutId) await refreshDeal(context, { checkoutId })
}
