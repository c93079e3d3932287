import { randomBytes } from 'node:crypto'
import { monthLater } from '#server/domain/month-later.ts'
import type {
  Metadata,
  TestCharge,
  TestCustomer,
  TestDispute,
  TestIntent,
  TestInvoice,
  TestInvoicePayment,
  TestPrice,
  TestProduct,
  TestSession,
  TestSubscription,
} from './stripe-objects.ts'

export interface TestEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  type: string
  data: { object: object }
}

/** The outcome of a payment attempt. */
type Outcome = 'succeeded' | 'processing' | 'failed'

/** A Stripe account in memory, with methods that simulate buyers, banks and the passing of time. */
export class StripeTestAccount {
  readonly products = new Map<string, TestProduct>()
  readonly prices = new Map<string, TestPrice>()
  readonly customers = new Map<string, TestCustomer>()
  readonly sessions = new Map<string, TestSession>()
  /** The prices that each session sells, and the metadata for its payment or subscription. */
  readonly wares = new Map<string, { price: TestPrice; metadata: Metadata }>()
  readonly intents = new Map<string, TestIntent>()
  readonly charges = new Map<string, TestCharge>()
  readonly disputes = new Map<string, TestDispute>()
  /** The events that the account reports, and where. */
  readonly webhooks = new Map<
    string,
    { id: string; url: string; status: 'enabled' | 'disabled'; enabled_events: string[] }
  >()
  readonly invoices = new Map<string, TestInvoice>()
  readonly invoicePayments = new Map<string, TestInvoicePayment>()
  readonly subscriptions = new Map<string, TestSubscription>()
  readonly origin: string
  readonly #onEvent: (event: TestEvent) => void
  /** Makes ids unique across accounts. */
  readonly #mark = randomBytes(4).toString('hex')
  #offset = 0
  #count = 0

  constructor(origin: string, onEvent: (event: TestEvent) => void) {
    this.origin = origin
    this.#onEvent = onEvent
  }

  /** In seconds, as in Stripe's API. */
  now(): number {
    return Math.floor(Date.now() / 1_000) + this.#offset
  }

  newId(prefix: string): string {
    return `${prefix}_test${this.#mark}${String(++this.#count).padStart(6, '0')}`
  }

  emit(type: string, object: object): void {
    const shared = { object: 'event', api_version: '2026-10-28.endive', livemode: false } as const
    const data = { object: structuredClone(object) }
    this.#onEvent({ ...shared, id: this.newId('evt'), created: this.now(), type, data })
  }

  /** The buyer pays by card, or nothing with a code for 100% off. */
  pay(sessionRef: string, options: { isFree?: boolean } = {}): void {
    const session = this.#openSession(sessionRef)
    if (options.isFree) session.amount_total = 0
    this.#complete(session, 'succeeded')
  }

  /** The buyer pays by bank debit, which stays pending until `settleDebit` or `failDebit`. */
  payLater(sessionRef: string): void {
    this.#complete(this.#openSession(sessionRef), 'processing')
  }

  /** The buyer's card is declined; the checkout stays open. */
  decline(sessionRef: string): void {
    const session = this.#openSession(sessionRef)
    if (session.mode === 'payment') this.#tryIntent(session, 'failed')
  }

  /** The bank debit of a checkout arrives. */
  settleDebit(sessionRef: string): void {
    const session = get(this.sessions, sessionRef)
    this.#move(this.#intentOf(session), 'succeeded')
    session.payment_status = 'paid'
    if (session.invoice) this.#markPaid(get(this.invoices, session.invoice))
    this.emit('checkout.session.async_payment_succeeded', session)
  }

  /** The bank debit of a checkout fails. */
  failDebit(sessionRef: string): void {
    const session = get(this.sessions, sessionRef)
    this.#move(this.#intentOf(session), 'failed')
    this.emit('checkout.session.async_payment_failed', session)
    if (!session.subscription) return
    const subscription = get(this.subscriptions, session.subscription)
    subscription.status = 'past_due'
    this.emit('customer.subscription.updated', subscription)
  }

  expire(sessionRef: string): void {
    const session = this.#openSession(sessionRef)
    session.status = 'expired'
    session.url = null
    this.emit('checkout.session.expired', session)
  }

  /** The next period begins and is paid, or a failed renewal is paid after all. */
  renew(subscriptionRef: string): void {
    const subscription = get(this.subscriptions, subscriptionRef)
    const isBehind = subscription.status === 'past_due'
    if (!isBehind) this.#beginPeriod(subscription)
    const invoice = get(this.invoices, subscription.latest_invoice)
    this.#payInvoice(invoice, 'succeeded')
    subscription.status = 'active'
    this.#markPaid(invoice)
    this.emit('customer.subscription.updated', subscription)
  }

  /** The next period begins and its payment fails, or a retry of it fails. */
  failRenewal(subscriptionRef: string): void {
    const subscription = get(this.subscriptions, subscriptionRef)
    if (subscription.status !== 'past_due') this.#beginPeriod(subscription)
    const invoice = get(this.invoices, subscription.latest_invoice)
    invoice.attempted = true
    this.#payInvoice(invoice, 'failed')
    subscription.status = 'past_due'
    this.emit('invoice.payment_failed', invoice)
    this.emit('customer.subscription.updated', subscription)
  }

