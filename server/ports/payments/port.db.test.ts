import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import type { ProductType } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { monthLater } from '#server/domain/month-later.ts'
import { signCall } from '#server/domain/signed-call.ts'
import { tillApi } from '#server/features/till/api.ts'
import { finishSession, getSession, type TillAction } from '#server/features/till/sessions.ts'
import { failRenewalIn, passTime } from '#server/features/till/simulation.ts'
import type { TestClock } from '#server/testing/clock.ts'
import type { StripeTestAccount } from '#server/testing/providers/stripe-account.ts'
import { startStripeServer } from '#server/testing/providers/stripe-server.ts'
import { test as base } from '#server/testing/world.ts'
import type { PaymentEvent, PaymentProvider, PricedProduct } from './port.ts'
import { createStripeProvider } from './stripe.ts'
import { createTillProvider, TILL_SIGNATURE } from './till.ts'

interface SignedCall {
  body: Buffer
  headers: Record<string, string>
}

/** A provider, with methods that simulate buyers, banks and the passing of time. */
interface Harness {
  provider: PaymentProvider
  now(): Date
  advance(by: { minutes: number }): void
  /** The product's title on the payment page. */
  titleOn(sessionRef: string): Promise<string>
  /** The address that the customer's receipts go to. */
  emailOf(customerRef: string): Promise<string | null | undefined>
  act(sessionRef: string, action: TillAction): Promise<unknown>
  failRenewal(subscriptionRef: string): Promise<unknown>
  renew(subscriptionRef: string): Promise<void>
  /** The signed calls since the last call of this method. */
  takeCalls(): SignedCall[]
}

interface Given {
  context: Context
  clock: TestClock
}

const adapters: Record<string, (given: Given) => Promise<Harness>> = {
  till: async ({ context, clock }) => {
    const bodies: string[] = []
    const eventKey = context.keys.derive('till-event')
    const jobs = {
      ...context.jobs,
      send: async (_trx: unknown, _name: string, data: object) => {
        bodies.push('body' in data ? String(data.body) : '')
      },
    }
    const tillContext = { db: context.db, now: clock.now, jobs }
    const provider = createTillProvider({
      api: tillApi(tillContext),
      eventKey,
      publicUrl: 'http://till.example',
      now: clock.now,
    })
    const till: Context = { ...context, jobs, payments: provider }
    return {
      provider,
      now: clock.now,
      advance: (by) => clock.advance(by),
      titleOn: async (sessionRef) => (await getSession(till, sessionRef)).title,
      emailOf: async (customerRef) => {
        const query = context.db.selectFrom('tillCustomer').select('email')
        return (await query.where('customerRef', '=', customerRef).executeTakeFirst())?.email
      },
      act: (sessionRef, action) => finishSession(till, { sessionRef, action }),
      failRenewal: async (subscriptionRef) => {
        const query = context.db.selectFrom('tillRecord').select('tillRecordId')
        const { tillRecordId } = await query
          .where('subscriptionRef', '=', subscriptionRef)
          .executeTakeFirstOrThrow()
        await inTransaction(context.db, (trx) => failRenewalIn(till, trx, tillRecordId))
      },
      renew: async () => {
        clock.advance(MONTH)
        await passTime(till)
      },
      takeCalls: () =>
        bodies.splice(0).map((text) => {
          const body = Buffer.from(text)
          return { body, headers: { [TILL_SIGNATURE]: signCall(eventKey, body, clock.now()) } }
        }),
    }
  },
  stripe: startStripe,
}

