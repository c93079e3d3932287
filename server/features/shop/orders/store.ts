import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { ProductType } from '#contract/shop.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Listed, type Slice } from '#server/db/page.ts'
import type { DB, PaymentDispute, PaymentStatus } from '#server/db/schema.gen.ts'
import type { InstantRange } from '#server/domain/date-range.ts'
import type { PurchaseState } from '../policy.ts'

export interface OrderRow {
  paymentId: number
  /** Null once the account is deleted. */
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
  checkoutId: string | null
  provider: string
  subscriptionRef: string | null
  /** Its subscription still runs. */
  isSubscribed: boolean
  /** Its purchase gives access now, through this payment. */
  givesAccess: boolean
}

/** Selects payments; `text` matches the email, product or payment id. */
export interface OrderSelection extends InstantRange {
  text: string
  now: Date
}

/** Payments, newest first, without pending ones. */
export async function listOrders(
  db: Queryable,
  { limit, offset, ...selection }: OrderSelection & Slice,
): Promise<Listed<OrderRow>> {
  const rows = await orders(db, selection).limit(limit).offset(offset).execute()
  return { rows, total: await countRows(selected(db, selection)) }
}

/** The payments after `last`, or the first ones. */
export function listOrdersAfter(
  db: Queryable,
  input: OrderSelection & {
    last: Pick<OrderRow, 'paidAt' | 'paymentId'> | undefined
    limit: number
  },
): Promise<OrderRow[]> {
  const { last, limit, ...selection } = input
  return orders(db, selection)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(payment.paid_at, payment.payment_id) < (${last?.paidAt}, ${last?.paymentId})`,
      ),
    )
    .limit(limit)
    .execute()
}

export function orders(
  db: Queryable,
  selection: OrderSelection,
): SelectQueryBuilder<DB, 'payment' | 'checkout' | 'product' | 'member', OrderRow> {
  const { now } = selection
  const query = selected(db, selection)
    .leftJoin('purchase', 'purchase.purchaseId', 'payment.purchaseId')
    .select((eb) => [
      'payment.paymentId',
      'payment.checkoutId',
      'payment.provider',
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
      'purchase.subscriptionRef',
      sql<boolean>`coalesce(purchase.state in ('active', 'past_due', 'paused'), false)`.as(
        'isSubscribed',
      ),
      // Only the latest payment gives access.
      sql<boolean>`coalesce(
        not purchase.is_surplus
        and (purchase.access_until is null or purchase.access_until > ${now})
        and not exists (
          select from payment later
          where later.purchase_id = payment.purchase_id and later.status = 'paid'
            and (later.paid_at, later.payment_ref) > (payment.paid_at, payment.payment_ref)
        ), false)`.as('givesAccess'),
    ])
    .orderBy('payment.paidAt', 'desc')
    .orderBy('payment.paymentId', 'desc')
  // Hides the joined table from the type, since callers don't filter by it.
  return query as unknown as SelectQueryBuilder<
    DB,
    'payment' | 'checkout' | 'product' | 'member',
    OrderRow
  >
}

function selected(db: Queryable, { text, since, before }: OrderSelection) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('payment')
    .leftJoin('checkout', 'checkout.checkoutId', 'payment.checkoutId')
    .leftJoin('product', 'product.productId', 'checkout.productId')
    .leftJoin('member', 'member.memberId', 'checkout.memberId')
    .where('payment.status', '<>', 'pending')
    .$if(since !== undefined, (query) => query.where('payment.paidAt', '>=', since ?? null))
    .$if(before !== undefined, (query) => query.where('payment.paidAt', '<', before ?? null))
    .$if(text !== '', (query) =>
      query.where((eb) =>
        eb.or([
          // Addresses are stored in lower case.
          eb('member.email', 'like', pattern.toLowerCase()),
          eb('product.title', 'ilike', pattern),
          eb('payment.paymentRef', '=', text),
          eb('payment.purchaseId', 'in', (of) =>
            of.selectFrom('purchase').select('purchaseId').where('subscriptionRef', '=', text),
          ),
        ]),
      ),
    )
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
 * Subscriptions, those with access first, then newest first. Each half is read through an index in
 * its own order, only as far as the page needs.
 */
export async function listSubscribers(
  db: Queryable,
  { now, limit, offset }: Slice & { now: Date },
): Promise<Listed<SubscriberRow>> {
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
  input: Slice & { now: Date; givesAccess: boolean },
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
 * Revenue per month of a time zone from an instant on, less later refunds. Months without a payment
 * are left out.
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

export interface SubscriberMonthRow {
  /** `YYYY-MM`. */
  month: string
  began: number
  ended: number
}

/** How many subscriptions began and ended in each month of a time zone, from an instant on. */
export async function countSubscriberMonths(
  db: Queryable,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<SubscriberMonthRow[]> {
  const { rows } = await sql<SubscriberMonthRow>`
    select to_char(moment at time zone ${timeZone}, 'YYYY-MM') as month,
      sum(began)::int as began, sum(ended)::int as ended
    from (
      select purchased_at as moment, 1 as began, 0 as ended from purchase
      where product_type = 'subscription' and not is_surplus and purchased_at >= ${since}
      union all
      select ended_at, 0, 1 from purchase
      where product_type = 'subscription' and not is_surplus and ended_at >= ${since}
    ) changes
    group by 1`.execute(db)
  return rows
}

/** How many subscriptions ran at an instant. */
export async function countSubscribersAt(db: Queryable, instant: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int - (
      select count(*)::int from purchase
      where product_type = 'subscription' and not is_surplus and ended_at < ${instant}
    ) as count
    from purchase
    where product_type = 'subscription' and not is_surplus and purchased_at < ${instant}
  `.execute(db)
  return rows[0]?.count ?? 0
}
