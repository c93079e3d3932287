import { DAY_MS } from '#contract/durations.ts'
import { type PurchaseStatus, SHOP_LIMITS } from '#contract/shop.ts'
import type { PaymentSnapshot, SubscriptionSnapshot } from '#server/ports/payments/port.ts'

/** `owned`, `refunded` and `disputed` apply to one-time products, the others to subscriptions. */
export type PurchaseState =
  | 'owned'
  | 'active'
  | 'past_due'
  | 'paused'
  | 'ended'
  | 'refunded'
  | 'disputed'

export type PaymentFacts = Pick<
  PaymentSnapshot,
  'paymentRef' | 'state' | 'amountCents' | 'refundedCents' | 'dispute' | 'paidAt'
>

/** A purchase as the provider's state defines it. */
export interface PurchaseTerms {
  state: PurchaseState
  priceCents: number
  endsAtPeriodEnd: boolean
  /** Null for a one-time product. */
  periodEnd: Date | null
  pastDueSince: Date | null
  /** Until when it gives access; null means forever, a past date means no access. */
  accessUntil: Date | null
  purchasedAt: Date
  endedAt: Date | null
}

/** The facts that decide what a member may do with a purchase. */
export interface PurchaseFacts {
  state: PurchaseState
  endsAtPeriodEnd: boolean
  isSurplus: boolean
  periodEnd: Date | null
  accessUntil: Date | null
}

/**
 * A subscription's terms, from its state at the provider and all known payments. Apart from `seen`,
 * which stands in for a failed payment that isn't known yet, they depend on nothing else, so the
 * order in which events arrive doesn't matter.
 */
export function subscriptionTerms(
  snapshot: SubscriptionSnapshot,
  payments: readonly PaymentFacts[],
  seen: Date,
): PurchaseTerms {
  const { state, periodEnd, startedAt, endedAt } = snapshot
  const pastDueSince = state === 'past_due' ? firstFailure(snapshot, payments, seen) : null
  return {
    // The first payment arrived, or there would be no purchase: only a later payment is missing.
    state: state === 'incomplete' ? 'past_due' : state,
    priceCents: snapshot.priceCents,
    endsAtPeriodEnd: snapshot.endsAtPeriodEnd,
    periodEnd,
    pastDueSince,
    accessUntil: accessUntil({ snapshot, payments, pastDueSince }),
    purchasedAt: startedAt,
    endedAt: state === 'ended' ? (endedAt ?? startedAt) : null,
  }
}

/**
 * A subscription gives access until the end of the paid period, or for seven days from the first
 * failure of a renewal if that is later. It gives none while paused, or while its latest payment,
 * the one for the current period, is fully refunded or disputed. The next payment gives access
 * again.
 */
function accessUntil(input: {
  snapshot: SubscriptionSnapshot
  payments: readonly PaymentFacts[]
  pastDueSince: Date | null
}): Date {
  const { snapshot, payments, pastDueSince } = input
  const { state, startedAt, periodEnd } = snapshot
  const paid = latestPaid(payments)
  if (paid && refundStatusOf(paid) !== 'kept') return paid.paidAt
  if (state === 'active') return periodEnd
  if (state === 'ended') return earlier(snapshot.endedAt ?? startedAt, periodEnd)
  if (pastDueSince === null) return startedAt
  return later(periodEnd, new Date(pastDueSince.getTime() + SHOP_LIMITS.pastDueDays * DAY_MS))
}

/** When a renewal first failed after the latest successful payment. */
function firstFailure(
  { periodEnd }: SubscriptionSnapshot,
  payments: readonly PaymentFacts[],
  seen: Date,
): Date {
  const paidAt = latestPaid(payments)?.paidAt ?? new Date(0)
  const failures = payments.filter((payment) => payment.state === 'failed')
  const since = failures.map((payment) => payment.paidAt).filter((moment) => moment > paidAt)
  return since.length > 0 ? since.reduce(earlier) : earlier(periodEnd, seen)
}

/** The terms of a paid one-time product, from all known payments. */
export function oneTimeTerms(
  input: { priceCents: number; paidAt: Date },
  payments: readonly PaymentFacts[],
): PurchaseTerms {
  const paid = latestPaid(payments)
  const refundStatus = paid ? refundStatusOf(paid) : 'kept'
  const purchasedAt = paid?.paidAt ?? input.paidAt
  return {
    state: refundStatus === 'kept' ? 'owned' : refundStatus,
    priceCents: paid?.amountCents ?? input.priceCents,
    endsAtPeriodEnd: false,
    periodEnd: null,
    pastDueSince: null,
    accessUntil: refundStatus === 'kept' ? null : purchasedAt,
    purchasedAt,
    endedAt: null,
  }
}

/** A surplus purchase gives no access. */
export function withoutAccess(terms: PurchaseTerms): PurchaseTerms {
  return { ...terms, accessUntil: terms.purchasedAt }
}

