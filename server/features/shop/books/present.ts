import type { Order, RevenueMonth, Subscriber } from '#contract/shop.ts'
import { dollarsOf } from '#server/domain/money.ts'
import { orderStatus } from '../comparison/present.ts'
import { hasAccess, isRunning } from '../policy.ts'
import type { MonthRow, OrderRow, SubscriberRow } from './store.ts'

/** Names an address and nothing else of the buyer: no login name, no pseudonym, no id. */
export function presentOrder(row: OrderRow): Order {
  return {
    id: row.paymentId,
    email: row.email,
    productId: row.productId,
    title: row.title ?? '',
    productType: row.productType ?? 'one_time',
    amount: dollarsOf(row.amountCents),
    refunded: dollarsOf(row.refundedCents),
    status: orderStatus(row),
    paidAt: row.paidAt.toISOString(),
    paymentId: row.paymentRef,
  }
}

export function presentSubscriber(row: SubscriberRow, now: Date): Subscriber {
  const renews = row.state === 'active' && !row.endsAtPeriodEnd && !row.isSurplus
  return {
    purchaseId: row.purchaseId,
    email: row.email,
    productId: row.productId,
    title: row.title,
    price: dollarsOf(row.priceCents),
    state: subscriberState(row),
    startedAt: row.purchasedAt.toISOString(),
    nextPaymentAt: renews ? (row.periodEnd?.toISOString() ?? null) : null,
    accessUntil: hasAccess(row, now) ? (row.accessUntil?.toISOString() ?? null) : null,
    subscriptionId: row.subscriptionRef,
  }
}

function subscriberState(row: SubscriberRow): Subscriber['state'] {
  const { state, endsAtPeriodEnd, isSurplus } = row
  if (isSurplus || !isRunning(row)) return 'ended'
  if (endsAtPeriodEnd) return 'canceled'
  return state === 'past_due' || state === 'paused' ? state : 'active'
}

/** One entry for each month, with nothing in it where nothing came. */
export function presentRevenue(
  months: readonly string[],
  rows: readonly MonthRow[],
): RevenueMonth[] {
  const byMonth = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => {
    const { cents = 0, payments = 0 } = byMonth.get(month) ?? {}
    return { month, amount: dollarsOf(cents), payments }
  })
}
