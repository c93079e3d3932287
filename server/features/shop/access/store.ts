import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { PurchaseState } from '../policy.ts'

export interface AccessRow {
  checkoutId: string
  subscriptionRef: string | null
  state: PurchaseState
  isSurplus: boolean
  periodEnd: Date | null
  accessUntil: Date | null
}

/** A member's purchases of a product that give access or are active. */
export function listAccess(
  db: Queryable,
  { memberId, productId, now }: { memberId: string; productId: number; now: Date },
): Promise<AccessRow[]> {
  return db
    .selectFrom('purchase')
    .select(['checkoutId', 'subscriptionRef', 'state', 'isSurplus', 'periodEnd', 'accessUntil'])
    .where('memberId', '=', memberId)
    .where('productId', '=', productId)
    .where(sql<boolean>`(access_until is null or access_until > ${now} or state = 'active')`)
    .execute()
}
