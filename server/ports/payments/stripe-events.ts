import Stripe from 'stripe'
import { z } from 'zod'
import { STORABLE } from '#contract/fields.ts'
import { badSignature, type EventSubject, type PaymentEvent } from './port.ts'
import { instantOf, refOf } from './stripe-client.ts'

/** How old a signed call may be, in seconds. */
const TOLERANCE = 300
/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799

const Text = z.string().min(1).max(255).regex(STORABLE)
const Reference = z.union([Text, z.object({ id: Text })]).nullish()
const SignedEvent = z.object({
  id: Text,
  type: Text,
  created: z.int().min(0).max(LAST_SECOND),
  data: z.object({ object: z.unknown() }),
})
const Identified = z.object({ id: Text })
const Invoice = Identified.extend({
  parent: z
    .object({ subscription_details: z.object({ subscription: Reference }).nullish() })
    .nullish(),
})
const OfIntent = z.object({ payment_intent: Reference })

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
  return readSigned(() => {
    const event = SignedEvent.parse(
      stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        TOLERANCE,
        undefined,
        now.getTime(),
      ),
    )
    const { id: eventId, type, created } = event
    return {
      eventId,
      type,
      createdAt: instantOf(created),
      subject: subjectOf(type, event.data.object),
    }
  })
}

function readSigned(read: () => PaymentEvent): PaymentEvent {
  try {
    return read()
  } catch (error) {
    // Stripe's error contains the whole body, which must not be logged.
    const isSignature = error instanceof Stripe.errors.StripeSignatureVerificationError
    throw badSignature(new Error(isSignature ? 'wrong or stale' : 'not an event'))
  }
}

/** Throws for an object that isn't what its type says. */
function subjectOf(type: string, object: unknown): EventSubject {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { about: 'checkout', sessionRef: Identified.parse(object).id }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { about: 'subscription', subscriptionRef: Identified.parse(object).id }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const { id, parent } = Invoice.parse(object)
      const subscriptionRef = refOf(parent?.subscription_details?.subscription)
      return { about: 'payment', paymentRef: id, subscriptionRef }
    }
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return intentSubject(refOf(OfIntent.parse(object).payment_intent))
    default:
      return { about: 'nothing' }
  }
}

/** Every charge of our checkouts has a payment intent; other charges are ignored. */
function intentSubject(paymentRef: string | null): EventSubject {
  if (!paymentRef) return { about: 'nothing' }
  return { about: 'payment', paymentRef, subscriptionRef: null }
}