  pause(subscriptionRef: string): void {
    const subscription = get(this.subscriptions, subscriptionRef)
    subscription.status = 'paused'
    this.emit('customer.subscription.paused', subscription)
  }

  unpause(subscriptionRef: string): void {
    const subscription = get(this.subscriptions, subscriptionRef)
    subscription.status = 'active'
    this.emit('customer.subscription.resumed', subscription)
  }

  /** The member cancels on Stripe's own page, which sets a date. */
  cancelOnPortal(subscriptionRef: string): void {
    const subscription = get(this.subscriptions, subscriptionRef)
    subscription.cancel_at = itemOf(subscription).current_period_end
    this.emit('customer.subscription.updated', subscription)
  }

  /** A customer is deleted in the dashboard, which ends the subscriptions. */
  deleteCustomer(customerRef: string): void {
    get(this.customers, customerRef)
    for (const subscription of this.subscriptions.values()) {
      const isTheirs = subscription.customer === customerRef && subscription.ended_at === null
      if (isTheirs) this.endNow(subscription)
    }
    this.customers.delete(customerRef)
  }

  /** The period is over now, and with it the subscription. */
  endPeriod(subscriptionRef: string): void {
    const subscription = get(this.subscriptions, subscriptionRef)
    const item = itemOf(subscription)
    item.current_period_end = Math.min(item.current_period_end, this.now())
    this.endNow(subscription)
  }

  endNow(subscription: TestSubscription): void {
    subscription.status = 'canceled'
    subscription.ended_at = this.now()
    this.emit('customer.subscription.deleted', subscription)
  }

  /** Refunds `cents`, or all that is left. */
  refund(paymentRef: string, cents?: number): void {
    const charge = this.#chargeOf(paymentRef)
    charge.amount_refunded += cents ?? charge.amount - charge.amount_refunded
    this.emit('charge.refunded', charge)
  }

  dispute(paymentRef: string, status: TestDispute['status'] = 'needs_response'): void {
    const charge = this.#chargeOf(paymentRef)
    charge.disputed = true
    const dispute: TestDispute = {
      object: 'dispute',
      id: this.newId('du'),
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status,
    }
    this.disputes.set(dispute.id, dispute)
    this.emit('charge.dispute.created', dispute)
  }

  closeDispute(paymentRef: string, status: 'won' | 'lost'): void {
    const charge = this.#chargeOf(paymentRef)
    const dispute = [...this.disputes.values()].find((each) => each.charge === charge.id)
    if (!dispute) throw new Error(`${paymentRef} is not disputed.`)
    dispute.status = status
    this.emit('charge.dispute.closed', dispute)
  }

  /** Time passes: open checkouts expire, subscriptions end or renew. */
  advance(by: { minutes: number }): void {
    this.#offset += by.minutes * 60
    for (const session of this.sessions.values()) {
      if (session.status === 'open' && session.expires_at <= this.now()) this.expire(session.id)
    }
    for (const subscription of this.subscriptions.values()) this.#passTime(subscription)
  }

