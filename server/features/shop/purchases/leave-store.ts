import type { Queryable } from '#server/db/connect.ts'

/**
 * The unfinished checkouts of a departing member. Locks all of the member's checkouts, so that a
 * payment is taken over either entirely before the deletion or entirely after it.
 */
export async function lockOpenDeals(
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
export async function lockRunning(
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