/** Whether the payment is kept: a lost dispute counts as refunded, an open one as disputed. */
export function refundStatusOf(
  payment: Pick<PaymentFacts, 'amountCents' | 'refundedCents' | 'dispute'>,
): 'kept' | 'refunded' | 'disputed' {
  const { amountCents, refundedCents, dispute } = payment
  if (refundedCents > 0 && refundedCents >= amountCents) return 'refunded'
  if (dispute === 'lost') return 'refunded'
  return dispute === 'open' ? 'disputed' : 'kept'
}

function latestPaid(payments: readonly PaymentFacts[]): PaymentFacts | undefined {
  return payments
    .filter(({ state }) => state === 'paid')
    .toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || compare(a, b))
    .at(-1)
}

function compare(a: PaymentFacts, b: PaymentFacts): number {
  return a.paymentRef < b.paymentRef ? -1 : 1
}

/** Whether the rest of a payment can be refunded at the provider. */
export function isRefundable(
  payment: Pick<PaymentFacts, 'state' | 'amountCents' | 'refundedCents' | 'dispute'>,
): boolean {
  const { state, amountCents, refundedCents } = payment
  return state === 'paid' && refundedCents < amountCents && refundStatusOf(payment) === 'kept'
}

/**
 * Whether it blocks another purchase of the product: it is owned, or a subscription that hasn't
 * ended.
 */
export function isOwnedOrRunning({
  state,
  isSurplus,
}: Pick<PurchaseFacts, 'state' | 'isSurplus'>): boolean {
  return !isSurplus && (state === 'owned' || isRunning({ state }))
}

/** Whether it is a subscription that hasn't ended at the provider. */
export function isRunning({ state }: Pick<PurchaseFacts, 'state'>): boolean {
  return state === 'active' || state === 'past_due' || state === 'paused'
}

/**
 * Whether a subscription's paid period is over and the provider's event about what follows hasn't
 * arrived: it is late, or lost.
 */
export function isUnsettled(
  { state, periodEnd, isSurplus }: Pick<PurchaseFacts, 'state' | 'periodEnd' | 'isSurplus'>,
  now: Date,
): boolean {
  return !isSurplus && state === 'active' && periodEnd !== null && periodEnd <= now
}

export function hasAccess({ accessUntil }: Pick<PurchaseFacts, 'accessUntil'>, now: Date): boolean {
  return accessUntil === null || accessUntil > now
}

/** Why a member with these purchases of a product can't buy it; undefined if they can. */
export function refusalOfCheckout(
  purchases: readonly PurchaseFacts[],
  now: Date,
): string | undefined {
  const current = purchases.find(isOwnedOrRunning)
  if (current?.state === 'owned') return 'You already own this.'
  if (current?.endsAtPeriodEnd && !canResume(current, now)) {
    return 'Your canceled subscription is ending right now. Please try again in a few minutes.'
  }
  if (current?.endsAtPeriodEnd) {
    return 'Your canceled subscription is still running. Renew it on your dashboard instead of buying it again.'
  }
  if (current && !hasAccess(current, now)) {
    return 'Your subscription for this product is on hold. Your dashboard says why.'
  }
  if (current) return 'You already have an active subscription for this product.'
  if (purchases.some(({ state, isSurplus }) => state === 'disputed' && !isSurplus)) {
    return 'Your payment is disputed at your bank. You can buy this again once that’s settled.'
  }
  return undefined
}

export function canCancel(purchase: PurchaseFacts): boolean {
  return isRunning(purchase) && !purchase.isSurplus && !purchase.endsAtPeriodEnd
}

/** Canceled, and the paid period isn't over. */
export function canResume(purchase: PurchaseFacts, now: Date): boolean {
  const { periodEnd, endsAtPeriodEnd, isSurplus } = purchase
  return (
    isRunning(purchase) && !isSurplus && endsAtPeriodEnd && periodEnd !== null && periodEnd > now
  )
}

/** Ended, and nothing else blocks a new checkout. */
export function canRenew(
  purchase: Pick<PurchaseFacts, 'state'>,
  product: { isForSale: boolean; hasOtherPurchase: boolean },
): boolean {
  return purchase.state === 'ended' && product.isForSale && !product.hasOtherPurchase
}

/** Null for a one-time product. Only a subscription that gives access is `active`. */
export function statusOf(
  purchase: Pick<PurchaseFacts, 'state' | 'endsAtPeriodEnd' | 'accessUntil'>,
  now: Date,
): PurchaseStatus | null {
  const { state, endsAtPeriodEnd } = purchase
  if (state === 'ended') return 'canceled'
  if (!isRunning({ state })) return null
  if (endsAtPeriodEnd) return 'canceled'
  if (state === 'past_due') return 'past_due'
  return hasAccess(purchase, now) ? 'active' : 'on_hold'
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
