import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type {
  CheckoutSnapshot,
  PaymentEvent,
  PaymentSnapshot,
  SubscriptionSnapshot,
} from '#server/ports/payments/port.ts'
import { type CheckoutRow, findCheckout, lockCheckout } from '../checkout/store.ts'
import { applyFacts, type CheckoutOutcome } from './apply.ts'
import { findPurchaseByCheckout, insertEvent } from './store.ts'

/** How often a checkout is read again because another reader stored a change meanwhile. */
const TRIES = 8
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Provider ids to read, for checkouts that don't have them yet. */
export interface ProviderRefs {
  sessionRef?: string
  subscriptionRef?: string
  paymentRef?: string
}

/** A checkout's state at the provider. */
export interface CheckoutFacts {
  session: CheckoutSnapshot | undefined
  subscription: SubscriptionSnapshot | undefined
  payments: PaymentSnapshot[]
}

/**
 * Reads a checkout at the provider and stores its state here. Undefined if the checkout isn't ours
 * with this provider, or the event was already handled.
 *
 * The provider may be slow, so it is read outside any transaction. Of two concurrent readers, the
 * second one to store finds a newer revision of the checkout and reads again, so stored facts are
 * always newer than the ones they replace, whatever the order of the events.
 */
export async function refreshCheckout(
  context: Context,
  input: { checkoutId: string; hint?: ProviderRefs; event?: PaymentEvent },
): Promise<CheckoutOutcome | undefined> {
  const { checkoutId, hint = {}, event } = input
  if (!UUID.test(checkoutId)) return undefined
  for (let tried = 0; tried < TRIES; tried++) {
    const checkout = await findCheckout(context.db, checkoutId)
    if (checkout?.provider !== context.payments.name) return undefined
    const facts = await readFacts(context, checkout, hint)
    const outcome = await takeOver(context, { checkout, facts, event })
    if (outcome === 'repeated') return undefined
    if (outcome !== 'stale') return outcome
  }
  throw new Error(`The checkout ${checkoutId} changed ${TRIES} times while it was read.`)
}

/**
 * Stores facts that were read after `checkout`. Returns `stale`, without storing anything, if
 * another reader was faster, and `repeated` for an event that is already in the ledger.
 */
export async function takeOver(
  context: Context,
  input: { checkout: CheckoutRow; facts: CheckoutFacts; event?: PaymentEvent | undefined },
): Promise<CheckoutOutcome | 'stale' | 'repeated'> {
  const { checkout, facts, event } = input
  const provider = context.payments.name
  const outcome = await inTransaction(context.db, async (trx) => {
    const locked = await lockCheckout(trx, checkout.checkoutId)
    if (locked?.revision !== checkout.revision) return 'stale'
    const receivedAt = context.now()
    if (event && !(await insertEvent(trx, { provider, event, receivedAt }))) return 'repeated'
    return applyFacts(context, trx, { checkout: locked, facts })
  })
  if (typeof outcome !== 'string') {
    context.changes.announce({ kind: 'topic', topic: 'purchases' })
  }
  return outcome
}

async function readFacts(
  context: Context,
  checkout: CheckoutRow,
  hint: ProviderRefs,
): Promise<CheckoutFacts> {
  const { payments: provider } = context
  const sessionRef = checkout.sessionRef ?? hint.sessionRef
  const session =
    sessionRef && checkout.status !== 'complete'
      ? await provider.readCheckout(sessionRef)
      : undefined
  const purchase = await findPurchaseByCheckout(context.db, checkout.checkoutId)
  const subscriptionRef =
    purchase?.subscriptionRef ?? session?.subscriptionRef ?? hint.subscriptionRef
  const paymentRefs = new Set([hint.paymentRef, session?.paymentRef].filter((ref) => ref != null))
  return {
    session,
    subscription: subscriptionRef ? await provider.readSubscription(subscriptionRef) : undefined,
    payments: await Promise.all([...paymentRefs].map((ref) => provider.readPayment(ref))),
  }
}

/** Undefined if the provider doesn't know it, or no longer does. */
export async function orUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
