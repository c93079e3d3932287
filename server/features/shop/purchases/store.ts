import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice, walkPages } from '#server/db/page.ts'
import type { Payment, Purchase } from '#server/db/schema.gen.ts'

export const PURCHASE = [
  'purchaseId',
  /** Null once the account is deleted. */
  'memberId',
  'productId',
  'productType',
  'title',
  'priceCents',
  'provider',
  'checkoutId',
  'subscriptionRef',
  'state',
  'endsAtPeriodEnd',
  'isSurplus',
  'periodEnd',
  'pastDueSince',
  'accessUntil',
  'purchasedAt',
  'endedAt',
] as const

export type PurchaseRow = Pick<Selectable<Purchase>, (typeof PURCHASE)[number]>

/** A purchase with further details for its member. */
export interface OwnPurchaseRow extends PurchaseRow {
  imageName: string | null
  hasFile: boolean
  isForSale: boolean
  /** Another purchase of the member blocks buying the product again. */
  hasOtherPurchase: boolean
  hasReceipt: boolean
  /** The latest payment was fully refunded, or its dispute was lost. */
  isRefunded: boolean
  /** The latest payment is disputed at the buyer's bank. */
  isDisputed: boolean
}

const COLUMNS = PURCHASE.map((column) => `purchase.${column}` as const)

/** One page of a member's purchases, newest first, with the total count. */
export async function listOwnPurchases(
  db: Queryable,
  input: Slice & { memberId: string },
): Promise<Listed<OwnPurchaseRow>> {
  const { memberId, limit, offset } = input
  const rows = await ownPurchases(db, memberId)
    .orderBy('purchase.purchasedAt', 'desc')
    .orderBy('purchase.purchaseId', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const total = await countRows(db.selectFrom('purchase').where('memberId', '=', memberId))
  return { rows, total }
}

export function findOwnPurchase(
  db: Queryable,
  {
    memberId,
    ...which
  }: { memberId: string } & ({ purchaseId: number } | { subscriptionRef: string }),
): Promise<OwnPurchaseRow | undefined> {
  const own = ownPurchases(db, memberId)
  const found =
    'purchaseId' in which
      ? own.where('purchase.purchaseId', '=', which.purchaseId)
      : own.where('purchase.subscriptionRef', '=', which.subscriptionRef)
  return found.executeTakeFirst()
}

function ownPurchases(db: Queryable, memberId: string) {
  return db
    .selectFrom('purchase')
    .innerJoin('product', 'product.productId', 'purchase.productId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payment')
          .whereRef('payment.purchaseId', '=', 'purchase.purchaseId')
          .where('payment.status', '=', 'paid')
          .select(['payment.amountCents', 'payment.refundedCents', 'payment.dispute'])
          .orderBy('payment.paidAt', 'desc')
          .orderBy('payment.paymentRef', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(COLUMNS)
    .select([
      'product.imageName',
      sql<boolean>`product.file_key is not null`.as('hasFile'),
      sql<boolean>`not product.is_deleted`.as('isForSale'),
      sql<boolean>`exists (
        select from purchase other
        where other.member_id = purchase.member_id and other.product_id = purchase.product_id
          and other.purchase_id <> purchase.purchase_id and not other.is_surplus
          and other.state in ('owned', 'active', 'past_due', 'paused', 'disputed')
      )`.as('hasOtherPurchase'),
      sql<boolean>`latest.amount_cents is not null`.as('hasReceipt'),
      sql<boolean>`purchase.state = 'refunded' or coalesce(
        latest.dispute = 'lost'
          or (latest.refunded_cents > 0 and latest.refunded_cents >= latest.amount_cents), false
      )`.as('isRefunded'),
      sql<boolean>`coalesce(latest.dispute = 'open', false)`.as('isDisputed'),
    ])
    .where('purchase.memberId', '=', memberId)
}

/** A member's purchases of one product. */
export function listPurchasesOf(
  db: Queryable,
  { memberId, productId }: { memberId: string; productId: number },
): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchase')
    .select(PURCHASE)
    .where('memberId', '=', memberId)
    .where('productId', '=', productId)
    .orderBy('purchasedAt')
    .orderBy('purchaseId')
    .execute()
}

/** The provider's id of the latest successful payment, which the receipt is for. */
export async function findLatestPayment(
  db: Queryable,
  purchaseId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment')
    .select('paymentRef')
    .where('purchaseId', '=', purchaseId)
    .where('status', '=', 'paid')
    .orderBy('paidAt', 'desc')
    .orderBy('paymentRef', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.paymentRef
}

export async function findCustomer(
  db: Queryable,
  { memberId, provider }: { memberId: string; provider: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('paymentCustomer')
    .select('customerRef')
    .where('memberId', '=', memberId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.customerRef
}

const BOOKED_PAYMENT = [
  'purchaseId',
  'amountCents',
  'refundedCents',
  'status',
  'dispute',
  'paidAt',
] as const

export type BookedPaymentRow = Pick<Selectable<Payment>, (typeof BOOKED_PAYMENT)[number]>

/** All of a member's purchases in pages, oldest first. */
export function walkOwnPurchases(db: Queryable, memberId: string): AsyncIterable<PurchaseRow[]> {
  const own = db.selectFrom('purchase').select(PURCHASE).where('memberId', '=', memberId)
  return walkPages(own, ['purchaseId'])
}

/** All payments of the given purchases, oldest first. */
export function listPaymentsOf(
  db: Queryable,
  purchaseIds: readonly number[],
): Promise<BookedPaymentRow[]> {
  return db
    .selectFrom('payment')
    .select(BOOKED_PAYMENT)
    .where(sql<boolean>`purchase_id = any(${purchaseIds}::int[])`)
    .orderBy('paidAt')
    .orderBy('paymentId')
    .execute()
}
