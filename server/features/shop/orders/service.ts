import { Readable } from 'node:stream'
import type { Currency } from '#contract/currencies.ts'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import { wallTime } from '#contract/logical-date.ts'
import type { Order, OrderFilter, RevenueMonth, Subscriber } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { sliceOf } from '#server/db/page.ts'
import { csvLine } from '#server/domain/csv.ts'
import { instantsOf } from '#server/domain/date-range.ts'
import { dollarsOf } from '#server/domain/money.ts'
import { runInstant } from '#server/domain/schedule.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import { readSettings } from '../../settings/service.ts'
import { orderStatus } from '../comparison/present.ts'
import { hasAccess, isRefundable, isRunning } from '../policy.ts'
import {
  countSubscriberMonths,
  countSubscribersAt,
  listOrders,
  listOrdersAfter,
  listSubscribers,
  type MonthRow,
  type OrderRow,
  type OrderSelection,
  type SubscriberMonthRow,
  type SubscriberRow,
  sumMonths,
} from './store.ts'

const REVENUE_MONTHS = 12
/** Payments of an export that are in memory at a time. */
const EXPORT_ROWS = 500

/**
 * Payments, newest first. They show buyers' addresses, so each read is in the audit log, with the
 * payments that a search matched; the same goes for subscribers.
 */
export async function browseOrders(
  context: Context,
  admin: Admin,
  query: PageQuery & OrderFilter,
): Promise<Page<Order>> {
  const selection = await selectionOf(context, query)
  const { rows, total } = await listOrders(context.replica, { ...selection, ...sliceOf(query) })
  const matched = rows.map(({ paymentId }) => String(paymentId))
  // Before responding, so that no match is shown that the log lacks.
  await recordAudit(context.db, admin, {
    action: 'orders-read',
    detail: { page: query.page, ...filterDetail(query), ...(query.q && { matched }) },
  })
  return { items: rows.map((row) => presentOrder(row, context.payments.name)), total }
}

/**
 * The payments as a CSV file, streamed in parts: the whole list is never in memory, and no
 * transaction stays open while it is sent.
 */
export async function exportOrders(
  context: Context,
  admin: Admin,
  query: OrderFilter,
): Promise<{ filename: string; stream: Readable }> {
  const selection = await selectionOf(context, query)
  const { timeZone, currency } = await readSettings(context.db)
  await recordAudit(context.db, admin, { action: 'orders-exported', detail: filterDetail(query) })
  const days = [query.from ?? 'start', query.to ?? wallTime(context.now(), timeZone).date]
  const lines = exportLines(context, selection, { timeZone, currency })
  return { filename: `orders-${days.join('-to-')}.csv`, stream: Readable.from(lines) }
}

async function* exportLines(
  context: Context,
  selection: OrderSelection,
  site: { timeZone: string; currency: Currency },
): AsyncGenerator<string> {
  // The byte order mark, by which spreadsheets recognize UTF-8.
  yield `\uFEFF${csvHeading(site.timeZone)}`
  let last: OrderRow | undefined
  do {
    const rows = await listOrdersAfter(context.replica, { ...selection, last, limit: EXPORT_ROWS })
    yield rows.map((row) => csvOrder(row, site)).join('')
    last = rows.length < EXPORT_ROWS ? undefined : rows.at(-1)
  } while (last)
}

async function selectionOf(
  { db, now }: Context,
  { q: text = '', ...range }: OrderFilter,
): Promise<OrderSelection> {
  const { timeZone } = await readSettings(db)
  return { text, now: now(), ...instantsOf(range, timeZone) }
}

/** Records that there was a search but not its text, which may be an address. */
function filterDetail({ q, from, to }: OrderFilter): Record<string, string> {
  return { searched: q ? 'yes' : 'no', ...(from && { from }), ...(to && { to }) }
}

/** Subscriptions, those with access first. */
export async function browseSubscribers(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<Subscriber>> {
  await recordAudit(context.db, admin, { action: 'subscribers-read', detail: { page: query.page } })
  const now = context.now()
  const { rows, total } = await listSubscribers(context.replica, { now, ...sliceOf(query) })
  return { items: rows.map((row) => presentSubscriber(row, now)), total }
}

/** Revenue and subscribers in the last twelve months of the community's calendar, oldest first. */
export async function readRevenue(context: Context): Promise<RevenueMonth[]> {
  const { timeZone } = await readSettings(context.db)
  const months = latestMonths(wallTime(context.now(), timeZone).date.slice(0, 7))
  const since = runInstant(`${months[0]}-01`, '00:00', timeZone)
  const [revenue, changes, subscribers] = await Promise.all([
    sumMonths(context.replica, { since, timeZone }),
    countSubscriberMonths(context.replica, { since, timeZone }),
    countSubscribersAt(context.replica, since),
  ])
  return presentRevenue(months, { revenue, changes, subscribers })
}

/** The twelve months up to this one, `YYYY-MM`, oldest first. */
function latestMonths(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: REVENUE_MONTHS }, (_, index) =>
    new Date(Date.UTC(year, number - REVENUE_MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}

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
  'Email',
  'Product',
  'Type',
  'Currency',
  'Amount',
  'Refunded',
  'Status',
  'Payment ID',
]

/** The header line of an export. */
function csvHeading(timeZone: string): string {
  return csvLine([`Date (${timeZone})`, ...CSV_NAMES])
}

/** A payment as a line of an export. */
function csvOrder(
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

function presentSubscriber(row: SubscriberRow, now: Date): Subscriber {
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
function presentRevenue(
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
      month,
      amount: dollarsOf(cents),
      payments,
      subscribersAtStart,
      newSubscribers: began,
      endedSubscribers: ended,
    }
  })
}
