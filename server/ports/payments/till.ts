import { z } from 'zod'
import { AppError } from '#server/domain/app-error.ts'
import { isSignedCall } from '#server/domain/signed-call.ts'
import { within } from '#server/domain/within.ts'
import {
  badSignature,
  EventSubject,
  PAYMENT_LIMIT_MS,
  type PaymentEvent,
  type PaymentProvider,
  paymentsUnavailable,
  type TillApi,
} from './port.ts'

/** The header that contains the signature of a call by the till. */
export const TILL_SIGNATURE = 'till-signature'

export interface TillOptions {
  api: TillApi
  /** Signs the till's events. */
  eventKey: Buffer
  /** Origin of the till's pages. */
  publicUrl: string
  now: () => Date
}

const TillEvent = z.object({
  id: z.string(),
  type: z.string(),
  createdAt: z.iso.datetime(),
  subject: EventSubject,
})

/** Used while no payment provider is configured: its page takes no card, and nobody is charged. */
export function createTillProvider(options: TillOptions): PaymentProvider {
  const { api, publicUrl } = options
  return {
    name: 'till',
    ensurePrice: (product, known) => ask(api.ensurePrice(product, known)),
    createCustomer: (input) => ask(api.createCustomer(input)),
    setCustomerEmail: (customerRef, email) => ask(api.setCustomerEmail(customerRef, email)),
    openCheckout: async (request) => {
      const sessionRef = await ask(api.openSession(request))
      return { sessionRef, url: `${publicUrl}/till/${sessionRef}` }
    },
    readCheckout: (sessionRef) => ask(api.readCheckout(sessionRef)),
    expireCheckout: (sessionRef) => ask(api.expireCheckout(sessionRef)),
    readSubscription: (subscriptionRef) => ask(api.readSubscription(subscriptionRef)),
    setEndsAtPeriodEnd: (subscriptionRef, ends) =>
      ask(api.setEndsAtPeriodEnd(subscriptionRef, ends)),
    endSubscription: (subscriptionRef) => ask(api.endSubscription(subscriptionRef)),
    readPayment: (paymentRef) => ask(api.readPayment(paymentRef)),
    refundPayment: (paymentRef) => ask(api.refundPayment(paymentRef)),
    readCustomer: (customerRef) => ask(api.readCustomer(customerRef)),
    findReceipt: async (paymentRef) => {
      const sessionRef = await ask(api.findPaidSession(paymentRef))
      return sessionRef && `${publicUrl}/till/receipts/${sessionRef}`
    },
    // There is no card to change.
    findBillingPortal: async () => undefined,
    readEvent: (rawBody, headers) => readEvent(options, rawBody, headers[TILL_SIGNATURE]),
    close: async () => {},
  }
}

function readEvent(
  { eventKey, now }: TillOptions,
  rawBody: Buffer,
  signature: string | string[] | undefined,
): PaymentEvent {
  if (typeof signature !== 'string' || !isSignedCall(eventKey, rawBody, signature, now())) {
    throw badSignature()
  }
  const { id, type, createdAt, subject } = parseEvent(rawBody)
  return { eventId: id, type, createdAt: new Date(createdAt), subject }
}

function parseEvent(rawBody: Buffer): z.infer<typeof TillEvent> {
  try {
    return TillEvent.parse(JSON.parse(rawBody.toString()))
  } catch (cause) {
    throw badSignature(cause)
  }
}

async function ask<T>(work: Promise<T>): Promise<T> {
  try {
    return await within(PAYMENT_LIMIT_MS, work)
  } catch (error) {
    throw error instanceof AppError ? error : paymentsUnavailable(error)
  }
}
