import { z } from 'zod'
import type { Currency } from '#contract/currencies.ts'
import type { ProductType } from '#contract/shop.ts'
import { AppError } from '#server/domain/app-error.ts'

/** One of our products at its current price, to be sold by the provider. */
export interface PricedProduct {
  productId: number
  title: string
  productType: ProductType
  /** Hundredths of the currency; per month for a subscription. */
  priceCents: number
  currency: Currency
}

/** The provider's ids of a product and one of its prices. */
export interface PriceRefs {
  productRef: string
  priceRef: string
}

export interface CheckoutRequest {
  /** Our id; the provider returns it with this checkout and what comes of it. */
  checkoutId: string
  customerRef: string
  priceRef: string
  productType: ProductType
  /** Absolute URL that the buyer is redirected to after paying. */
  successUrl: string
  cancelUrl: string
  /** The checkout can be paid until this time: 30 minutes to 24 hours from now. */
  expiresAt: Date
}

export interface OpenedCheckout {
  sessionRef: string
  /** Absolute URL of the payment page. */
  url: string
}

/** The current state of a checkout at the provider. */
export interface CheckoutSnapshot {
  sessionRef: string
  /** The id given to `openCheckout`; null for a session that is not ours. */
  checkoutId: string | null
  customerRef: string | null
  /**
   * `open`: can still be paid. `processing`: confirmed, but the payment is pending (a bank debit).
   * `paid`. `failed`: the payment failed. `expired`: not paid in time.
   */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  /** Set for a subscription once it is confirmed: paid, processing or failed. */
  subscriptionRef: string | null
  /** Set for a one-time product once it is confirmed; null if there was nothing to pay. */
  paymentRef: string | null
  amountCents: number
}

/** The current state of a subscription at the provider. */
export interface SubscriptionSnapshot {
  subscriptionRef: string
  customerRef: string
  /** The checkout that created it; null if it was not created by us. */
  checkoutId: string | null
  /**
   * `active` (also during a trial), `past_due`: a renewal failed and is retried, `paused`: collection
   * or access is paused, `ended`: canceled for good or never started, `incomplete`: the first payment
   * has not arrived yet.
   */
  state: 'active' | 'past_due' | 'paused' | 'ended' | 'incomplete'
  /** Ends at `periodEnd` instead of renewing. */
  endsAtPeriodEnd: boolean
  /** End of the paid period. */
  periodEnd: Date
  startedAt: Date
  endedAt: Date | null
  priceCents: number
}

/** The current state of a payment at the provider. */
export interface PaymentSnapshot {
  /** Id of an invoice or a single payment; the same payment always has the same id. */
  paymentRef: string
  customerRef: string | null
  subscriptionRef: string | null
  /** Set for a one-time product. */
  checkoutId: string | null
  state: 'paid' | 'failed' | 'pending'
  amountCents: number
  refundedCents: number
  dispute: 'none' | 'open' | 'won' | 'lost'
  paidAt: Date
}

/** The subject of the provider's event. The event only triggers a read of the current state. */
export const EventSubject = z.discriminatedUnion('about', [
  z.object({ about: z.literal('checkout'), sessionRef: z.string() }),
  z.object({ about: z.literal('subscription'), subscriptionRef: z.string() }),
  z.object({
    about: z.literal('payment'),
    /** For reading the payment; its snapshot has the id to store. */
    paymentRef: z.string(),
    subscriptionRef: z.string().nullable(),
  }),
  /** An event of a type that is stored but not handled. */
  z.object({ about: z.literal('nothing') }),
])
export type EventSubject = z.infer<typeof EventSubject>

export interface PaymentEvent {
  eventId: string
  /** Stripe's name for the event, such as `invoice.paid`. */
  type: string
  createdAt: Date
  subject: EventSubject
}

/** Everything of one customer at the provider, to repair what a missed event did not bring. */
export interface CustomerSnapshot {
  checkouts: CheckoutSnapshot[]
  subscriptions: SubscriptionSnapshot[]
  payments: PaymentSnapshot[]
}

/**
 * Takes payments on its own pages and reports them in signed events. Every method throws
 * `provider_unavailable` when the provider cannot be reached, is too slow, is busy, or refuses our
 * keys. It can then be called again: calls that create something use an idempotency key.
 */
