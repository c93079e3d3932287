import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type {
  CheckoutSnapshot,
  PaymentEvent,
  PaymentSnapshot,
  SubscriptionSnapshot,
} from '#server/ports/payments/port.ts'
import { applyFacts, type DealOutcome } from './apply.ts'
import { type DealRow, findDeal, findDealPurchase, insertEvent, lockDeal } from './store.ts'

/** How often a deal is read again because another reader stored a change meanwhile. */
const TRIES = 8
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Provider ids to read, for deals that don't have them yet. */
export interface DealHint {
  sessionRef?: string
  subscriptionRef?: string
  paymentRef?: string
}

/** A deal's state at the provider. */
export interface DealFacts {
  checkout: CheckoutSnapshot | undefined
  subscription: SubscriptionSnapshot | undefined
  payments: PaymentSnapshot[]
}

/**
 * Reads a deal at the provider and stores its state here. Undefined if the deal isn't ours with this
 * provider, or the event was already handled.
 *
 * The provider may be slow, so it is read outside any transaction. Of two concurrent readers, the
 * second one to store finds a newer revision of the deal and reads again, so stored facts are always
 * newer than the ones they replace, whatever the order of the events.
 */
export async function refreshDeal(
  context: Context,
  input: { checkoutId: string; hint?: DealHint; event?: PaymentEvent },
): Promise<DealOutcome | undefined> {
  const { checkoutId, hint = {}, event } = input
  if (!UUID.test(checkoutId)) return undefined
  for (let tried = 0; tried < TRIES; tried++) {
    const deal = await findDeal(context.db, checkoutId)
    if (deal?.provider !== context.payments.name) return undefined
    const facts = await readFacts(context, deal, hint)
    const outcome = await takeOver(context, { deal, facts, event })
    if (outcome === 'repeated') return undefined
    if (outcome !== 'stale') return outcome
  }
  throw new Error(`The checkout ${checkoutId} changed ${TRIES} times while it was read.`)
}

/**
 * Stores facts that were read after `deal`. Returns `stale`, without storing anything, if another
 * reader was faster, and `repeated` for an event that is already in the ledger.
 */
export async function takeOver(
  context: Context,
  input: { deal: DealRow; facts: DealFacts; event?: PaymentEvent | undefined },
): Promise<DealOutcome | 'stale' | 'repeated'> {
  const { deal, facts, event } = input
  const provider = context.payments.name
  const outcome = await inTransaction(context.db, async (trx) => {
    const locked = await lockDeal(trx, deal.checkoutId)
    if (locked?.revision !== deal.revision) return 'stale'
    const receivedAt = context.now()
    if (event && !(await insertEvent(trx, { provider, event, receivedAt }))) return 'repeated'
    return applyFacts(context, trx, { deal: locked, facts })
  })
  if (typeof outcome !== 'string') {
    context.changes.announce({ kind: 'topic', topic: 'purchases' })
  }
  return outcome
}

async function readFacts(context: Context, deal: DealRow, hint: DealHint): Promise<DealFacts> {
  const { payments: provider } = context
  const sessionRef = deal.sessionRef ?? hint.sessionRef
  const checkout =
    sessionRef && deal.status !== 'complete' ? await provider.readCheckout(sessionRef) : undefined
  const purchase = await findDealPurchase(context.db, deal.checkoutId)
  const subscriptionRef =
    purchase?.subscriptionRef ?? checkout?.subscriptionRef ?? hint.subscriptionRef
  const paymentRefs = new Set([hint.paymentRef, checkout?.paymentRef].filter((ref) => ref != null))
  return {
    checkout,
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
