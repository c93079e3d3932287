import type { Currency } from '#contract/currencies.ts'
import { wallTime } from '#contract/logical-date.ts'
import type { Order, RevenueMonth, Subscriber } from '#contract/shop.ts'
import { csvLine } from '#server/domain/csv.ts'
import { dollarsOf } from '#server/domain/money.ts'
import { orderStatus } from '../comparison/present.ts'
import { hasAccess, isRefundable, isRunning } from '../policy.ts'
import type { MonthRow, OrderRow, SubscriberMonthRow, SubscriberRow } from './store.ts'

/**
 * Shows only the buyer's email address: no login name, no pseudonym, no id.
 *
 * @param provider the current one; payments of another provider can't be refunded
 */
export function presentOrder(row: OrderRow, provider: string): Order {
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
    subscriptionId: row.subscriptionRef,
    refund: canRefund(row, provider)
      ? {
          amount: dollarsOf(row.amountCents - row.refundedCents),
          endsAccess: row.givesAccess,
          isSubscribed: row.isSubscribed,
        }
      : null,
  }
}

export function canRefund({ status: state, ...row }: OrderRow, provider: string): boolean {
  return row.provider === provider && isRefundable({ ...row, state })
}

const CSV_NAMES = [
  ...['Email', 'Product', 'Type', 'Currency', 'Amount', 'Refunded', 'Status', 'Payment ID'],
]

/** The header line of an export. */
export function csvHeading(timeZone: string): string {
  return csvLine([`Date (${timeZone})`, ...CSV_NAMES])
}

/** A payment as a line of an export. */
export function csvOrder(
  row: OrderRow,
  { timeZone, currency }: { timeZone: string; currency: Currency },
): string {
  const { date, hour, minute } = wallTime(row.paidAt, timeZone)
  const clock = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  return csvLine([
    `${date} ${clock}`,
    row.email ?? '',
    row.title ?? '',
    row.productType === 'subscription' ? 'Subscription' : 'One-time',
    currency.toUpperCase(),
    dollarsOf(row.amountCents),
    dollarsOf(row.refundedCents),
    orderStatus(row).replace('_', ' '),
    row.paymentRef,
  ])
}

export function presentSubscriber(row: SubscriberRow, now: Date): Subscriber {
  const renews = row.state === 'active' && !row.endsAtPeriodEnd && !row.isSurplus
  return {
    purchaseId: row.purchaseId,
    email: row.email,
    productId: row.productId,
    title: row.title,
    price: dollarsOf(row.priceCents),
    state: subscriberState(row, now),
    startedAt: row.purchasedAt.toISOString(),
    nextPaymentAt: renews ? (row.periodEnd?.toISOString() ?? null) : null,
    accessUntil: hasAccess(row, now) ? (row.accessUntil?.toISOString() ?? null) : null,
    subscriptionId: row.subscriptionRef,
  }
}

function subscriberState(row: SubscriberRow, now: Date): Subscriber['state'] {
  const { state, endsAtPeriodEnd, isSurplus } = row
  if (isSurplus || !isRunning(row)) return 'ended'
  if (endsAtPeriodEnd) return 'canceled'
  if (state === 'past_due' || state === 'paused') return state
  return hasAccess(row, now) ? 'active' : 'on_hold'
}

/**
 * One entry per month, including months without payments.
 *
 * @param subscribers their number at the start of the first month
 */
export function presentRevenue(
  months: readonly string[],
  input: {
    revenue: readonly MonthRow[]
    changes: readonly SubscriberMonthRow[]
    subscribers: number
  },
): RevenueMonth[] {
  const revenue = new Map(input.revenue.map((row) => [row.month, row]))
  const changes = new Map(input.changes.map((row) => [row.month, row]))
  let running = input.subscribers
  return months.map((month) => {
    const { cents = 0, payments = 0 } = revenue.get(month) ?? {}
    const { began = 0, ended = 0 } = changes.get(month) ?? {}
    const subscribersAtStart = running
    running += began - ended
    return {
      ...{ month, amount: dollarsOf(cents), payments },
      ...{ subscribersAtStart, newSubscribers: began, endedSubscribers: ended },
    }
  })
}
