import type { PaymentCheck } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { CustomerSnapshot } from '#server/ports/payments/port.ts'
import { findingOf, hasChanged, NO_PAYMENT, quietFinding } from '../comparison/present.ts'
import type { DealOutcome } from '../events/apply.ts'
import { type DealRow, listDealsOf } from '../events/store.ts'
import { type DealFacts, orUnknown, refreshDeal, takeOver } from '../events/sync.ts'
import { findCustomer } from './store.ts'

/** Reads the viewer's payments at the provider, corrects what differs, and returns the findings. */
export async function checkPayments(context: Context, viewer: Viewer): Promise<PaymentCheck> {
  await context.limits.consume('payment-check-member', viewer.id)
  const outcomes = await orUnknown(refreshMember(context, viewer.id))
  if (!outcomes) return { findings: [NO_PAYMENT], mended: 0 }
  const now = context.now()
  const found = outcomes.flatMap((outcome) => findingOf(outcome, now) ?? [])
  return {
    findings: found.length > 0 ? [...new Set(found)] : [quietFinding(outcomes)],
    mended: outcomes.filter(hasChanged).length,
  }
}

/**
 * Reads a member's customer at the provider and takes it over; a deal that changes meanwhile is
 * read again. Undefined if the member never opened a checkout there. Throws `not_found` if the
 * provider no longer knows the customer.
 */
export async function refreshMember(
  context: Context,
  memberId: string,
): Promise<DealOutcome[] | undefined> {
  const provider = context.payments.name
  const customerRef = await findCustomer(context.db, { memberId, provider })
  if (customerRef === undefined) return undefined
  const deals = await listDealsOf(context.db, { memberId, provider })
  const customer = await context.payments.readCustomer(customerRef)
  const outcomes: DealOutcome[] = []
  for (const deal of deals) {
    const facts = factsOf(customer, deal)
    if (!facts) continue
    const taken = await takeOver(context, { deal, facts })
    const { checkoutId } = deal
    const outcome = typeof taken === 'string' ? await refreshDeal(context, { checkoutId }) : taken
    if (outcome) outcomes.push(outcome)
  }
  return outcomes
}

/** A deal's facts from a customer's snapshot; undefined if it has nothing new. */
function factsOf(customer: CustomerSnapshot, deal: DealRow): DealFacts | undefined {
  const { checkoutId } = deal
  const checkout = customer.checkouts.find((one) => one.checkoutId === checkoutId)
  const subscription = customer.subscriptions.find((one) => one.checkoutId === checkoutId)
  const subscriptionRef = subscription?.subscriptionRef
  const payments = customer.payments.filter(
    (payment) =>
      payment.checkoutId === checkoutId ||
      (subscriptionRef !== undefined && payment.subscriptionRef === subscriptionRef),
  )
  const isNothing = !subscription && payments.length === 0
  // Most checkouts are abandoned by their buyers and stay so.
  if (isNothing && (!checkout || checkout.state === deal.status)) return undefined
  return { checkout, subscription, payments }
}
