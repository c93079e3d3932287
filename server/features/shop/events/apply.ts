import { moneyText } from '#contract/currencies.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import type { CheckoutStatus } from '#server/db/schema.gen.ts'
import { dollarsOf } from '#server/domain/money.ts'
import type {
  CheckoutSnapshot,
  PaymentSnapshot,
  SubscriptionSnapshot,
} from '#server/ports/payments/port.ts'
import { queueMail } from '../../email/service.ts'
import { paymentFailedMail, paymentRefundedMail } from '../../email/templates/payment-mails.ts'
import { notifyTeamOf } from '../../notifications/team-notices.ts'
import { readSettings, siteTitle } from '../../settings/service.ts'
import type { CheckoutRow } from '../checkout/store.ts'
import { orphanSentence, setbackSentence, surplusSentence } from '../comparison/present.ts'
import {
  hasAccess,
  isOwnedOrRunning,
  isRunning,
  oneTimeTerms,
  type PaymentFacts,
  type PurchaseTerms,
  subscriptionTerms,
  withoutAccess,
} from '../policy.ts'
import { listPurchasesOf, type PurchaseRow } from '../purchases/store.ts'
import {
  bookPayment,
  findContact,
  findPurchaseByCheckout,
  findTitle,
  insertMismatch,
  insertPurchase,
  linkPayments,
  listPaymentFacts,
  lockProductOf,
  updateCheckout,
  updatePurchase,
} from './store.ts'
import type { CheckoutFacts } from './sync.ts'

/** The result of taking over the provider's state of a checkout. */
export interface CheckoutOutcome {
  checkout: CheckoutRow
  status: CheckoutStatus
  before: PurchaseRow | undefined
  after: PurchaseRow | undefined
  /** Payments that were added or changed. */
  booked: PaymentFacts[]
}

/** Applies the provider's state to a locked checkout. */
export async function applyFacts(
  context: Context,
  trx: Trx,
  { checkout, facts }: { checkout: CheckoutRow; facts: CheckoutFacts },
): Promise<CheckoutOutcome> {
  const { checkoutId, memberId, productId } = checkout
  if (memberId !== null) await lockProductOf(trx, { memberId, productId })
  const status = nextStatus(checkout.status, facts.session)
  const isOver = status !== 'opening' && status !== 'open' && status !== 'processing'
  const finishedAt = isOver ? (checkout.finishedAt ?? context.now()) : null
  const sessionRef = checkout.sessionRef ?? facts.session?.sessionRef ?? null
  await updateCheckout(trx, { checkoutId, status, finishedAt, sessionRef })
  const { booked, changed, payments, refundedCents } = await book(trx, checkout, facts.payments)
  const before = await findPurchaseByCheckout(trx, checkoutId)
  const terms = termsOf(context, {
    checkout: { ...checkout, status, finishedAt },
    facts,
    payments,
    before,
  })
  const subscriptionRef = facts.subscription?.subscriptionRef ?? null
  const after = terms && (await settle(context, trx, { checkout, terms, subscriptionRef, before }))
  if (after) await linkPayments(trx, { checkoutId, purchaseId: after.purchaseId })
  if (after) await emailFailure(context, trx, { before, after })
  if (after) await reportSetbacks(context, trx, { purchase: after, changed })
  if (after && refundedCents > 0) await emailRefund(context, trx, { after, refundedCents })
  return { checkout, status, before, after: after ?? before, booked }
}

/** A finished checkout can still turn out to be paid, but never becomes open again. */
function nextStatus(
  status: CheckoutStatus,
  snapshot: CheckoutSnapshot | undefined,
): CheckoutStatus {
  const isUnderWay = status === 'opening' || status === 'open' || status === 'processing'
  switch (snapshot?.state) {
    case 'paid':
      return 'complete'
    case 'open':
    case 'processing':
      return isUnderWay ? snapshot.state : status
    case 'failed':
    case 'expired':
      return status === 'complete' ? status : snapshot.state
    case undefined:
      return status
  }
}

