import type { Currency } from '#contract/currencies.ts'
import type { ProductType } from '#contract/shop.ts'
import { AppError } from '#server/domain/app-error.ts'

/** What the provider sells: one of our products at its price of today. */
export interface PricedProduct {
  productId: number
  title: string
  productType: ProductType
  /** Hundredths of the currency. A subscription's is for one month. */
  priceCents: number
  currency: Currency
}

/** The provider's names for a product and one of its prices. */
export interface PriceRefs {
  productRef: string
  priceRef: string
}

export interface CheckoutRequest {
  /** Ours; the provider hands it back with every event of this checkout. */
  checkoutId: string
  customerRef: string
  priceRef: string
  productType: ProductType
  /** Where the buyer is led afterwards, absolute. */
  successUrl: string
  cancelUrl: string
  /** The checkout can be paid until then: 30 minutes to 24 hours from now. */
  expiresAt: Date
}

export interface OpenedCheckout {
  sessionRef: string
  /** Absolute; the buyer is sent there. */
  url: string
}

/** A checkout as it stands at the provider now. */
export interface CheckoutSnapshot {
  sessionRef: string
  /** As it was given to `openCheckout`; null for a session that is not ours. */
  checkoutId: string | null
  customerRef: string | null
  /**
   * `open`: can still be paid. `processing`: confirmed, the money is on its way (a bank debit).
   * `paid`. `failed`: the money did not come. `expired`: nobody paid.
   */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  /** Of a subscription that is confirmed: paid, processing or failed. */
  subscriptionRef: string | null
  /** Of a one-time product that is confirmed; null where nothing was to pay. */
  paymentRef: string | null
  amountCents: number
}

/** A subscription as it stands at the provider now. */
export interface SubscriptionSnapshot {
  subscriptionRef: string
  customerRef: string
  /** The checkout it came from; null when it was not made by us. */
  checkoutId: string | null
  /**
   * `active` (a trial too), `past_due`: a renewal failed and is tried again, `paused`: collection or
   * access is paused, `ended`: cancelled for good or never begun, `incomplete`: the first payment is
   * not there yet.
   */
  state: 'active' | 'past_due' | 'paused' | 'ended' | 'incomplete'
  /** Ends at `periodEnd` instead of renewing. */
  endsAtPeriodEnd: boolean
  /** End of what is paid for. */
  periodEnd: Date
  startedAt: Date
  endedAt: Date | null
  priceCents: number
}

/** Money that came, or did not. */
export interface PaymentSnapshot {
  /** Of an invoice or a single payment; one of them is never booked twice. */
  paymentRef: string
  customerRef: string | null
  subscriptionRef: string | null
  /** Of a one-time product. */
  checkoutId: string | null
  state: 'paid' | 'failed' | 'pending'
  amountCents: number
  refundedCents: number
  dispute: 'none' | 'open' | 'won' | 'lost'
  paidAt: Date
}

/** What an event of the provider is about. The state is read again, the event is only the occasion. */
export type EventSubject =
  | { about: 'checkout'; sessionRef: string }
  | { about: 'subscription'; subscriptionRef: string }
  /** `paymentRef` serves to read the payment, whose snapshot holds the name that it goes by. */
  | { about: 'payment'; paymentRef: string; subscriptionRef: string | null }
  /** Of a kind that means nothing here; kept and left alone. */
  | { about: 'nothing' }

export interface PaymentEvent {
  eventId: string
  /** In Stripe's words, such as `invoice.paid`. */
  type: string
  createdAt: Date
  subject: EventSubject
}

/** Everything of one customer at the provider, for mending what an event did not bring. */
export interface CustomerSnapshot {
  checkouts: CheckoutSnapshot[]
  subscriptions: SubscriptionSnapshot[]
  payments: PaymentSnapshot[]
}

/**
 * Takes money on its own pages and tells of it by signed events. Every method throws
 * `provider_unavailable` when the provider cannot be reached, is too slow, is busy, or refuses our
 * keys; nothing is half done then: calls that make something take an idempotency key of their own.
 */
