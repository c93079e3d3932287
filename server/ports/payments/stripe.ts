import type Stripe from 'stripe'
import { type CustomerSnapshot, PAYMENT_LIMIT_MS, type PaymentProvider } from './port.ts'
import {
  createCustomer,
  ensurePrice,
  findBillingPortal,
  setCustomerEmail,
} from './stripe-catalog.ts'
import { expireCheckout, listCheckouts, openCheckout, readCheckout } from './stripe-checkouts.ts'
import { connectStripe, refOf } from './stripe-client.ts'
import { readEvent } from './stripe-events.ts'
import {
  type ChargesOf,
  findReceipt,
  intentPayment,
  invoicePayment,
  readPayment,
  refundPayment,
} from './stripe-payments.ts'
import {
  endSubscription,
  listSubscriptions,
  readSubscription,
  setEndsAtPeriodEnd,
} from './stripe-subscriptions.ts'

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  /** Origin of another server that speaks Stripe's API; undefined for Stripe's own. */
  apiBase?: string | undefined
  /** The public URL; distinguishes our products from those of another installation in the same account. */
  installation: string
  now: () => Date
  limitMs?: number
}

/** Takes money through Stripe Checkout and Billing. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, apiBase, installation, now } = options
  const limitMs = options.limitMs ?? PAYMENT_LIMIT_MS
  const { stripe, ask, close } = connectStripe({ secretKey, apiBase, limitMs })
  return {
    name: 'stripe',
    ensurePrice: (product, known) =>
      ask(() => ensurePrice(stripe, installation, { product, known })),
    createCustomer: (input) => ask(() => createCustomer(stripe, input)),
    setCustomerEmail: (customerRef, email) =>
      ask(() => setCustomerEmail(stripe, customerRef, email)),
    openCheckout: (request) => ask(() => openCheckout(stripe, request)),
    readCheckout: (sessionRef) => ask(() => readCheckout(stripe, sessionRef)),
    expireCheckout: (sessionRef) => ask(() => expireCheckout(stripe, sessionRef)),
    readSubscription: (subscriptionRef) => ask(() => readSubscription(stripe, subscriptionRef)),
    setEndsAtPeriodEnd: (subscriptionRef, ends) =>
      ask(() => setEndsAtPeriodEnd(stripe, subscriptionRef, ends)),
    endSubscription: (subscriptionRef) => ask(() => endSubscription(stripe, subscriptionRef)),
    readPayment: (paymentRef) => ask(() => readPayment(stripe, paymentRef)),
    refundPayment: (paymentRef) => ask(() => refundPayment(stripe, paymentRef)),
    readCustomer: (customerRef) => ask(() => readCustomer(stripe, customerRef)),
    findReceipt: (paymentRef) => ask(() => findReceipt(stripe, paymentRef)),
    findBillingPortal: (customerRef, returnUrl) =>
      ask(() => findBillingPortal(stripe, customerRef, returnUrl)),
    readEvent: (rawBody, headers) =>
      readEvent(stripe, {
        rawBody,
        signature: headers['stripe-signature'],
        secret: webhookSecret,
        now: now(),
      }),
    close: async () => close(),
  }
}

async function readCustomer(stripe: Stripe, customer: string): Promise<CustomerSnapshot> {
  const { checkouts, intents } = await listCheckouts(stripe, customer)
  const subscriptions = await listSubscriptions(stripe, customer)
  const chargesOf = await chargesOfCustomer(stripe, customer)
  const payments = []
  for (const intent of intents) payments.push(await intentPayment(stripe, intent, chargesOf))
  const invoices = stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] })
  for await (const invoice of invoices) {
    if (invoice.status !== 'draft') payments.push(await invoicePayment(stripe, invoice, chargesOf))
  }
  return { checkouts, subscriptions, payments }
}

async function chargesOfCustomer(stripe: Stripe, customer: string): Promise<ChargesOf> {
  const charges: Stripe.Charge[] = []
  for await (const charge of stripe.charges.list({ customer, limit: 100 })) charges.push(charge)
  const byIntent = Map.groupBy(charges, (charge) => refOf(charge.payment_intent))
  return async (intentRef) => byIntent.get(intentRef) ?? []
}