interface Booking {
  /** Payments that are new or changed. */
  booked: PaymentFacts[]
  /** Payments that were known, as they were and as they are. */
  changed: [before: PaymentFacts, after: PaymentFacts][]
  /** All payments of the checkout. */
  payments: PaymentFacts[]
  /** The amount refunded since the last time, of payments that were already known. */
  refundedCents: number
}

async function book(
  trx: Trx,
  { checkoutId, provider }: CheckoutRow,
  snapshots: readonly PaymentSnapshot[],
): Promise<Booking> {
  const all = new Map<string, PaymentFacts>()
  const changed: Booking['changed'] = []
  let refundedCents = 0
  for (const known of await listPaymentFacts(trx, checkoutId)) all.set(known.paymentRef, known)
  const booked = snapshots.filter((payment) => !isSame(all.get(payment.paymentRef), payment))
  for (const payment of booked) {
    const known = all.get(payment.paymentRef)
    if (known) changed.push([known, payment])
    if (known) refundedCents += Math.max(0, payment.refundedCents - known.refundedCents)
    await bookPayment(trx, { checkoutId, provider, payment })
    all.set(payment.paymentRef, payment)
  }
  return { booked, changed, payments: [...all.values()], refundedCents }
}

function isSame(known: PaymentFacts | undefined, payment: PaymentSnapshot): boolean {
  return (
    known?.state === payment.state &&
    known.amountCents === payment.amountCents &&
    known.refundedCents === payment.refundedCents &&
    known.dispute === payment.dispute &&
    known.paidAt.getTime() === payment.paidAt.getTime()
  )
}

/** The terms of the purchase; undefined if nothing was bought yet. */
function termsOf(
  context: Context,
  input: {
    checkout: CheckoutRow
    facts: CheckoutFacts
    payments: readonly PaymentFacts[]
    before: PurchaseRow | undefined
  },
): PurchaseTerms | undefined {
  const { checkout, facts, payments, before } = input
  const isPaid = checkout.status === 'complete' || payments.some(({ state }) => state === 'paid')
  const { subscription } = facts
  if (subscription) {
    // A subscription may run before the first debit arrives; one that ended unpaid never began.
    const hasBegun = before !== undefined || isPaid || runsAtProvider(subscription)
    return hasBegun ? subscriptionTerms(subscription, payments, context.now()) : undefined
  }
  if (checkout.productType === 'subscription' || !isPaid) return undefined
  const priceCents = facts.session?.amountCents ?? before?.priceCents ?? checkout.priceCents
  const paidAt = before?.purchasedAt ?? checkout.finishedAt ?? context.now()
  return oneTimeTerms({ priceCents, paidAt }, payments)
}

function runsAtProvider({ state }: SubscriptionSnapshot): boolean {
  return state === 'active' || state === 'past_due' || state === 'paused'
}

/** A purchase to be stored. */
interface Settling {
  checkout: CheckoutRow
  terms: PurchaseTerms
  subscriptionRef: string | null
  before: PurchaseRow | undefined
}

/**
 * Stores a purchase. If a member has two current purchases of the same product, the later one is
 * surplus.
 */
async function settle(context: Context, trx: Trx, settling: Settling): Promise<PurchaseRow> {
  const { checkout, terms, before } = settling
  const other = before?.isSurplus ? undefined : await findOtherPurchase(trx, settling)
  const { currency } = await readSettings(trx)
  const isSurplus = before?.isSurplus === true || (other !== undefined && isLater(terms, other))
  if (other && !isSurplus) {
    const { purchasedAt: accessUntil } = other
    const given = await updatePurchase(trx, other.purchaseId, { isSurplus: true, accessUntil })
    await flagForRefund(context, trx, {
      purchase: given,
      sentence: surplusSentence(given, currency),
    })
  }
  const after = await store(trx, settling, isSurplus)
  if (isSurplus && !before?.isSurplus) {
    await flagForRefund(context, trx, {
      purchase: after,
      sentence: surplusSentence(after, currency),
    })
  } else if (!before && checkout.memberId === null) {
    await flagForRefund(context, trx, {
      purchase: after,
      sentence: orphanSentence(after, currency),
    })
  }
  return after
}

