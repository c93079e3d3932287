import { type Currency, moneyText } from '#contract/currencies.ts'
import { isolated } from '#contract/direction.ts'
import type { PaymentCheck, PaymentsHealth } from '#contract/shop.ts'
import { dollarsOf } from '#server/domain/money.ts'
import type { CheckoutOutcome } from '../events/apply.ts'
import { hasAccess, type PaymentFacts, refundStatusOf } from '../policy.ts'
import type { PurchaseRow } from '../purchases/store.ts'
import type { MismatchRow } from './store.ts'

type Mismatch = PaymentsHealth['mismatches'][number]

export function presentMismatch(row: MismatchRow): Mismatch {
  return {
    id: row.paymentMismatchId,
    foundAt: row.foundAt.toISOString(),
    sentence: row.sentence,
    isMended: row.isMended,
  }
}

/** For administrators, when a member paid for a product they already had. */
export function surplusSentence(purchase: PurchaseRow, currency: Currency): string {
  const { subscriptionRef, title, priceCents } = purchase
  const money = `Please refund ${moneyText(dollarsOf(priceCents), currency)}.`
  return subscriptionRef === null
    ? `A member paid for “${isolated(title)}” a second time (purchase ${purchase.purchaseId}). ${money}`
    : `A member subscribed to “${isolated(title)}” a second time. The later subscription, ${subscriptionRef}, is being ended. ${money}`
}

/** For administrators, when a payment arrived for a deleted account. */
export function orphanSentence(purchase: PurchaseRow, currency: Currency): string {
  const { title, priceCents, subscriptionRef } = purchase
  const what =
    subscriptionRef === null ? '' : `The subscription, ${subscriptionRef}, is being ended. `
  return `“${isolated(title)}” was paid for after its buyer had deleted the account. ${what}Please refund ${moneyText(dollarsOf(priceCents), currency)}.`
}

/**
 * For administrators, when a payment that had gone through is taken back by a bank: nobody did this
 * here, and someone has to act. Undefined if nothing of the kind happened.
 */
export function setbackSentence(
  before: PaymentFacts,
  after: PaymentFacts,
  { title, currency }: { title: string; currency: Currency },
): string | undefined {
  const { paymentRef, amountCents } = after
  const money = (cents: number): string => moneyText(dollarsOf(cents), currency)
  const returned = before.refundedCents - after.refundedCents
  if (returned > 0) {
    return `A refund of ${money(returned)} for “${isolated(title)}” (${paymentRef}) didn’t reach the buyer’s bank, so the money came back. Refund it in another way.`
  }
  if (before.dispute !== 'open' && after.dispute === 'open') {
    return `A buyer’s bank disputes the payment of ${money(amountCents)} for “${isolated(title)}” (${paymentRef}). Answer at the payment service before its deadline.`
  }
  if (before.state === 'paid' && after.state === 'failed') {
    return `The payment of ${money(amountCents)} for “${isolated(title)}” (${paymentRef}) had arrived and was taken back by the buyer’s bank.`
  }
  return undefined
}

/** For administrators: each difference from the provider that was found and corrected. */
export function mismatchSentences(outcome: CheckoutOutcome, currency: Currency): string[] {
  const { before, after, booked } = outcome
  const found: string[] = []
  if (after && !before)
    found.push(`“${isolated(after.title)}” was paid for, and the purchase was missing.`)
  if (after && before && before.state !== after.state) {
    found.push(
      `“${isolated(after.title)}” was ${wordOf(before)} here and ${wordOf(after)} at the payment service.`,
    )
  } else if (after && before && !isSameTerms(before, after)) {
    found.push(
      `“${isolated(after.title)}” had a different end date or renewal setting at the payment service.`,
    )
  }
  for (const payment of after && before ? booked : []) {
    const { amountCents, state, paymentRef } = payment
    if (state === 'pending') continue
    found.push(
      `A payment of ${moneyText(dollarsOf(amountCents), currency)} (${paymentRef}) was missing or different here.`,
    )
  }
  return found
}

/** For the member: the finding about one purchase, in plain words. */
export function findingOf(outcome: CheckoutOutcome, now: Date): string | undefined {
  const { status, before, after } = outcome
  if (!after) return status === 'processing' ? PROCESSING : undefined
  const title = `“${isolated(after.title)}”`
  if (after.isSurplus && !before?.isSurplus) {
    return `${title} was paid for twice. We’ve asked our team to refund the second payment.`
  }
  if (!hasChanged(outcome)) return undefined
  if (hasAccess(after, now)) {
    return before && hasAccess(before, now)
      ? `${title}: we missed an update from the payment service. It’s up to date now.`
      : `${title}: your payment arrived, and you have access now.`
  }
  return `${title}: ${reasonOf(after)}`
}

const PROCESSING =
  'Your bank is still processing a payment. You’ll get access as soon as it arrives.'

function reasonOf(purchase: PurchaseRow): string {
  if (purchase.state === 'refunded') return 'your payment was refunded, so you don’t have access.'
  if (purchase.state === 'disputed') return 'your payment is disputed at your bank.'
  if (purchase.state === 'past_due') return 'your latest payment didn’t go through.'
  if (purchase.state === 'paused') return 'the subscription is paused.'
  return purchase.state === 'ended' ? 'the subscription has ended.' : 'you don’t have access.'
}

/** The message when there are no findings. */
export function quietFinding(
  outcomes: readonly CheckoutOutcome[],
): PaymentCheck['findings'][number] {
  return outcomes.some(({ after }) => after !== undefined)
    ? 'Everything is up to date. No payments are missing.'
    : NO_PAYMENT
}

export const NO_PAYMENT =
  'The payment service has no payments from you. If money has left your account, it may take a few minutes to arrive. Check again then.'

/** Whether the purchase changed. */
export function hasChanged({ before, after }: CheckoutOutcome): boolean {
  return after !== undefined && (!before || !isSameTerms(before, after))
}

function isSameTerms(a: PurchaseRow, b: PurchaseRow): boolean {
  return (
    a.state === b.state &&
    a.endsAtPeriodEnd === b.endsAtPeriodEnd &&
    a.isSurplus === b.isSurplus &&
    a.periodEnd?.getTime() === b.periodEnd?.getTime() &&
    a.accessUntil?.getTime() === b.accessUntil?.getTime()
  )
}

function wordOf({ state }: PurchaseRow): string {
  return state === 'past_due' ? 'past due' : state
}

/** The status of a payment in the order list. */
export function orderStatus(payment: {
  status: 'paid' | 'failed' | 'pending'
  amountCents: number
  refundedCents: number
  dispute: 'none' | 'open' | 'won' | 'lost'
}): 'paid' | 'failed' | 'refunded' | 'partly_refunded' | 'disputed' {
  if (payment.status !== 'paid') return 'failed'
  const refundStatus = refundStatusOf(payment)
  if (refundStatus !== 'kept') return refundStatus
  return payment.refundedCents > 0 ? 'partly_refunded' : 'paid'
}
