import { type PurchaseStatus, SHOP_LIMITS } from '#contract/shop.ts'
import type { PaymentSnapshot, SubscriptionSnapshot } from '#server/ports/payments/port.ts'

const DAY_MS = 86_400_000

/** `owned`, `refunded` and `disputed` are of one-time products, the others of subscriptions. */
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

/** What a purchase is by the provider's word. */
export interface PurchaseTerms {
  state: PurchaseState
  priceCents: number
  endsAtPeriodEnd: boolean
  /** Null for a one-time product. */
  periodEnd: Date | null
  pastDueSince: Date | null
  /** Until when it gives access; null: for ever. In the past when it gives none. */
  accessUntil: Date | null
  purchasedAt: Date
  endedAt: Date | null
}

/** What decides what a member may do with a purchase. */
export interface PurchaseFacts {
  state: PurchaseState
  endsAtPeriodEnd: boolean
  isSurplus: boolean
  periodEnd: Date | null
  accessUntil: Date | null
}

/**
 * A subscription's terms, from how it stands at the provider and all of its payments that are
 * known. Apart from `seen`, which fills in for a failure whose payment is not known yet, they
 * depend on nothing else: whoever has heard everything comes to the same, in whatever order.
 */
export function subscriptionTerms(
  snapshot: SubscriptionSnapshot,
  payments: readonly PaymentFacts[],
  seen: Date,
): PurchaseTerms {
  const { state, periodEnd, startedAt, endedAt } = snapshot
  const pastDueSince = state === 'past_due' ? firstFailure(snapshot, payments, seen) : null
  return {
    // The first payment came, or there would be no purchase: it only waits for another one.
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
 * A subscription gives access to the end of what is paid for, and when a renewal fails for seven
 * days from the first failure. None while it is paused, nor when its latest payment was given back
 * in full or is disputed: that payment was for the time that runs now. The next one counts anew.
 */
function accessUntil(input: {
  snapshot: SubscriptionSnapshot
  payments: readonly PaymentFacts[]
  pastDueSince: Date | null
}): Date {
  const { snapshot, payments, pastDueSince } = input
  const { state, startedAt, periodEnd } = snapshot
  const paid = latestPaid(payments)
  if (paid && standingOf(paid) !== 'kept') return paid.paidAt
  if (state === 'active') return periodEnd
  if (state === 'ended') return earlier(snapshot.endedAt ?? startedAt, periodEnd)
  if (pastDueSince === null) return startedAt
  return later(periodEnd, new Date(pastDueSince.getTime() + SHOP_LIMITS.pastDueDays * DAY_MS))
}

/** When the first renewal failed since something was paid. */
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

/** A one-time product's terms, once it is paid, from all of its payments that are known. */
export function oneTimeTerms(
  input: { priceCents: number; paidAt: Date },
  payments: readonly PaymentFacts[],
): PurchaseTerms {
  const paid = latestPaid(payments)
  const standing = paid ? standingOf(paid) : 'kept'
  const purchasedAt = paid?.paidAt ?? input.paidAt
  return {
    state: standing === 'kept' ? 'owned' : standing,
    priceCents: paid?.amountCents ?? input.priceCents,
    endsAtPeriodEnd: false,
    periodEnd: null,
    pastDueSince: null,
    accessUntil: standing === 'kept' ? null : purchasedAt,
    purchasedAt,
    endedAt: null,
  }
}

/** A surplus purchase gives no access. */
export function withoutAccess(terms: PurchaseTerms): PurchaseTerms {
  return { ...terms, accessUntil: terms.purchasedAt }
}

/** Whether the money stays: a lost dispute takes it away like a refund, an open one may. */
export function standingOf(
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

/** Whether the provider can refund what is left of a payment. */
export function isRefundable(
  payment: Pick<PaymentFacts, 'state' | 'amountCents' | 'refundedCents' | 'dispute'>,
): boolean {
  const { state, amountCents, refundedCents } = payment
  return state === 'paid' && refundedCents < amountCents && standingOf(payment) === 'kept'
}

/** Whether it keeps its member from buying the product again: it is owned, or not over yet. */
export function isHeld({ state, isSurplus }: Pick<PurchaseFacts, 'state' | 'isSurplus'>): boolean {
  return !isSurplus && (state === 'owned' || isRunning({ state }))
}

/** Whether it is a subscription that the provider has not ended. */
export function isRunning({ state }: Pick<PurchaseFacts, 'state'>): boolean {
  return state === 'active' || state === 'past_due' || state === 'paused'
}

/**
 * A subscription whose paid time is over without the provider's word of what follows: its event is
 * on its way, or lost.
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

/** Why a product cannot be bought by whoever has these purchases of it; undefined when it can. */
export function refusalOfCheckout(
  purchases: readonly PurchaseFacts[],
  now: Date,
): string | undefined {
  const held = purchases.find(isHeld)
  if (held?.state === 'owned') return 'You already own this.'
  if (held?.endsAtPeriodEnd && !canResume(held, now)) {
    return 'Your canceled subscription is ending right now. Please try again in a few minutes.'
  }
  if (held?.endsAtPeriodEnd) {
    return 'Your canceled subscription is still running. Renew it on your dashboard instead of buying it again.'
  }
  if (held) return 'You already have an active subscription for this product.'
  if (purchases.some(({ state, isSurplus }) => state === 'disputed' && !isSurplus)) {
    return 'Your payment is disputed at your bank. You can buy this again once that’s settled.'
  }
  return undefined
}

export function canCancel(purchase: PurchaseFacts): boolean {
  return isRunning(purchase) && !purchase.isSurplus && !purchase.endsAtPeriodEnd
}

/** Cancelled, and what is paid for is not over. */
export function canResume(purchase: PurchaseFacts, now: Date): boolean {
  const { periodEnd, endsAtPeriodEnd, isSurplus } = purchase
  return (
    isRunning(purchase) && !isSurplus && endsAtPeriodEnd && periodEnd !== null && periodEnd > now
  )
}

/** Run out; and nothing else keeps its member from a new checkout. */
export function canRenew(
  purchase: Pick<PurchaseFacts, 'state'>,
  product: { isForSale: boolean; isHeldAnew: boolean },
): boolean {
  return purchase.state === 'ended' && product.isForSale && !product.isHeldAnew
}

/** Null for a one-time product. A paused subscription is active without access. */
export function statusOf(
  purchase: Pick<PurchaseFacts, 'state' | 'endsAtPeriodEnd'>,
): PurchaseStatus | null {
  const { state, endsAtPeriodEnd } = purchase
  if (state === 'ended') return 'canceled'
  if (!isRunning({ state })) return null
  if (endsAtPeriodEnd) return 'canceled'
  return state === 'past_due' ? 'past_due' : 'active'
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