export interface PaymentProvider {
  readonly name: 'till' | 'stripe'
  /**
   * The provider's price of a product, made where it is missing. `known` is what the last call
   * answered for the same price; a changed title is carried over.
   */
  ensurePrice(product: PricedProduct, known: PriceRefs | undefined): Promise<PriceRefs>
  /**
   * Makes the provider's customer; the same member never gets two. It is told an address and no name.
   *
   * @param input.lost the customer that the provider does not know any more, when there was one
   */
  createCustomer(input: {
    memberId: string
    email: string
    lost?: string | undefined
  }): Promise<string>
  /** From now on receipts go there. Throws `not_found` as `openCheckout` does. */
  setCustomerEmail(customerRef: string, email: string): Promise<void>
  /** Throws `not_found` when the provider does not know the customer, or not any more. */
  openCheckout(request: CheckoutRequest): Promise<OpenedCheckout>
  /** Throws `not_found`. */
  readCheckout(sessionRef: string): Promise<CheckoutSnapshot>
  /** Closes an open checkout, so that nobody can pay it; one that is not open stays as it is. */
  expireCheckout(sessionRef: string): Promise<CheckoutSnapshot>
  /** Throws `not_found`. */
  readSubscription(subscriptionRef: string): Promise<SubscriptionSnapshot>
  /** Lets it end at the period's end, or go on after all. One that has ended stays ended. */
  setEndsAtPeriodEnd(subscriptionRef: string, ends: boolean): Promise<SubscriptionSnapshot>
  /** Ends it now, without a refund; one that has ended stays ended. */
  endSubscription(subscriptionRef: string): Promise<void>
  /**
   * Throws `not_found`. The answer's `paymentRef` is the one to keep: a refund or a dispute may call
   * the payment of an invoice by another name.
   */
  readPayment(paymentRef: string): Promise<PaymentSnapshot>
  /**
   * Refunds what is left of a paid payment. One that was refunded in full stays as it is, so the same
   * call twice refunds once. Throws `not_found`, and `conflict` when the provider refuses.
   */
  refundPayment(paymentRef: string): Promise<void>
  /** Throws `not_found` when the provider does not know the customer, or not any more. */
  readCustomer(customerRef: string): Promise<CustomerSnapshot>
  /** The page of a payment's receipt; undefined when there is none. */
  findReceipt(paymentRef: string): Promise<string | undefined>
  /** The customer's own page for cards and invoices; undefined when the provider has none. */
  findBillingPortal(customerRef: string, returnUrl: string): Promise<string | undefined>
  /**
   * The event in a signed call. Throws `invalid_input` for a missing, wrong or stale signature.
   *
   * @param headers in lower case
   */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): PaymentEvent
  /** Lets go of connections. The provider is not used afterwards. */
  close(): Promise<void>
}

/** What the till remembers, in the words of the port. */
export interface TillBooks
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
  /** The session of a checkout; the same one for the same checkout. */
  openSession(request: CheckoutRequest): Promise<string>
  /** The session that a paid payment belongs to. Throws `not_found`. */
  findPaidSession(paymentRef: string): Promise<string | undefined>
}

/** How long one call to a provider may take, in milliseconds, unless an adapter is told otherwise. */
export const PAYMENT_LIMIT_MS = 20_000

export function paymentsUnavailable(cause: unknown): AppError {
  const sentence =
    'We can’t reach the payment provider right now. Nothing was charged. Please try again.'
  return new AppError('provider_unavailable', sentence, { cause })
}

export function refundRefused(cause?: unknown): AppError {
  const sentence = 'The payment provider refused this refund. Please check the payment there.'
  return new AppError('conflict', sentence, { cause })
}

export function badSignature(cause?: unknown): AppError {
  return new AppError('invalid_input', 'The signature of this event is not right.', { cause })
}