export interface PaymentProvider {
  readonly name: 'till' | 'stripe'
  /**
   * Returns the provider's price of a product, and creates it if it is missing. `known` is what the
   * last call returned for the same price; a changed title is updated at the provider.
   */
  ensurePrice(product: PricedProduct, known: PriceRefs | undefined): Promise<PriceRefs>
  /**
   * Creates the provider's customer; the same member never gets two. Only the address is sent, no name.
   *
   * @param input.lost the member's earlier customer, if the provider no longer knows it
   */
  createCustomer(input: {
    memberId: string
    email: string
    lost?: string | undefined
  }): Promise<string>
  /** Changes the address that receipts go to. Throws `not_found` as `openCheckout` does. */
  setCustomerEmail(customerRef: string, email: string): Promise<void>
  /** Throws `not_found` if the provider does not know the customer. */
  openCheckout(request: CheckoutRequest): Promise<OpenedCheckout>
  /** Throws `not_found`. */
  readCheckout(sessionRef: string): Promise<CheckoutSnapshot>
  /** Closes an open checkout, so that nobody can pay it; does nothing if it is not open. */
  expireCheckout(sessionRef: string): Promise<CheckoutSnapshot>
  /** Throws `not_found`. */
  readSubscription(subscriptionRef: string): Promise<SubscriptionSnapshot>
  /** Sets whether it ends at the period's end or renews. An ended subscription stays ended. */
  setEndsAtPeriodEnd(subscriptionRef: string, ends: boolean): Promise<SubscriptionSnapshot>
  /** Ends it now, without a refund; does nothing if it has ended. */
  endSubscription(subscriptionRef: string): Promise<void>
  /**
   * Throws `not_found`. Store the `paymentRef` of the result: events about refunds and disputes may
   * refer to the payment of an invoice by another id.
   */
  readPayment(paymentRef: string): Promise<PaymentSnapshot>
  /**
   * Refunds what is left of a paid payment. Does nothing if it was refunded in full, so it is safe to
   * call it twice. Throws `not_found`, and `conflict` if the provider refuses.
   */
  refundPayment(paymentRef: string): Promise<void>
  /** Throws `not_found` if the provider does not know the customer. */
  readCustomer(customerRef: string): Promise<CustomerSnapshot>
  /** URL of a payment's receipt; undefined if there is none. */
  findReceipt(paymentRef: string): Promise<string | undefined>
  /** URL of the customer's page for cards and invoices; undefined if the provider has none. */
  findBillingPortal(customerRef: string, returnUrl: string): Promise<string | undefined>
  /**
   * Verifies and reads a signed event. Throws `invalid_input` for a missing, wrong or stale signature.
   *
   * @param headers in lower case
   */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): PaymentEvent
  /** Closes connections. The provider must not be used afterwards. */
  close(): Promise<void>
}

/** The till's storage, with the methods of the port. */
export interface TillApi
  extends Pick<
    PaymentProvider,
    | 'ensurePrice'
    | 'createCustomer'
    | 'setCustomerEmail'
    | 'readCheckout'
    | 'expireCheckout'
    | 'readSubscription'
    | 'setEndsAtPeriodEnd'
    | 'endSubscription'
    | 'readPayment'
    | 'refundPayment'
    | 'readCustomer'
  > {
  /** Creates the session of a checkout, or returns the existing one. */
  openSession(request: CheckoutRequest): Promise<string>
  /** The session that a paid payment belongs to. Throws `not_found`. */
  findPaidSession(paymentRef: string): Promise<string | undefined>
}

/** Default time limit for one call to a provider, in milliseconds. */
export const PAYMENT_LIMIT_MS = 20_000

export function paymentsUnavailable(cause: unknown): AppError {
  const sentence =
    'We can’t reach the payment service right now. Nothing was charged. Please try again.'
  return new AppError('provider_unavailable', sentence, { cause })
}

export function refundRefused(cause?: unknown): AppError {
  const sentence = 'The payment service refused this refund. Please check the payment there.'
  return new AppError('conflict', sentence, { cause })
}

export function badSignature(cause?: unknown): AppError {
  return new AppError('invalid_input', 'The signature of this event is not right.', { cause })
}
