import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { findDeal } from '../events/store.ts'
import { orUnknown, refreshDeal } from '../events/sync-service.ts'
import { giveUpCheckout, giveUpOpening, listPayable } from './store.ts'

/**
 * Queues the closing of a product's checkouts when it is unpublished, in the same transaction. That
 * transaction locks the product, so no new checkout can open meanwhile.
 */
export async function closeCheckoutsOf(
  context: Context,
  trx: Trx,
  productId: number,
): Promise<void> {
  for (const { checkoutId } of await listPayable(trx, productId)) {
    await context.jobs.send(trx, 'close-checkout', { checkoutId })
  }
}

/**
 * Closes a checkout that must not be paid anymore. If it was already paid, the payment is taken
 * over, so that the buyer gets the product.
 */
export async function closeCheckout(
  context: Context,
  { checkoutId }: { checkoutId: string },
): Promise<void> {
  const { db, payments, now } = context
  // A call that is still opening it finds it expired, and sends nobody to it.
  if (await giveUpOpening(db, { checkoutId, now: now() })) return
  const deal = await findDeal(db, checkoutId)
  if (!deal?.sessionRef) return
  const isOurs = deal.provider === payments.name
  if (isOurs && (await orUnknown(payments.expireCheckout(deal.sessionRef)))) {
    await refreshDeal(context, { checkoutId })
  } else {
    await giveUpCheckout(db, { checkoutId, now: now() })
  }
}
