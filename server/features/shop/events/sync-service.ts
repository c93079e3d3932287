import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type {
  CheckoutSnapshot,
  PaymentEvent,
  PaymentSnapshot,
  SubscriptionSnapshot,
} from '#server/ports/payments/port.ts'
import { applyFacts, type DealOutcome } from './apply-service.ts'
import { insertEvent } from './ledger-store.ts'
import { type DealRow, findDeal, findDealPurchase, lockDeal } from './store.ts'

/** How often a word of the provider is read again because another one was taken over meanwhile. */
const TRIES = 8
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What tells where to look at the provider. */
export interface DealHint {
  sessionRef?: string
  subscriptionRef?: string
  paymentRef?: string
}

/** What the provider says of a deal. */
export interface DealFacts {
  checkout: CheckoutSnapshot | undefined
  subscription: SubscriptionSnapshot | undefined
  payments: PaymentSnapshot[]
}

/**
 * Reads a deal at the provider and takes over what it says. Undefined when it is not a deal of ours
 * with this provider, or the event has been taken already.
 *
 * The provider may take its time, so it is asked outside any transaction. Of two readers at once the
 * one that comes second to store finds that the deal has a newer revision, and reads again: what is
 * taken over was always read after what stood there, whatever the order of the events.
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
 * Takes over facts that were read after `deal`. `stale` when somebody else was faster: nothing is
 * stored then. `repeated` for an event that the ledger holds.
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

/** Undefined for what the provider does not know, or does not know any more. */
export async function orUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
