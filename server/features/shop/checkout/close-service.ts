import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { findDeal } from '../events/store.ts'
import { orUnknown, refreshDeal } from '../events/sync-service.ts'
import { giveUpCheckout, giveUpOpening, listPayable } from './store.ts'

/**
 * Has the checkouts of a product closed that is taken off sale, in the transaction that does so,
 * which holds the product's lock: nobody opens another one meanwhile.
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
 * Closes a checkout that nobody is to pay any more. One that was paid before this is taken over: its
 * buyer gets what was paid for.
 */
export async function closeCheckout(
  context: Context,
  { checkoutId }: { checkoutId: string },
): Promise<void> {
  const { db, payments, now } = context
  // Whoever is opening it finds it over, and gives its address to nobody.
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
