import type Stripe from 'stripe'
import type { CheckoutRequest, CheckoutSnapshot, OpenedCheckout } from './port.ts'
import { expectObject, isRefusal, refOf } from './stripe-client.ts'
import { chargesFrom, intentState, invoicePayment, readInvoice } from './stripe-payments.ts'

const EXPAND = ['payment_intent']

/** A retry for the same checkout returns the same session. */
export async function openCheckout(
  stripe: Stripe,
  request: CheckoutRequest,
): Promise<OpenedCheckout> {
  const metadata = { checkoutId: request.checkoutId }
  const session = await stripe.checkout.sessions.create(
    {
      ...(request.productType === 'subscription'
        ? { mode: 'subscription', subscription_data: { metadata } }
        : { mode: 'payment', payment_intent_data: { metadata } }),
      customer: request.customerRef,
      line_items: [{ price: request.priceRef, quantity: 1 }],
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      client_reference_id: request.checkoutId,
      metadata,
      allow_promotion_codes: true,
      expires_at: Math.floor(request.expiresAt.getTime() / 1_000),
    },
    // Stripe also stores refusals per key, so a new customer needs a new key.
    { idempotencyKey: `folx-checkout-${request.checkoutId}-${request.customerRef}` },
  )
  const { id, url } = expectObject(session, 'checkout.session')
  if (!url) throw new Error('Stripe gave a checkout no page.')
  return { sessionRef: id, url }
}

export async function readCheckout(stripe: Stripe, sessionRef: string): Promise<CheckoutSnapshot> {
  const session = await stripe.checkout.sessions.retrieve(sessionRef, { expand: EXPAND })
  return checkoutSnapshot(stripe, session)
}

export async function expireCheckout(
  stripe: Stripe,
  sessionRef: string,
): Promise<CheckoutSnapshot> {
  const before = await readCheckout(stripe, sessionRef)
  if (before.state !== 'open') return before
  try {
    const session = await stripe.checkout.sessions.expire(sessionRef, { expand: EXPAND })
    return await checkoutSnapshot(stripe, session)
  } catch (error) {
    // The checkout was paid in the meantime.
    if (isRefusal(error)) return readCheckout(stripe, sessionRef)
    throw error
  }
}

/** @param session with its payment intent */
async function checkoutSnapshot(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<CheckoutSnapshot> {
  const { id } = expectObject(session, 'checkout.session')
  const state = await checkoutState(stripe, session)
  // An open session may have the payment intent of a declined card.
  const isDone = session.status === 'complete'
  return {
    sessionRef: id,
    checkoutId: session.metadata?.checkoutId ?? null,
    customerRef: refOf(session.customer),
    state,
    subscriptionRef: isDone ? refOf(session.subscription) : null,
    paymentRef: isDone ? refOf(session.payment_intent) : null,
    amountCents: session.amount_total ?? 0,
  }
}

async function checkoutState(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<CheckoutSnapshot['state']> {
  if (session.status === 'open') return 'open'
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') throw new Error('A checkout is in a state not known here.')
  if (session.payment_status !== 'unpaid') return 'paid'
  const payment = await lateState(stripe, session)
  return payment === 'pending' ? 'processing' : payment
}

/** The state of a delayed payment of a confirmed checkout. */
async function lateState(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<'paid' | 'failed' | 'pending'> {
  const invoiceRef = refOf(session.invoice)
  if (invoiceRef) {
    const invoice = await readInvoice(stripe, invoiceRef)
    return (await invoicePayment(stripe, invoice, chargesFrom(stripe))).state
  }
  const { payment_intent: intent } = session
  return intent && typeof intent !== 'string' ? intentState(intent) : 'pending'
}

/** Every checkout of a customer, and the payment intents of the completed ones. */
export async function listCheckouts(
  stripe: Stripe,
  customer: string,
): Promise<{ checkouts: CheckoutSnapshot[]; intents: Stripe.PaymentIntent[] }> {
  const checkouts: CheckoutSnapshot[] = []
  const intents: Stripe.PaymentIntent[] = []
  const expand = EXPAND.map((name) => `data.${name}`)
  for await (const session of stripe.checkout.sessions.list({ customer, limit: 100, expand })) {
    checkouts.push(await checkoutSnapshot(stripe, session))
    const { payment_intent: intent } = session
    if (session.status === 'complete' && intent && typeof intent !== 'string') intents.push(intent)
  }
  return { checkouts, intents }
}
