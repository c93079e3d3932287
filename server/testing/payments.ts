import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#server/domain/app-error.ts'
import {
  badSignature,
  type CheckoutRequest,
  type CheckoutSnapshot,
  type CustomerSnapshot,
  type EventSubject,
  type OpenedCheckout,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentSnapshot,
  type PricedProduct,
  type PriceRefs,
  paymentsUnavailable,
  refundRefused,
  type SubscriptionSnapshot,
} from '#server/ports/payments/port.ts'

const SECRET = 'the secret of the fake provider'
const MONTH_MS = 30 * 86_400_000

/** An event in the form the provider sends it. */
export interface SignedEvent {
  body: Buffer
  headers: Record<string, string>
  event: PaymentEvent
}

/**
 * An in-memory payment provider that behaves as the port requires. Tests simulate what buyers,
 * banks and the passing of time do; each such method adds the events that a real provider would
 * send.
 */
export class FakePayments implements PaymentProvider {
  readonly name = 'till'
  /** All events in order; the test decides which of them arrive. */
  readonly events: SignedEvent[] = []
  /** Calls made to the provider, as `method ref`. */
  readonly calls: string[] = []
  /** Makes every call fail. */
  isDown = false
  /** Delay in milliseconds of each call, and again of its response. */
  delayMs: () => number = () => 0
  readonly #now: () => Date
  readonly #prefix = crypto.randomUUID().slice(0, 8)
  readonly #prices = new Map<string, PricedProduct>()
  readonly #customers = new Map<string, string>()
  readonly #emails = new Map<string, string>()
  readonly #sessions = new Map<string, CheckoutSnapshot & { request: CheckoutRequest }>()
  readonly #subscriptions = new Map<string, SubscriptionSnapshot>()
  readonly #payments = new Map<string, PaymentSnapshot>()
  #count = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  // The port

