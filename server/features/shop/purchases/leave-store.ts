import type { Queryable } from '#server/db/connect.ts'

/**
 * The checkouts under way of a member who leaves. All of the member's are locked, so that whoever
 * takes a payment over comes wholly before the account is gone, or wholly after.
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

/** The subscriptions of a member that the provider has not ended. */
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