async function startStripe({
  clock,
}: Pick<Given, 'clock'>): Promise<Harness & { account: StripeTestAccount }> {
  const server = await startStripeServer()
  onTestFinished(() => server.stop())
  const { account } = server
  const provider = createStripeProvider({
    secretKey: server.secretKey,
    webhookSecret: server.webhookSecret,
    apiBase: server.url,
    installation: 'http://shop.example',
    now: clock.now,
  })
  onTestFinished(() => provider.close())
  return {
    account,
    provider,
    now: clock.now,
    advance: (by) => {
      clock.advance(by)
      account.advance(by)
    },
    titleOn: async (sessionRef) => {
      const product = account.wares.get(sessionRef)?.price.product ?? ''
      return account.products.get(product)?.name ?? ''
    },
    emailOf: async (customerRef) => account.customers.get(customerRef)?.email,
    act: async (sessionRef, action) => {
      if (action === 'pay') account.pay(sessionRef)
      if (action === 'decline') account.decline(sessionRef)
    },
    failRenewal: async (subscriptionRef) => account.failRenewal(subscriptionRef),
    renew: async (subscriptionRef) => account.renew(subscriptionRef),
    takeCalls: () => server.takeEvents().map(({ body, headers }) => ({ body, headers })),
  }
}

/** More than a month, and less than two. */
const MONTH = { minutes: 32 * 24 * 60 }

let products = 100

function newProduct(productType: ProductType): PricedProduct {
  products += 1
  return {
    productId: products,
    title: 'Morning Light',
    productType,
    priceCents: 1_250,
    currency: 'usd',
  }
}

async function open(
  harness: Harness,
  product: PricedProduct,
  given: { customerRef?: string; checkoutId?: string } = {},
): Promise<{ sessionRef: string; checkoutId: string; customerRef: string; url: string }> {
  const { provider } = harness
  const { priceRef } = await provider.ensurePrice(product, undefined)
  const customerRef = given.customerRef ?? (await newCustomer(provider))
  const checkoutId = given.checkoutId ?? randomUUID()
  const opened = await provider.openCheckout({
    checkoutId,
    customerRef,
    priceRef,
    productType: product.productType,
    successUrl: `http://shop.example/success?checkout=${checkoutId}`,
    cancelUrl: `http://shop.example/cancel?checkout=${checkoutId}`,
    expiresAt: new Date(harness.now().getTime() + 60 * 60_000),
  })
  return { ...opened, checkoutId, customerRef }
}

function newCustomer(provider: PaymentProvider): Promise<string> {
  return provider.createCustomer({ memberId: randomUUID(), email: 'buyer@example.org' })
}

/** Buys a subscription as a new customer. */
async function subscribe(
  harness: Harness,
): Promise<{ sessionRef: string; subscriptionRef: string; customerRef: string }> {
  const { sessionRef, customerRef } = await open(harness, newProduct('subscription'))
  await harness.act(sessionRef, 'pay')
  const { subscriptionRef } = await harness.provider.readCheckout(sessionRef)
  if (!subscriptionRef) throw new Error('This checkout has no subscription.')
  return { sessionRef, subscriptionRef, customerRef }
}

function takeEvents({ provider, takeCalls }: Harness): PaymentEvent[] {
  return takeCalls().map(({ body, headers }) => provider.readEvent(body, headers))
}

/** The current state of the payment that the last event of a type is about. */
async function paymentOf(harness: Harness, events: PaymentEvent[], type: string) {
  const subject = events.findLast((event) => event.type === type)?.subject
  if (subject?.about !== 'payment') throw new Error(`There is no ${type} about a payment.`)
  return harness.provider.readPayment(subject.paymentRef)
}

function near(instant: Date): unknown {
  return {
    asymmetricMatch: (other: unknown) =>
      other instanceof Date && Math.abs(other.getTime() - instant.getTime()) < 10_000,
    toString: () => `near ${instant.toISOString()}`,
  }
}

