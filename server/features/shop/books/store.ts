import { sql } from 'kysely'
import type { ProductType } from '#contract/shop.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { PaymentDispute, PaymentStatus } from '#server/db/schema.gen.ts'
import type { PurchaseState } from '../policy.ts'

interface PageOf<Row> {
  rows: Row[]
  total: number
}

export interface OrderRow {
  paymentId: number
  /** Null once the account is gone. */
  email: string | null
  productId: number | null
  title: string | null
  productType: ProductType | null
  amountCents: number
  refundedCents: number
  status: PaymentStatus
  dispute: PaymentDispute
  paidAt: Date
  paymentRef: string
}

/** Payments, newest first; those on their way are none yet. */
export async function listOrders(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<PageOf<OrderRow>> {
  const rows = await db
    .selectFrom('payment')
    .leftJoin('checkout', 'checkout.checkoutId', 'payment.checkoutId')
    .leftJoin('purchase', 'purchase.purchaseId', 'payment.purchaseId')
    .leftJoin('product', 'product.productId', 'checkout.productId')
    .leftJoin('member', 'member.memberId', 'checkout.memberId')
    .select((eb) => [
      'payment.paymentId',
      'member.email',
      'checkout.productId',
      eb.fn.coalesce('purchase.title', 'product.title').as('title'),
      'checkout.productType',
      'payment.amountCents',
      'payment.refundedCents',
      'payment.status',
      'payment.dispute',
      'payment.paidAt',
      'payment.paymentRef',
    ])
    .where('payment.status', '<>', 'pending')
    .orderBy('payment.paidAt', 'desc')
    .orderBy('payment.paymentId', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('payment')
    .where('status', '<>', 'pending')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export interface SubscriberRow {
  purchaseId: number
  email: string | null
  productId: number
  title: string
  priceCents: number
  state: PurchaseState
  endsAtPeriodEnd: boolean
  isSurplus: boolean
  periodEnd: Date | null
  accessUntil: Date | null
  purchasedAt: Date
  subscriptionRef: string
}

/**
 * Subscriptions, those that give access first, then the newest. Each half is read by the index that
 * holds its order, as far as the page goes.
 */
export async function listSubscribers(
  db: Queryable,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<PageOf<SubscriberRow>> {
  const counted = await db
    .selectFrom('purchase')
    .where('productType', '=', 'subscription')
    .where('subscriptionRef', 'is not', null)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where access_until > ${now})::int`.as('giving'),
    ])
    .executeTakeFirstOrThrow()
  const { total, giving } = counted
  const first = offset < giving ? await listHalf(db, { now, givesAccess: true, limit, offset }) : []
  const rest = limit - first.length
  const further = { limit: rest, offset: Math.max(0, offset - giving) }
  const second = rest > 0 ? await listHalf(db, { now, givesAccess: false, ...further }) : []
  return { rows: [...first, ...second], total }
}

async function listHalf(
  db: Queryable,
  input: { now: Date; givesAccess: boolean; limit: number; offset: number },
): Promise<SubscriberRow[]> {
  const { now, givesAccess, limit, offset } = input
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('purchase')
        .selectAll()
        .where('productType', '=', 'subscription')
        .where('subscriptionRef', 'is not', null)
        .where(
          givesAccess
            ? sql<boolean>`access_until > ${now}`
            : sql<boolean>`(access_until > ${now}) is not true`,
        )
        .orderBy('purchasedAt', 'desc')
        .orderBy('purchaseId', 'desc')
        .limit(limit)
        .offset(offset)
        .as('purchase'),
    )
    .leftJoin('member', 'member.memberId', 'purchase.memberId')
    .select([
      'purchase.purchaseId',
      'member.email',
      'purchase.productId',
      'purchase.title',
      'purchase.priceCents',
      'purchase.state',
      'purchase.endsAtPeriodEnd',
      'purchase.isSurplus',
      'purchase.periodEnd',
      'purchase.accessUntil',
      'purchase.purchasedAt',
      'purchase.subscriptionRef',
    ])
    .orderBy('purchase.purchasedAt', 'desc')
    .orderBy('purchase.purchaseId', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, subscriptionRef: row.subscriptionRef ?? '' }))
}

export interface MonthRow {
  /** `YYYY-MM`. */
  month: string
  cents: number
  payments: number
}

/**
 * What came in each month of a time zone, less what of it was given back since, from an instant on.
 * Months without a payment are left out.
 */
export async function sumMonths(
  db: Queryable,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(paid_at at time zone ${timeZone}, 'YYYY-MM') as month,
      sum(case when dispute = 'lost' then 0 else greatest(amount_cents - refunded_cents, 0) end)::float8
        as cents,
      count(*)::int as payments
    from payment where status = 'paid' and paid_at >= ${since}
    group by 1`.execute(db)
  return rows
}