  ensurePrice(product: PricedProduct, known: PriceRefs | undefined): Promise<PriceRefs> {
    return this.#answer('ensurePrice', String(product.productId), () => {
      if (known && this.#prices.has(known.priceRef)) return known
      const productRef = `prod_${this.#prefix}_${product.productId}`
      const priceRef = `price_${this.#prefix}_${product.productId}_${product.productType}_${product.priceCents}`
      this.#prices.set(priceRef, product)
      return { productRef, priceRef }
    })
  }

  createCustomer({ memberId, email }: { memberId: string; email: string }): Promise<string> {
    return this.#answer('createCustomer', memberId, () => {
      const known = this.#customers.get(memberId) ?? this.#ref('cus')
      this.#customers.set(memberId, known)
      this.#emails.set(known, email)
      return known
    })
  }

  setCustomerEmail(customerRef: string, email: string): Promise<void> {
    return this.#answer('setCustomerEmail', customerRef, () => {
      if (![...this.#customers.values()].includes(customerRef)) throw unknown()
      this.#emails.set(customerRef, email)
    })
  }

  openCheckout(request: CheckoutRequest): Promise<OpenedCheckout> {
    return this.#answer('openCheckout', request.checkoutId, () => {
      const sessionRef = `cs_${this.#prefix}_${request.checkoutId}`
      const known = this.#sessions.get(sessionRef)
      if (known && JSON.stringify(known.request) !== JSON.stringify(request)) {
        throw new Error('The same checkout was opened with different values.')
      }
      const price = this.#prices.get(request.priceRef)
      if (!price) throw new Error('There is no such price.')
      const { checkoutId, customerRef } = request
      if (!known) {
        this.#sessions.set(sessionRef, {
          request,
          sessionRef,
          checkoutId,
          customerRef,
          state: 'open',
          subscriptionRef: null,
          paymentRef: null,
          amountCents: price.priceCents,
        })
      }
      return { sessionRef, url: `https://pay.example/${sessionRef}` }
    })
  }

  readCheckout(sessionRef: string): Promise<CheckoutSnapshot> {
    return this.#answer('readCheckout', sessionRef, () => this.session(sessionRef))
  }

  expireCheckout(sessionRef: string): Promise<CheckoutSnapshot> {
    return this.#answer('expireCheckout', sessionRef, () => {
      const session = this.session(sessionRef)
      if (session.state === 'open') this.#change(this.#sessions, sessionRef, { state: 'expired' })
      return this.session(sessionRef)
    })
  }

  readSubscription(subscriptionRef: string): Promise<SubscriptionSnapshot> {
    return this.#answer('readSubscription', subscriptionRef, () =>
      found(this.#subscriptions, subscriptionRef),
    )
  }

  setEndsAtPeriodEnd(subscriptionRef: string, ends: boolean): Promise<SubscriptionSnapshot> {
    return this.#answer('setEndsAtPeriodEnd', subscriptionRef, () => {
      const { state, endsAtPeriodEnd } = found(this.#subscriptions, subscriptionRef)
      if (state !== 'ended' && endsAtPeriodEnd !== ends) {
        this.#change(this.#subscriptions, subscriptionRef, { endsAtPeriodEnd: ends })
        this.#emit('customer.subscription.updated', { about: 'subscription', subscriptionRef })
      }
      return found(this.#subscriptions, subscriptionRef)
    })
  }

  endSubscription(subscriptionRef: string): Promise<void> {
    return this.#answer('endSubscription', subscriptionRef, () => {
      if (found(this.#subscriptions, subscriptionRef).state !== 'ended') this.end(subscriptionRef)
    })
  }

  readPayment(paymentRef: string): Promise<PaymentSnapshot> {
    return this.#answer('readPayment', paymentRef, () => found(this.#payments, paymentRef))
  }

  refundPayment(paymentRef: string): Promise<void> {
    return this.#answer('refundPayment', paymentRef, () => {
      const { amountCents, refundedCents, state, dispute } = found(this.#payments, paymentRef)
      if (state !== 'paid' || dispute === 'open' || dispute === 'lost') throw refundRefused()
      if (refundedCents < amountCents) this.refund(paymentRef)
    })
  }

  readCustomer(customerRef: string): Promise<CustomerSnapshot> {
    return this.#answer('readCustomer', customerRef, () => {
      const isTheirs = (one: { customerRef: string | null }): boolean =>
        one.customerRef === customerRef
      return {
        checkouts: [...this.#sessions.values()].filter(isTheirs),
        subscriptions: [...this.#subscriptions.values()].filter(isTheirs),
        payments: [...this.#payments.values()].filter(isTheirs),
      }
    })
  }

  findReceipt(paymentRef: string): Promise<string | undefined> {
    return this.#answer('findReceipt', paymentRef, () =>
      found(this.#payments, paymentRef).state === 'paid'
        ? `https://pay.example/receipts/${paymentRef}`
        : undefined,
    )
  }

  findBillingPortal(customerRef: string): Promise<string | undefined> {
    return this.#answer(
      'findBillingPortal',
      customerRef,
      () => `https://pay.example/${customerRef}`,
    )
  }

  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): PaymentEvent {
    if (headers['x-signature'] !== sign(rawBody)) throw badSignature()
    // Only this class signs.
    const event = JSON.parse(rawBody.toString()) as Omit<PaymentEvent, 'createdAt'> & {
      createdAt: string
    }
    return { ...event, createdAt: new Date(event.createdAt) }
  }

  async close(): Promise<void> {}

  // Events that a test simulates

  /** The buyer pays; a slow bank debit is `processing` until it is settled. */
  pay(sessionRef: string, { isSlow = false }: { isSlow?: boolean } = {}): void {
    const session = this.session(sessionRef)
    if (session.state !== 'open') throw new Error(`This checkout is ${session.state}.`)
    const { request } = found(this.#sessions, sessionRef)
    if (request.productType === 'subscription') this.#subscribe(sessionRef)
    else this.#payOnce(sessionRef, isSlow ? 'pending' : 'paid')
    this.#change(this.#sessions, sessionRef, { state: isSlow ? 'processing' : 'paid' })
    this.#emit('checkout.session.completed', { about: 'checkout', sessionRef })
  }

  /** The bank debit for a one-time product succeeds or fails. */
  settle(sessionRef: string, outcome: 'paid' | 'failed'): void {
    const { paymentRef } = this.session(sessionRef)
    this.#change(this.#sessions, sessionRef, { state: outcome })
    this.#change(this.#payments, paymentRef ?? '', { state: outcome })
    const ending = outcome === 'paid' ? 'succeeded' : 'failed'
    this.#emit(`checkout.session.async_payment_${ending}`, { about: 'checkout', sessionRef })
  }

  expire(sessionRef: string): void {
    this.#change(this.#sessions, sessionRef, { state: 'expired' })
  }

  renew(subscriptionRef: string): void {
    const { periodEnd } = found(this.#subscriptions, subscriptionRef)
    const open = this.#openPayment(subscriptionRef)
    if (open) this.#change(this.#payments, open.paymentRef, { state: 'paid', paidAt: this.#tick() })
    const payment = open ?? this.#invoice(subscriptionRef, 'paid')
    this.#change(this.#subscriptions, subscriptionRef, {
      state: 'active',
      periodEnd: new Date(periodEnd.getTime() + MONTH_MS),
    })
    this.#emitPayment('invoice.paid', payment.paymentRef)
    this.#emit('customer.subscription.updated', { about: 'subscription', subscriptionRef })
  }

  failRenewal(subscriptionRef: string): void {
    const payment = this.#openPayment(subscriptionRef) ?? this.#invoice(subscriptionRef, 'failed')
    this.#change(this.#subscriptions, subscriptionRef, { state: 'past_due' })
    this.#emitPayment('invoice.payment_failed', payment.paymentRef)
    this.#emit('customer.subscription.updated', { about: 'subscription', subscriptionRef })
  }

  pause(subscriptionRef: string): void {
    this.#change(this.#subscriptions, subscriptionRef, { state: 'paused' })
    this.#emit('customer.subscription.paused', { about: 'subscription', subscriptionRef })
  }

  unpause(subscriptionRef: string): void {
    this.#change(this.#subscriptions, subscriptionRef, { state: 'active' })
    this.#emit('customer.subscription.resumed', { about: 'subscription', subscriptionRef })
  }

  end(subscriptionRef: string): void {
    this.#change(this.#subscriptions, subscriptionRef, { state: 'ended', endedAt: this.#tick() })
    this.#emit('customer.subscription.deleted', { about: 'subscription', subscriptionRef })
  }

  /** Refunds the full amount unless `cents` is given. */
  refund(paymentRef: string, cents?: number): void {
    const { amountCents } = found(this.#payments, paymentRef)
    this.#change(this.#payments, paymentRef, { refundedCents: cents ?? amountCents })
    this.#emitPayment('charge.refunded', paymentRef)
  }

  /** The buyer's bank returns an earlier refund. */
  failRefund(paymentRef: string): void {
    this.#change(this.#payments, paymentRef, { refundedCents: 0 })
    this.#emitPayment('refund.failed', paymentRef)
  }

  dispute(paymentRef: string, dispute: PaymentSnapshot['dispute']): void {
    this.#change(this.#payments, paymentRef, { dispute })
    const ending = dispute === 'open' ? 'created' : 'closed'
    this.#emitPayment(`charge.dispute.${ending}`, paymentRef)
  }

  /** Emits an event that has no meaning here, or is not about our site. */
  emitUnrelated(type: string, subject: EventSubject): SignedEvent {
    return this.#emit(type, subject)
  }

  // State that a test inspects

  /** The email address for a member's receipts; undefined if they never opened a checkout. */
  emailOf(memberId: string): string | undefined {
    return this.#emails.get(this.#customers.get(memberId) ?? '')
  }

  subscriptionOf(sessionRef: string): string {
    const ref = this.session(sessionRef).subscriptionRef
    if (!ref) throw new Error('This checkout has no subscription.')
    return ref
  }

  subscription(subscriptionRef: string): SubscriptionSnapshot {
    return found(this.#subscriptions, subscriptionRef)
  }

  session(sessionRef: string): CheckoutSnapshot {
    const { request: _, ...session } = found(this.#sessions, sessionRef)
    return session
  }

  /** The payments of a subscription or of a checkout, oldest first. */
  paymentsOf(ref: string): PaymentSnapshot[] {
    const { paymentRef } = this.#sessions.get(ref) ?? {}
    return [...this.#payments.values()].filter(
      (payment) => payment.subscriptionRef === ref || payment.paymentRef === paymentRef,
    )
  }

  #subscribe(sessionRef: string): void {
    const { checkoutId, customerRef, amountCents } = this.session(sessionRef)
    const subscriptionRef = this.#ref('sub')
    const startedAt = this.#tick()
    this.#subscriptions.set(subscriptionRef, {
      subscriptionRef,
      customerRef: customerRef ?? '',
      checkoutId,
      state: 'active',
      endsAtPeriodEnd: false,
      periodEnd: new Date(startedAt.getTime() + MONTH_MS),
      startedAt,
      endedAt: null,
      priceCents: amountCents,
    })
    this.#change(this.#sessions, sessionRef, { subscriptionRef })
    this.#emit('customer.subscription.created', { about: 'subscription', subscriptionRef })
    this.#emitPayment('invoice.paid', this.#invoice(subscriptionRef, 'paid').paymentRef)
  }

  #payOnce(sessionRef: string, state: PaymentSnapshot['state']): void {
    const { checkoutId, customerRef, amountCents } = this.session(sessionRef)
    const paymentRef = this.#ref('pi')
    this.#payments.set(paymentRef, {
      paymentRef,
      customerRef,
      subscriptionRef: null,
      checkoutId,
      state,
      amountCents,
      refundedCents: 0,
      dispute: 'none',
      paidAt: this.#tick(),
    })
    this.#change(this.#sessions, sessionRef, { paymentRef })
  }

  #invoice(subscriptionRef: string, state: PaymentSnapshot['state']): PaymentSnapshot {
    const { customerRef, priceCents } = found(this.#subscriptions, subscriptionRef)
    const payment: PaymentSnapshot = {
      paymentRef: this.#ref('in'),
      customerRef,
      subscriptionRef,
      checkoutId: null,
      state,
      amountCents: priceCents,
      refundedCents: 0,
      dispute: 'none',
      paidAt: this.#tick(),
    }
    this.#payments.set(payment.paymentRef, payment)
    return payment
  }

  #openPayment(subscriptionRef: string): PaymentSnapshot | undefined {
    return this.paymentsOf(subscriptionRef).find(({ state }) => state === 'failed')
  }

  #emitPayment(type: string, paymentRef: string): void {
    const { subscriptionRef } = found(this.#payments, paymentRef)
    this.#emit(type, { about: 'payment', paymentRef, subscriptionRef })
  }

  #emit(type: string, subject: EventSubject): SignedEvent {
    const event = { eventId: this.#ref('evt'), type, createdAt: this.#now(), subject }
    const body = Buffer.from(JSON.stringify(event))
    const signed = { body, headers: { 'x-signature': sign(body) }, event }
    this.events.push(signed)
    return signed
  }

  async #answer<T>(method: string, ref: string, answer: () => T): Promise<T> {
    this.calls.push(`${method} ${ref}`)
    await wait(this.delayMs())
    if (this.isDown) throw paymentsUnavailable(new Error('The fake provider is down.'))
    // A copy, so that later changes don't affect the response.
    const answered = structuredClone(answer())
    await wait(this.delayMs())
    return answered
  }

  #change<T>(all: Map<string, T>, ref: string, change: Partial<T>): void {
    all.set(ref, { ...found(all, ref), ...change })
  }

  #ref(kind: string): string {
    return `${kind}_${this.#prefix}_${++this.#count}`
  }

  /** A unique time in the recent past. */
  #tick(): Date {
    return new Date(this.#now().getTime() - 60_000 + ++this.#count)
  }
}

function found<T>(all: Map<string, T>, ref: string): T {
  const one = all.get(ref)
  if (!one) throw unknown()
  return one
}

function unknown(): AppError {
  return new AppError('not_found', 'The fake provider knows no such thing.')
}

function sign(body: Buffer): string {
  return createHmac('sha256', SECRET).update(body).digest('hex')
}