async function findOtherPurchase(
  trx: Trx,
  { checkout, terms }: Settling,
): Promise<PurchaseRow | undefined> {
  const { memberId, productId, checkoutId } = checkout
  if (memberId === null || !isOwnedOrRunning({ state: terms.state, isSurplus: false }))
    return undefined
  const others = await listPurchasesOf(trx, { memberId, productId })
  return others.find((other) => other.checkoutId !== checkoutId && isOwnedOrRunning(other))
}

function isLater(terms: PurchaseTerms, other: PurchaseRow): boolean {
  return terms.purchasedAt >= other.purchasedAt
}

async function store(
  trx: Trx,
  { checkout, terms, subscriptionRef, before }: Settling,
  isSurplus: boolean,
): Promise<PurchaseRow> {
  const values = isSurplus ? withoutAccess(terms) : terms
  if (before) return updatePurchase(trx, before.purchaseId, { ...values, isSurplus })
  const { memberId, productId, productType, provider, checkoutId } = checkout
  const title = await findTitle(trx, productId)
  const what = { memberId, productId, productType, provider, checkoutId, title }
  return insertPurchase(trx, { ...values, ...what, subscriptionRef, isSurplus })
}

/** Ends the subscription, if it is one, and asks administrators to refund the money. */
async function flagForRefund(
  context: Context,
  trx: Trx,
  { purchase, sentence }: { purchase: PurchaseRow; sentence: string },
): Promise<void> {
  const { purchaseId, checkoutId, provider, subscriptionRef } = purchase
  const foundAt = context.now()
  await insertMismatch(trx, { purchaseId, checkoutId, sentence, isMended: false, foundAt })
  await notifyTeamOf(context, trx, 'team-payment')
  if (subscriptionRef !== null && isRunning(purchase)) {
    await context.jobs.send(trx, 'end-subscription', { provider, subscriptionRef })
  }
}

/** Tells the team about payments that a bank took back. */
async function reportSetbacks(
  context: Context,
  trx: Trx,
  { purchase, changed }: { purchase: PurchaseRow; changed: Booking['changed'] },
): Promise<void> {
  const { purchaseId, checkoutId, title } = purchase
  const { currency } = await readSettings(trx)
  for (const [before, after] of changed) {
    const sentence = setbackSentence(before, after, { title, currency })
    if (!sentence) continue
    const foundAt = context.now()
    await insertMismatch(trx, { purchaseId, checkoutId, sentence, isMended: false, foundAt })
    await notifyTeamOf(context, trx, 'team-payment')
  }
}

/** Emails the member once each time a renewal starts to fail. */
async function emailFailure(
  context: Context,
  trx: Trx,
  { before, after }: { before: PurchaseRow | undefined; after: PurchaseRow },
): Promise<void> {
  if (after.state !== 'past_due' || before?.state === 'past_due') return
  const { memberId, title, accessUntil, isSurplus } = after
  const contact = memberId !== null && !isSurplus ? await findContact(trx, memberId) : undefined
  if (!contact) return
  const hasAccess = accessUntil !== null && accessUntil > context.now()
  const mail = paymentFailedMail({
    brand: await siteTitle(trx),
    title,
    accessUntil: hasAccess ? accessUntil : null,
    timeZone: contact.timeZone,
    url: `${context.config.publicUrl}/dashboard`,
  })
  await queueMail(context, trx, { kind: 'payment-failed', to: contact.email, mail })
}

async function emailRefund(
  context: Context,
  trx: Trx,
  { after, refundedCents }: { after: PurchaseRow; refundedCents: number },
): Promise<void> {
  const { memberId, title, isSurplus } = after
  const contact = memberId === null ? undefined : await findContact(trx, memberId)
  if (!contact) return
  const { currency } = await readSettings(trx)
  const mail = paymentRefundedMail({
    brand: await siteTitle(trx),
    title,
    amount: moneyText(dollarsOf(refundedCents), currency),
    // A surplus purchase gave no access, and the other one goes on.
    losesAccess: !isSurplus && !hasAccess(after, context.now()),
    url: `${context.config.publicUrl}/dashboard`,
  })
  await queueMail(context, trx, { kind: 'payment-refunded', to: contact.email, mail })
}