  #passTime(subscription: TestSubscription): void {
    while (subscription.ended_at === null) {
      const { current_period_end: end } = itemOf(subscription)
      if (end > this.now() || subscription.status !== 'active') return
      if (subscription.cancel_at_period_end || subscription.cancel_at) this.endNow(subscription)
      else this.renew(subscription.id)
    }
  }

  #openSession(sessionRef: string): TestSession {
    const session = get(this.sessions, sessionRef)
    if (session.status !== 'open') throw new Error(`${sessionRef} is ${session.status}.`)
    return session
  }

  #complete(session: TestSession, outcome: Outcome): void {
    session.status = 'complete'
    session.url = null
    session.payment_status = outcome === 'succeeded' ? 'paid' : 'unpaid'
    if (session.amount_total === 0) session.payment_status = 'no_payment_required'
    if (session.mode === 'subscription') this.#startSubscription(session, outcome)
    else if (session.amount_total > 0) this.#tryIntent(session, outcome)
    this.emit('checkout.session.completed', session)
  }

  #tryIntent(session: TestSession, outcome: Outcome): void {
    const known = session.payment_intent ? this.intents.get(session.payment_intent) : undefined
    const { metadata } = get(this.wares, session.id)
    const { customer, amount_total: amount } = session
    const intent = known ?? this.#newIntent({ customer, amount, metadata })
    session.payment_intent = intent.id
    this.#charge(intent, outcome)
  }

  #startSubscription(session: TestSession, outcome: Outcome): void {
    const { price, metadata } = get(this.wares, session.id)
    const now = this.now()
    const item = {
      id: this.newId('si'),
      price,
      quantity: 1,
      current_period_start: now,
      current_period_end: aMonthAfter(now),
    }
    const subscription: TestSubscription = {
      object: 'subscription',
      id: this.newId('sub'),
      customer: session.customer,
      // Active at once, even while the first bank debit is pending.
      status: 'active',
      pause_collection: null,
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      start_date: now,
      latest_invoice: '',
      metadata,
      items: { object: 'list', data: [item] },
    }
    this.subscriptions.set(subscription.id, subscription)
    const invoice = this.#newInvoice(subscription, 'subscription_create', session.amount_total)
    session.subscription = subscription.id
    session.invoice = invoice.id
    this.emit('customer.subscription.created', subscription)
    this.#payInvoice(invoice, outcome)
    if (outcome === 'succeeded') this.#markPaid(invoice)
  }

  #beginPeriod(subscription: TestSubscription): void {
    const item = itemOf(subscription)
    item.current_period_start = item.current_period_end
    item.current_period_end = aMonthAfter(item.current_period_start)
    this.#newInvoice(subscription, 'subscription_cycle', item.price.unit_amount)
  }

  #newInvoice(
    subscription: TestSubscription,
    billing_reason: TestInvoice['billing_reason'],
    amount: number,
  ): TestInvoice {
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    const id = this.newId('in')
    const { id: ref, metadata, customer } = subscription
    const invoice: TestInvoice = {
      object: 'invoice',
      id,
      customer,
      billing_reason,
      status: 'open',
      attempted: false,
      amount_due: amount,
      amount_paid: 0,
      hosted_invoice_url: `${this.origin}/i/${id}`,
      parent: { subscription_details: { subscription: ref, metadata } },
      status_transitions: { paid_at: null },
      lines: { object: 'list', data: [{ period: { start, end } }] },
      created: this.now(),
    }
    this.invoices.set(id, invoice)
    subscription.latest_invoice = id
    return invoice
  }

  #payInvoice(invoice: TestInvoice, outcome: Outcome): void {
    if (invoice.amount_due === 0) return
    invoice.attempted = true
    const known = this.#intentRefOf(invoice.id)
    if (known) {
      this.#charge(get(this.intents, known), outcome)
      return
    }
    const { customer, amount_due: amount } = invoice
    const intent = this.#newIntent({ customer, amount, metadata: {} })
    const id = this.newId('inpay')
    const payment = { type: 'payment_intent', payment_intent: intent.id } as const
    this.invoicePayments.set(id, { object: 'invoice_payment', id, invoice: invoice.id, payment })
    this.#charge(intent, outcome)
  }

  #markPaid(invoice: TestInvoice): void {
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    invoice.status_transitions.paid_at = this.now()
    this.emit('invoice.paid', invoice)
  }

  #newIntent(given: Pick<TestIntent, 'customer' | 'amount' | 'metadata'>): TestIntent {
    const intent: TestIntent = {
      object: 'payment_intent',
      id: this.newId('pi'),
      status: 'requires_payment_method',
      amount_received: 0,
      created: this.now(),
      ...given,
    }
    this.intents.set(intent.id, intent)
    return intent
  }

  #charge(intent: TestIntent, outcome: Outcome): void {
    const id = this.newId('ch')
    this.charges.set(id, {
      object: 'charge',
      id,
      payment_intent: intent.id,
      customer: intent.customer,
      status: 'pending',
      amount: intent.amount,
      amount_refunded: 0,
      disputed: false,
      receipt_url: null,
      created: this.now(),
    })
    intent.status = 'processing'
    if (outcome !== 'processing') this.#move(intent, outcome)
  }

  /** A pending payment succeeds or fails. */
  #move(intent: TestIntent, outcome: 'succeeded' | 'failed'): void {
    const isPaid = outcome === 'succeeded'
    intent.status = isPaid ? 'succeeded' : 'requires_payment_method'
    intent.amount_received = isPaid ? intent.amount : 0
    for (const charge of this.charges.values()) {
      if (charge.payment_intent !== intent.id || charge.status !== 'pending') continue
      charge.status = outcome
      charge.receipt_url = isPaid ? `${this.origin}/r/${charge.id}` : null
    }
  }

  #intentOf(session: TestSession): TestIntent {
    return get(this.intents, session.payment_intent ?? this.#intentRefOf(session.invoice) ?? '')
  }

  #intentRefOf(invoiceRef: string | null): string | undefined {
    const payments = [...this.invoicePayments.values()]
    return payments.find((each) => each.invoice === invoiceRef)?.payment.payment_intent
  }

  /** @param paymentRef of an invoice or of a payment intent */
  #chargeOf(paymentRef: string): TestCharge {
    const intentRef = this.#intentRefOf(paymentRef) ?? paymentRef
    const charges = [...this.charges.values()]
    const charge = charges.find(
      (each) => each.payment_intent === intentRef && each.status === 'succeeded',
    )
    if (!charge) throw new Error(`${paymentRef} is not paid.`)
    return charge
  }
}

function get<T>(objects: Map<string, T>, id: string): T {
  const found = objects.get(id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

export function itemOf(subscription: TestSubscription): TestSubscription['items']['data'][number] {
  const [item] = subscription.items.data
  if (!item) throw new Error('A subscription has an item.')
  return item
}

function aMonthAfter(seconds: number): number {
  return monthLater(new Date(seconds * 1_000)).getTime() / 1_000
}