describe.each(Object.entries(adapters))('%s', (name, start) => {
  const test = base.extend<{ harness: Harness; provider: PaymentProvider }>({
    harness: async ({ context, clock }, use) => use(await start({ context, clock })),
    provider: ({ harness }, use) => use(harness.provider),
  })

  test('a single payment is opened, paid and read', async ({ harness, provider }) => {
    const { sessionRef, checkoutId, customerRef, url } = await open(harness, newProduct('one_time'))
    expect(new URL(url).pathname).toContain(sessionRef)
    expect(await provider.readCheckout(sessionRef)).toEqual({
      sessionRef,
      checkoutId,
      customerRef,
      state: 'open',
      subscriptionRef: null,
      paymentRef: null,
      amountCents: 1_250,
    })
    expect(takeEvents(harness)).toEqual([])
    await harness.act(sessionRef, 'pay')
    const paid = await provider.readCheckout(sessionRef)
    expect(paid).toMatchObject({ checkoutId, state: 'paid', amountCents: 1_250 })
    expect(takeEvents(harness)).toEqual([
      {
        eventId: expect.stringContaining('evt_'),
        type: 'checkout.session.completed',
        createdAt: near(harness.now()),
        subject: { about: 'checkout', sessionRef },
      },
    ])
    expect(await provider.readPayment(paid.paymentRef ?? '')).toEqual({
      paymentRef: paid.paymentRef,
      customerRef,
      subscriptionRef: null,
      checkoutId,
      state: 'paid',
      amountCents: 1_250,
      refundedCents: 0,
      dispute: 'none',
      paidAt: near(harness.now()),
    })
  })

  test('a subscription is opened, paid and read', async ({ harness, provider }) => {
    const { sessionRef, checkoutId, customerRef } = await open(harness, newProduct('subscription'))
    await harness.act(sessionRef, 'pay')
    const { subscriptionRef, ...checkout } = await provider.readCheckout(sessionRef)
    expect(checkout).toMatchObject({ state: 'paid', paymentRef: null, amountCents: 1_250 })
    expect(await provider.readSubscription(subscriptionRef ?? '')).toEqual({
      subscriptionRef,
      customerRef,
      checkoutId,
      state: 'active',
      endsAtPeriodEnd: false,
      periodEnd: near(monthLater(harness.now())),
      startedAt: near(harness.now()),
      endedAt: null,
      priceCents: 1_250,
    })
    const events = takeEvents(harness)
    expect(events.map(({ type, subject }) => ({ type, about: subject.about }))).toEqual(
      expect.arrayContaining([
        { type: 'checkout.session.completed', about: 'checkout' },
        { type: 'customer.subscription.created', about: 'subscription' },
        { type: 'invoice.paid', about: 'payment' },
      ]),
    )
    expect(events.find(({ type }) => type === 'invoice.paid')?.subject).toMatchObject({
      subscriptionRef,
    })
    expect(await paymentOf(harness, events, 'invoice.paid')).toMatchObject({
      customerRef,
      subscriptionRef,
      checkoutId: null,
      state: 'paid',
      amountCents: 1_250,
    })
  })

  test('the same member never gets two customers', async ({ provider }) => {
    const memberId = randomUUID()
    const email = 'buyer@example.org'
    const made = await Promise.all(
      [1, 2, 3].map(() => provider.createCustomer({ memberId, email })),
    )
    made.push(await provider.createCustomer({ memberId, email: 'moved@example.org' }))
    expect(new Set(made).size).toBe(1)
    expect(made[0]).not.toBe(await newCustomer(provider))
  })

  test('a customer’s address can be changed, and an unknown customer is not found', async ({
    harness,
    provider,
  }) => {
    const customerRef = await newCustomer(provider)
    const other = await newCustomer(provider)
    expect(await harness.emailOf(customerRef)).toBe('buyer@example.org')
    await provider.setCustomerEmail(customerRef, 'moved@example.org')
    expect(await harness.emailOf(customerRef)).toBe('moved@example.org')
    expect(await harness.emailOf(other)).toBe('buyer@example.org')
    await expect(provider.setCustomerEmail('cus_gone', 'moved@example.org')).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a price never changes, and another amount is another price of the same product', async ({
    harness,
    provider,
  }) => {
    const product = newProduct('one_time')
    const before = await open(harness, product)
    const first = await provider.ensurePrice(product, undefined)
    expect(await provider.ensurePrice(product, undefined)).toEqual(first)
    expect(await provider.ensurePrice(product, first)).toEqual(first)
    const dearer = await provider.ensurePrice({ ...product, priceCents: 9_900 }, undefined)
    const monthly = await provider.ensurePrice(
      { ...product, productType: 'subscription' },
      undefined,
    )
    expect(new Set([first, dearer, monthly].map(({ priceRef }) => priceRef)).size).toBe(3)
    expect(new Set([first, dearer, monthly].map(({ productRef }) => productRef)).size).toBe(1)
    expect(await provider.ensurePrice(product, first)).toEqual(first)
    expect(await provider.readCheckout(before.sessionRef)).toMatchObject({ amountCents: 1_250 })
    const after = await open(harness, { ...product, priceCents: 9_900 })
    expect(await provider.readCheckout(after.sessionRef)).toMatchObject({ amountCents: 9_900 })
  })

  test('concurrent calls create only one price', async ({ provider }) => {
    const product = newProduct('subscription')
    const made = await Promise.all([1, 2, 3].map(() => provider.ensurePrice(product, undefined)))
    expect(new Set(made.map((refs) => JSON.stringify(refs))).size).toBe(1)
  })

  test('prices that the provider has lost are created again', async ({ provider }) => {
    const product = newProduct('one_time')
    const refs = await provider.ensurePrice(product, { productRef: 'gone', priceRef: 'gone' })
    expect(refs).toEqual(await provider.ensurePrice(product, undefined))
    expect(refs.priceRef).not.toBe('gone')
  })

  test('a changed title is updated at the provider', async ({ harness, provider }) => {
    const product = newProduct('one_time')
    const { sessionRef } = await open(harness, product)
    expect(await harness.titleOn(sessionRef)).toBe('Morning Light')
    const known = await provider.ensurePrice(product, undefined)
    await provider.ensurePrice({ ...product, title: 'Evening Light' }, known)
    expect(await harness.titleOn(sessionRef)).toBe('Evening Light')
  })

  test('a checkout has one session, even when it is opened twice at once', async ({
    harness,
    provider,
  }) => {
    const product = newProduct('one_time')
    const customerRef = await newCustomer(provider)
    const checkoutId = randomUUID()
    const { priceRef } = await provider.ensurePrice(product, undefined)
    const request = {
      checkoutId,
      customerRef,
      priceRef,
      productType: 'one_time',
      successUrl: 'http://shop.example/success',
      cancelUrl: 'http://shop.example/cancel',
      expiresAt: new Date(harness.now().getTime() + 60 * 60_000),
    } as const
    const opened = await Promise.all([1, 2].map(() => provider.openCheckout(request)))
    opened.push(await provider.openCheckout(request))
    expect(new Set(opened.map(({ url }) => url)).size).toBe(1)
    const other = await provider.openCheckout({ ...request, checkoutId: randomUUID() })
    expect(other.sessionRef).not.toBe(opened[0]?.sessionRef)
  })

  test('a declined card leaves the checkout open', async ({ harness, provider }) => {
    const { sessionRef } = await open(harness, newProduct('one_time'))
    await harness.act(sessionRef, 'decline')
    const declined = await provider.readCheckout(sessionRef)
    expect(declined).toMatchObject({ state: 'open', paymentRef: null })
    expect(takeEvents(harness)).toEqual([])
    await harness.act(sessionRef, 'pay')
    expect(await provider.readCheckout(sessionRef)).toMatchObject({ state: 'paid' })
  })

  test('a closed checkout cannot be paid, and a paid one cannot be closed', async ({
    harness,
    provider,
  }) => {
    const { sessionRef } = await open(harness, newProduct('one_time'))
    expect(await provider.expireCheckout(sessionRef)).toMatchObject({
      sessionRef,
      state: 'expired',
    })
    expect(await provider.expireCheckout(sessionRef)).toMatchObject({ state: 'expired' })
    expect(takeEvents(harness).map(({ type }) => type)).toEqual(['checkout.session.expired'])
    await expect(async () => harness.act(sessionRef, 'pay')).rejects.toThrow(/expired/)
    expect(await provider.readCheckout(sessionRef)).toMatchObject({ state: 'expired' })
    const paid = await open(harness, newProduct('one_time'))
    await harness.act(paid.sessionRef, 'pay')
    expect(await provider.expireCheckout(paid.sessionRef)).toMatchObject({ state: 'paid' })
  })

  test('a checkout expires automatically', async ({ harness, provider }) => {
    const { sessionRef } = await open(harness, newProduct('one_time'))
    harness.advance({ minutes: 61 })
    expect(await provider.readCheckout(sessionRef)).toMatchObject({ state: 'expired' })
    await expect(async () => harness.act(sessionRef, 'pay')).rejects.toThrow(/expired/)
  })

  test('a canceled subscription runs until the end of its period, and can be resumed before', async ({
    harness,
    provider,
  }) => {
    const { subscriptionRef } = await subscribe(harness)
    takeEvents(harness)
    const running = await provider.readSubscription(subscriptionRef)
    const canceled = { ...running, endsAtPeriodEnd: true }
    expect(await provider.setEndsAtPeriodEnd(subscriptionRef, true)).toEqual(canceled)
    expect(await provider.setEndsAtPeriodEnd(subscriptionRef, true)).toEqual(canceled)
    expect(await provider.readSubscription(subscriptionRef)).toEqual(canceled)
    expect(takeEvents(harness)).toMatchObject([
      {
        type: 'customer.subscription.updated',
        subject: { about: 'subscription', subscriptionRef },
      },
    ])
    expect(await provider.setEndsAtPeriodEnd(subscriptionRef, false)).toEqual(running)
    await provider.setEndsAtPeriodEnd(subscriptionRef, true)
    harness.advance(MONTH)
    const ended = await provider.readSubscription(subscriptionRef)
    expect(ended).toMatchObject({ state: 'ended', periodEnd: running.periodEnd })
    expect(ended.endedAt).not.toBeNull()
    expect(await provider.setEndsAtPeriodEnd(subscriptionRef, false)).toEqual(ended)
  })

  test('a subscription can be ended immediately', async ({ harness, provider }) => {
    const { subscriptionRef } = await subscribe(harness)
    takeEvents(harness)
    await provider.endSubscription(subscriptionRef)
    await provider.endSubscription(subscriptionRef)
    expect(await provider.readSubscription(subscriptionRef)).toMatchObject({
      state: 'ended',
      endedAt: near(harness.now()),
      periodEnd: near(harness.now()),
    })
    expect(takeEvents(harness).map(({ type }) => type)).toEqual(['customer.subscription.deleted'])
  })

  test('a renewal adds a payment and a month', async ({ harness, provider }) => {
    const { subscriptionRef } = await subscribe(harness)
    const first = await paymentOf(harness, takeEvents(harness), 'invoice.paid')
    const before = await provider.readSubscription(subscriptionRef)
    await harness.renew(subscriptionRef)
    const second = await paymentOf(harness, takeEvents(harness), 'invoice.paid')
    expect(second).toMatchObject({ subscriptionRef, state: 'paid', amountCents: 1_250 })
    expect(second.paymentRef).not.toBe(first.paymentRef)
    const after = await provider.readSubscription(subscriptionRef)
    expect(after).toEqual({ ...before, periodEnd: monthLater(before.periodEnd) })
  })

  test('a subscription whose renewal fails is past due', async ({ harness, provider }) => {
    const { subscriptionRef } = await subscribe(harness)
    const { periodEnd } = await provider.readSubscription(subscriptionRef)
    takeEvents(harness)
    await harness.failRenewal(subscriptionRef)
    const failed = await paymentOf(harness, takeEvents(harness), 'invoice.payment_failed')
    expect(failed).toMatchObject({ subscriptionRef, state: 'failed', amountCents: 1_250 })
    const late = await provider.readSubscription(subscriptionRef)
    expect(late.state).toBe('past_due')
    // The paid period has not become longer.
    expect(late.periodEnd.getTime()).toBeLessThanOrEqual(periodEnd.getTime())
  })

  test.for<ProductType>(['one_time', 'subscription'])(
    'a payment is refunded in full, and calling it again changes nothing: %s',
    async (productType, { harness, provider }) => {
      const { sessionRef, customerRef } = await open(harness, newProduct(productType))
      await harness.act(sessionRef, 'pay')
      const [paid] = (await provider.readCustomer(customerRef)).payments
      const paymentRef = paid?.paymentRef ?? ''
      takeEvents(harness)
      await Promise.all([provider.refundPayment(paymentRef), provider.refundPayment(paymentRef)])
      await provider.refundPayment(paymentRef)
      const events = takeEvents(harness)
      expect(events.map(({ type }) => type)).toEqual(['charge.refunded'])
      const refunded = { ...paid, refundedCents: 1_250 }
      expect(await paymentOf(harness, events, 'charge.refunded')).toEqual(refunded)
    },
  )

  test('a customer’s data is complete and contains nothing of other customers', async ({
    harness,
    provider,
  }) => {
    const { subscriptionRef, customerRef } = await subscribe(harness)
    await subscribe(harness)
    await harness.renew(subscriptionRef)
    const book = await open(harness, newProduct('one_time'), { customerRef })
    await harness.act(book.sessionRef, 'pay')
    const left = await open(harness, newProduct('one_time'), { customerRef })
    await harness.act(left.sessionRef, 'decline')
    const all = await provider.readCustomer(customerRef)
    expect(all.checkouts.map(({ state }) => state).sort()).toEqual(['open', 'paid', 'paid'])
    expect(all.subscriptions).toEqual([await provider.readSubscription(subscriptionRef)])
    expect(all.payments.map((payment) => payment.subscriptionRef).sort()).toEqual(
      [null, subscriptionRef, subscriptionRef].sort(),
    )
    expect(all.payments.map((payment) => payment.checkoutId)).toContain(book.checkoutId)
    for (const payment of all.payments) {
      expect(await provider.readPayment(payment.paymentRef)).toEqual(payment)
    }
    const empty = { checkouts: [], subscriptions: [], payments: [] }
    expect(await provider.readCustomer(await newCustomer(provider))).toEqual(empty)
  })

  test('paid payments have a receipt', async ({ harness, provider }) => {
    const { subscriptionRef, customerRef } = await subscribe(harness)
    const book = await open(harness, newProduct('one_time'), { customerRef })
    await harness.act(book.sessionRef, 'pay')
    await harness.failRenewal(subscriptionRef)
    const { payments } = await provider.readCustomer(customerRef)
    for (const { paymentRef } of payments.filter(({ state }) => state === 'paid')) {
      expect(await provider.findReceipt(paymentRef)).toMatch(/^http:\/\/[^/]+\/./)
    }
    const portal = await provider.findBillingPortal(customerRef, 'http://shop.example/dashboard')
    if (name === 'till') expect(portal).toBeUndefined()
    else expect(portal).toMatch(/^http:\/\//)
  })

  test('an event is accepted only with a valid, recent signature over its bytes', async ({
    harness,
    provider,
  }) => {
    const { sessionRef } = await open(harness, newProduct('one_time'))
    await harness.act(sessionRef, 'pay')
    const [call] = harness.takeCalls()
    if (!call) throw new Error('There is no event.')
    const { body, headers } = call
    const { eventId } = provider.readEvent(body, headers)
    expect(provider.readEvent(body, headers).eventId).toBe(eventId)
    const refused = { code: 'invalid_input', message: 'The signature of this event is not right.' }
    const broken: [Buffer, Record<string, string | string[] | undefined>][] = [
      [body, {}],
      [body, mapValues(headers, () => '')],
      [
        body,
        mapValues(headers, (value) =>
          value.replace(/v1=(.)/, (_, digit) => `v1=${digit === '0' ? '1' : '0'}`),
        ),
      ],
      [body, mapValues(headers, (value) => value.replace(/t=\d+/, 't=1'))],
      [Buffer.from(body.toString().replace('complete', 'Complete')), headers],
      [Buffer.concat([body, Buffer.from(' ')]), headers],
      [Buffer.alloc(0), headers],
    ]
    for (const [bytes, given] of broken) {
      expect(() => provider.readEvent(bytes, given)).toThrow(expect.objectContaining(refused))
    }
    harness.advance({ minutes: 6 })
    expect(() => provider.readEvent(body, headers)).toThrow(expect.objectContaining(refused))
  })

  test.for([
    'readCheckout',
    'expireCheckout',
    'readSubscription',
    'readPayment',
    'refundPayment',
  ] as const)('%s of something unknown throws not_found', async (method, { provider }) => {
    for (const ref of ['in_nowhere', 'pi_nowhere', 'nowhere']) {
      await expect(provider[method](ref)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})

describe('stripe, where banks and customers do more', () => {
  const test = base.extend<{
    harness: Awaited<ReturnType<typeof startStripe>>
    provider: PaymentProvider
    account: StripeTestAccount
  }>({
    harness: async ({ clock }, use) => use(await startStripe({ clock })),
    provider: ({ harness }, use) => use(harness.provider),
    account: ({ harness }, use) => use(harness.account),
  })

  test('a failed renewal can fail again, and is paid later', async ({
    harness,
    provider,
    account,
  }) => {
    const { subscriptionRef } = await subscribe(harness)
    account.failRenewal(subscriptionRef)
    const failed = await paymentOf(harness, takeEvents(harness), 'invoice.payment_failed')
    const late = await provider.readSubscription(subscriptionRef)
    account.failRenewal(subscriptionRef)
    expect(await provider.readSubscription(subscriptionRef)).toEqual(late)
    takeEvents(harness)
    account.renew(subscriptionRef)
    const paid = await paymentOf(harness, takeEvents(harness), 'invoice.paid')
    expect(paid).toMatchObject({ paymentRef: failed.paymentRef, state: 'paid' })
    const mended = await provider.readSubscription(subscriptionRef)
    expect(mended).toMatchObject({ state: 'active', periodEnd: monthLater(late.periodEnd) })
  })

  test('a subscription can be paused and resumed', async ({ harness, provider, account }) => {
    const { subscriptionRef } = await subscribe(harness)
    takeEvents(harness)
    account.pause(subscriptionRef)
    const read = () => provider.readSubscription(subscriptionRef)
    expect(await read()).toMatchObject({ state: 'paused' })
    account.unpause(subscriptionRef)
    expect(await read()).toMatchObject({ state: 'active' })
    account.endPeriod(subscriptionRef)
    expect(await read()).toMatchObject({ state: 'ended', endedAt: near(harness.now()) })
    const types = takeEvents(harness).map(({ type }) => type.replace('customer.subscription.', ''))
    expect(types).toEqual(['paused', 'resumed', 'deleted'])
  })

  test.for<ProductType>(['one_time', 'subscription'])(
    'events about refunds and disputes lead to the original payment: %s',
    async (productType, { harness, provider, account }) => {
      const { sessionRef, customerRef } = await open(harness, newProduct(productType))
      await harness.act(sessionRef, 'pay')
      const [paid] = (await provider.readCustomer(customerRef)).payments
      const paymentRef = paid?.paymentRef ?? ''
      takeEvents(harness)
      account.dispute(paymentRef)
      const disputed = await paymentOf(harness, takeEvents(harness), 'charge.dispute.created')
      expect(disputed).toEqual({ ...paid, dispute: 'open' })
      account.closeDispute(paymentRef, 'won')
      const won = await paymentOf(harness, takeEvents(harness), 'charge.dispute.closed')
      expect(won).toEqual({ ...paid, dispute: 'won' })
      account.refund(paymentRef)
      const refunded = await paymentOf(harness, takeEvents(harness), 'charge.refunded')
      expect(refunded).toEqual({ ...paid, dispute: 'won', refundedCents: 1_250 })
      expect((await provider.readCustomer(customerRef)).payments).toEqual([refunded])
    },
  )

  test('a disputed payment is not refunded, and a dispute can be lost', async ({
    harness,
    provider,
    account,
  }) => {
    const { sessionRef, customerRef } = await open(harness, newProduct('one_time'))
    await harness.act(sessionRef, 'pay')
    const [paid] = (await provider.readCustomer(customerRef)).payments
    const paymentRef = paid?.paymentRef ?? ''
    account.dispute(paymentRef)
    const refused = provider.refundPayment(paymentRef)
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
    const { payments } = await provider.readCustomer(customerRef)
    expect(payments).toEqual([{ ...paid, dispute: 'open' }])
    takeEvents(harness)
    account.closeDispute(paymentRef, 'lost')
    const lost = await paymentOf(harness, takeEvents(harness), 'charge.dispute.closed')
    expect(lost).toMatchObject({ dispute: 'lost', refundedCents: 0 })
  })

  test.for<[ProductType, 'arrives' | 'fails']>([
    ['one_time', 'arrives'],
    ['one_time', 'fails'],
    ['subscription', 'arrives'],
    ['subscription', 'fails'],
  ])(
    'a bank debit is pending first: %s, it %s',
    async ([productType, end], { harness, provider, account }) => {
      const { sessionRef, customerRef } = await open(harness, newProduct(productType))
      account.payLater(sessionRef)
      const waiting = await provider.readCheckout(sessionRef)
      expect(waiting.state).toBe('processing')
      const events = takeEvents(harness).map(({ type }) => type)
      expect(events).toContain('checkout.session.completed')
      expect(events).not.toContain('invoice.paid')
      const [pending] = (await provider.readCustomer(customerRef)).payments
      expect(pending).toMatchObject({ state: 'pending', amountCents: 1_250 })
      if (waiting.subscriptionRef) {
        const { state } = await provider.readSubscription(waiting.subscriptionRef)
        expect(state).toBe('incomplete')
      }
      const isPaid = end === 'arrives'
      if (isPaid) account.settleDebit(sessionRef)
      else account.failDebit(sessionRef)
      const type = `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`
      expect(takeEvents(harness)).toContainEqual(
        expect.objectContaining({ type, subject: { about: 'checkout', sessionRef } }),
      )
      const outcome = isPaid ? 'paid' : 'failed'
      const { paymentRef, subscriptionRef } = waiting
      const done = { state: outcome, paymentRef, subscriptionRef }
      expect(await provider.readCheckout(sessionRef)).toMatchObject(done)
      const [moved] = (await provider.readCustomer(customerRef)).payments
      expect(moved).toMatchObject({ paymentRef: pending?.paymentRef, state: outcome })
      if (!subscriptionRef) return
      const { state } = await provider.readSubscription(subscriptionRef)
      if (isPaid) expect(state).toBe('active')
      else expect(['incomplete', 'ended']).toContain(state)
    },
  )
})

function mapValues(
  headers: Record<string, string>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [header, change(value)]),
  )
}
