import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { notifyTeamOf } from '../../notifications/team-notices.ts'
import { lockCheckout } from '../checkout/store.ts'
import {
  findCheckoutId,
  findPurchaseByCheckout,
  insertMismatch,
  updatePurchase,
} from '../events/store.ts'
import { refreshCheckout } from '../events/sync.ts'
import { hasAccess, isRunning } from '../policy.ts'
import type { PurchaseRow } from './store.ts'

/**
 * Queues the end of a departing member's subscriptions and open checkouts, in the transaction that
 * deletes the account. Purchases stay without a member.
 */
export async function leavePurchases(context: Context, trx: Trx, memberId: string): Promise<void> {
  for (const { checkoutId } of await lockOpenCheckouts(trx, memberId)) {
    await context.jobs.send(trx, 'close-checkout', { checkoutId })
  }
  for (const { provider, subscriptionRef } of await lockRunning(trx, memberId)) {
    await context.jobs.send(trx, 'end-subscription', { provider, subscriptionRef })
  }
}

/**
 * Ends an expired subscription that the provider no longer knows: it was made at a provider that
 * isn't in use, or with other keys. Otherwise it would block a new purchase.
 */
export async function endLost(context: Context, purchase: PurchaseRow): Promise<void> {
  const { purchaseId, checkoutId, subscriptionRef, periodEnd } = purchase
  const foundAt = context.now()
  await inTransaction(context.db, async (trx) => {
    const checkout = await lockCheckout(trx, checkoutId)
    const found = await findPurchaseByCheckout(trx, checkoutId)
    if (!checkout || !found || !isRunning(found) || hasAccess(found, foundAt)) return
    await updatePurchase(trx, purchaseId, { state: 'ended', endedAt: periodEnd ?? foundAt })
    const sentence = `The payment service no longer knows the subscription ${subscriptionRef}. Its paid time was over, so it was ended here.`
    await insertMismatch(trx, { purchaseId, checkoutId, sentence, isMended: true, foundAt })
  })
  context.changes.announce({ kind: 'topic', topic: 'purchases' })
}

/** Ends a subscription at the provider and takes over its new state. */
export async function endSubscription(
  context: Context,
  { provider, subscriptionRef }: { provider: string; subscriptionRef: string },
): Promise<void> {
  const checkoutId = await findCheckoutId(context.db, provider, { subscriptionRef })
  if (provider !== context.payments.name) {
    const sentence = `The subscription ${subscriptionRef} should end, but it was made at ${provider}, which is no longer in use. Please end it there.`
    const foundAt = context.now()
    const mismatch = { purchaseId: null, checkoutId: checkoutId ?? null, sentence, foundAt }
    await insertMismatch(context.db, { ...mismatch, isMended: false })
    await notifyTeamOf(context, context.db, 'team-payment')
    return
  }
  await context.payments.endSubscription(subscriptionRef)
  if (checkoutId) await refreshCheckout(context, { checkoutId })
}

/**
 * The unfinished checkouts of a departing member. Locks all of the member's checkouts, so that a
 * payment is taken over either entirely before the deletion or entirely after it.
 */
async function lockOpenCheckouts(
  trx: Queryable,
  memberId: string,
): Promise<{ checkoutId: string }[]> {
  const rows = await trx
    .selectFrom('checkout')
    .select(['checkoutId', 'status'])
    .where('memberId', '=', memberId)
    .orderBy('checkoutId')
    .forUpdate()
    .execute()
  return rows.filter(({ status }) => ['opening', 'open', 'processing'].includes(status))
}

/**
 * A member's subscriptions that haven't ended at the provider, locked until the transaction ends.
 */
async function lockRunning(
  trx: Queryable,
  memberId: string,
): Promise<{ provider: string; subscriptionRef: string }[]> {
  const rows = await trx
    .selectFrom('purchase')
    .select(['provider', 'subscriptionRef'])
    .where('memberId', '=', memberId)
    .where('productType', '=', 'subscription')
    .where('state', '<>', 'ended')
    .orderBy('purchaseId')
    .forUpdate()
    .execute()
  return rows.flatMap(({ provider, subscriptionRef }) =>
    subscriptionRef === null ? [] : { provider, subscriptionRef },
  )
}
