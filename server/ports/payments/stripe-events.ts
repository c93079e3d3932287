import Stripe from 'stripe'
import { badSignature, type EventSubject, type PaymentEvent } from './port.ts'
import { instantOf, refOf } from './stripe-client.ts'

/** How old a signed call may be, in seconds. */
const TOLERANCE = 300

/** Verifies and reads a call to our webhook. */
export function readEvent(
  stripe: Stripe,
  call: {
    rawBody: Buffer
    signature: string | string[] | undefined
    secret: string
    now: Date
  },
): PaymentEvent {
  const { rawBody, signature, secret, now } = call
  if (typeof signature !== 'string') throw badSignature(new Error('There is no signature.'))
  const event = verifySignature(() =>
    stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE, undefined, now.getTime()),
  )
  const { id: eventId, type, created } = event
  return { eventId, type, createdAt: instantOf(created), subject: subjectOf(event) }
}

function verifySignature(read: () => Stripe.Event): Stripe.Event {
  try {
    return read()
  } catch (error) {
    // Stripe's error contains the whole body, which must not be logged.
    const isSignature = error instanceof Stripe.errors.StripeSignatureVerificationError
    throw badSignature(new Error(isSignature ? 'wrong or stale' : 'not an event'))
  }
}

function subjectOf(event: Stripe.Event): EventSubject {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { about: 'checkout', sessionRef: event.data.object.id }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { about: 'subscription', subscriptionRef: event.data.object.id }
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return {
        about: 'payment',
        paymentRef: event.data.object.id,
        subscriptionRef: refOf(event.data.object.parent?.subscription_details?.subscription),
      }
    case 'charge.refunded':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return intentSubject(refOf(event.data.object.payment_intent))
    default:
      return { about: 'nothing' }
  }
}

/** Every charge of our checkouts has a payment intent; other charges are ignored. */
function intentSubject(paymentRef: string | null): EventSubject {
  if (!paymentRef) return { about: 'nothing' }
  return { about: 'payment', paymentRef, subscriptionRef: null }
}
