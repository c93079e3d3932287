import type { PaymentCheck } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { CustomerSnapshot } from '#server/ports/payments/port.ts'
import { type CheckoutRow, listCheckoutsOf } from '../checkout/store.ts'
import { findingOf, hasChanged, NO_PAYMENT, quietFinding } from '../comparison/present.ts'
import type { CheckoutOutcome } from '../events/apply.ts'
import { type CheckoutFacts, orUnknown, refreshCheckout, takeOver } from '../events/sync.ts'
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
 * Reads a member's customer at the provider and takes it over; a checkout that changes meanwhile is
 * read again. Undefined if the member never opened a checkout there. Throws `not_found` if the
 * provider no longer knows the customer.
 */
export async function refreshMember(
  context: Context,
  memberId: string,
): Promise<CheckoutOutcome[] | undefined> {
  const provider = context.payments.name
  const customerRef = await findCustomer(context.db, { memberId, provider })
  if (customerRef === undefined) return undefined
  const checkouts = await listCheckoutsOf(context.db, { memberId, provider })
  const customer = await context.payments.readCustomer(customerRef)
  const outcomes: CheckoutOutcome[] = []
  for (const checkout of checkouts) {
    const facts = factsOf(customer, checkout)
    if (!facts) continue
    const taken = await takeOver(context, { checkout, facts })
    const { checkoutId } = checkout
    const outcome =
      typeof taken === 'string' ? await refreshCheckout(context, { checkoutId }) : taken
    if (outcome) outcomes.push(outcome)
  }
  return outcomes
}

/** A checkout's facts from a customer's snapshot; undefined if it has nothing new. */
function factsOf(customer: CustomerSnapshot, checkout: CheckoutRow): CheckoutFacts | undefined {
  const { checkoutId } = checkout
  const session = customer.checkouts.find((one) => one.checkoutId === checkoutId)
  const subscription = customer.subscriptions.find((one) => one.checkoutId === checkoutId)
  const subscriptionRef = subscription?.subscriptionRef
  const payments = customer.payments.filter(
    (payment) =>
      payment.checkoutId === checkoutId ||
      (subscriptionRef !== undefined && payment.subscriptionRef === subscriptionRef),
  )
  const isNothing = !subscription && payments.length === 0
  // Most checkouts are abandoned by their buyers and stay so.
  if (isNothing && (!session || session.state === checkout.status)) return undefined
  return { session, subscription, payments }
}
