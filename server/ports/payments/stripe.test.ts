import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import type { TestDispute, TestSubscription } from '#server/testing/providers/stripe-objects.ts'
import {
  type Behavior,
  type StripeTestServer,
  startStripeServer,
} from '#server/testing/providers/stripe-server.ts'
import type { PaymentProvider, PricedProduct } from './port.ts'
import { createStripeProvider } from './stripe.ts'

const LIMIT_MS = 400
const PRODUCT: PricedProduct = {
  productId: 10,
  title: 'Morning Light',
  productType: 'subscription',
  priceCents: 2_900,
  currency: 'usd',
}

interface Shop {
  server: StripeTestServer
  provider: PaymentProvider
}

async function start(given: { limitMs?: number; secretKey?: string } = {}): Promise<Shop> {
  const server = await startStripeServer()
  onTestFinished(() => server.stop())
  return { server, provider: connect(server, given) }
}

function connect(
  server: Pick<StripeTestServer, 'url' | 'secretKey' | 'webhookSecret'>,
  given: { limitMs?: number; secretKey?: string; installation?: string } = {},
): PaymentProvider {
  const provider = createStripeProvider({
    secretKey: server.secretKey,
    webhookSecret: server.webhookSecret,
    apiBase: server.url,
    installation: 'https://folx.example.org',
    now: () => new Date(),
    ...given,
  })
  onTestFinished(() => provider.close())
  return provider
}

function request(given: { customerRef: string; priceRef: string; productType?: 'one_time' }) {
  const checkoutId = randomUUID()
  return {
    checkoutId,
    productType: 'subscription' as const,
    successUrl: 'https://folx.example.org/success?checkout=1',
    cancelUrl: 'https://folx.example.org/cancel?checkout=1',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...given,
  }
}

async function buy({ server, provider }: Shop, product: PricedProduct = PRODUCT) {
  const { priceRef } = await provider.ensurePrice(product, undefined)
  const memberId = randomUUID()
  const customerRef = await provider.createCustomer({ memberId, email: 'buyer@example.org' })
  const { productType } = product
  const checkout = { ...request({ customerRef, priceRef }), productType }
  const { sessionRef, url } = await provider.openCheckout(checkout)
  return { sessionRef, url, checkout, customerRef, memberId, account: server.account }
}

async function subscribe(shop: Shop) {
  const bought = await buy(shop)
  shop.server.account.pay(bought.sessionRef)
  const { subscriptionRef } = await shop.provider.readCheckout(bought.sessionRef)
  const subscription = shop.server.account.subscriptions.get(subscriptionRef ?? '')
  if (!subscriptionRef || !subscription) throw new Error('Nobody subscribed.')
  return { ...bought, subscriptionRef, subscription }
}

/** Every call of the port, for tests that apply to all of them. */
const CALLS: Record<string, (provider: PaymentProvider) => Promise<unknown>> = {
  ensurePrice: (provider) => provider.ensurePrice(PRODUCT, undefined),
  createCustomer: (provider) =>
    provider.createCustomer({ memberId: randomUUID(), email: 'buyer@example.org' }),
  openCheckout: (provider) =>
    provider.openCheckout(request({ customerRef: 'cus_1', priceRef: 'price_1' })),
  readCheckout: (provider) => provider.readCheckout('cs_1'),
  expireCheckout: (provider) => provider.expireCheckout('cs_1'),
  readSubscription: (provider) => provider.readSubscription('sub_1'),
  setEndsAtPeriodEnd: (provider) => provider.setEndsAtPeriodEnd('sub_1', true),
  endSubscription: (provider) => provider.endSubscription('sub_1'),
  readPayment: (provider) => provider.readPayment('pi_1'),
  readInvoice: (provider) => provider.readPayment('in_1'),
  readCustomer: (provider) => provider.readCustomer('cus_1'),
  findReceipt: (provider) => provider.findReceipt('in_1'),
  findBillingPortal: (provider) => provider.findBillingPortal('cus_1', 'https://folx.example.org'),
}

const FAILING_BEHAVIORS: Behavior[] = [
  'silent',
  'dripping',
  'cut',
  'busy',
  'failing',
  'refusing',
  'html',
  'empty',
]

test.each(FAILING_BEHAVIORS)(
  'every call to a provider that is %s throws provider_unavailable',
  async (behavior) => {
    const { server } = await start()
    server.behave(behavior)
    const provider = connect(server, { limitMs: LIMIT_MS })
    await Promise.all(
      Object.entries(CALLS).map(async ([name, call]) => {
        const started = performance.now()
        const error = await call(provider).catch((reason: unknown) => reason)
        expect({ name, error }).toMatchObject({
          error: {
            code: 'provider_unavailable',
            message:
              'We can’t reach the payment service right now. Nothing was charged. Please try again.',
          },
        })
        expect(performance.now() - started).toBeLessThan(LIMIT_MS + 10_000)
        // The cause is logged, so it must not contain addresses or keys.
        expect(inspect(error, { depth: null })).not.toMatch(/buyer@|sk_test/)
      }),
    )
  },
)

test('an unreachable server throws provider_unavailable', async () => {
  const provider = connect({
    url: 'http://127.0.0.1:1',
    secretKey: 'sk_test_x',
    webhookSecret: 'x',
  })
  await expect(provider.readCheckout('cs_1')).rejects.toMatchObject({
    code: 'provider_unavailable',
    cause: { message: expect.stringContaining('ECONNREFUSED') },
  })
})

test('refused keys throw provider_unavailable', async () => {
  const { provider } = await start({ secretKey: 'sk_test_of_somebody_else' })
  await expect(provider.readCheckout('cs_1')).rejects.toMatchObject({
    code: 'provider_unavailable',
    cause: { message: expect.stringContaining('401') },
  })
})

test('a failing call is retried only once', async () => {
  const { server, provider } = await start()
  server.behave('failing')
  await expect(provider.readCheckout('cs_1')).rejects.toThrow()
  expect(server.received).toHaveLength(2)
})

test('nothing is created twice when a response is lost', async () => {
  const shop = await start()
  const { server, provider } = shop
  const { account } = server
  const memberId = randomUUID()
  const lose = () => server.behave('lost')
  lose()
  await provider.ensurePrice(PRODUCT, undefined)
  const { priceRef } = await provider.ensurePrice(PRODUCT, undefined)
  expect([account.products.size, account.prices.size]).toEqual([1, 1])
  await provider.createCustomer({ memberId, email: 'buyer@example.org' })
  const customerRef = await provider.createCustomer({ memberId, email: 'moved@example.org' })
  expect(account.customers.size).toBe(1)
  const checkout = request({ customerRef, priceRef })
  lose()
  const opened = await provider.openCheckout(checkout)
  expect(await provider.openCheckout(checkout)).toEqual(opened)
  expect(account.sessions.size).toBe(1)
  // The same checkout with other parameters would be a bug of ours, and never creates a second session.
  await expect(
    provider.openCheckout({ ...checkout, cancelUrl: 'https://folx.example.org/' }),
  ).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect(account.sessions.size).toBe(1)
})

test('calls that create something have an idempotency key, and all calls have the API version of the types', async () => {
  const shop = await start()
  const { checkout, memberId } = await buy(shop)
  const makes = ['/v1/products', '/v1/prices', '/v1/customers', '/v1/checkout/sessions']
  const made = shop.server.received.filter(
    ({ method, path }) => method === 'POST' && makes.includes(path),
  )
  expect(made.map(({ path }) => path)).toEqual(makes)
  for (const { idempotencyKey } of made) expect(idempotencyKey).toMatch(/^folx-/)
  expect(made[2]?.idempotencyKey).toContain(memberId)
  expect(made[3]?.idempotencyKey).toContain(checkout.checkoutId)
  for (const { version } of shop.server.received) expect(version).toBe(Stripe.API_VERSION)
})

test('Stripe gets the email address and the ids that it returns later', async () => {
  const shop = await start()
  const { account, memberId, sessionRef, checkout } = await buy(shop)
  expect([...account.customers.values()]).toEqual([
    {
      object: 'customer',
      id: expect.any(String),
      email: 'buyer@example.org',
      metadata: { memberId },
    },
  ])
  const { checkoutId } = checkout
  expect(account.sessions.get(sessionRef)).toMatchObject({
    mode: 'subscription',
    client_reference_id: checkoutId,
    metadata: { checkoutId },
    allow_promotion_codes: true,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  })
  expect(account.wares.get(sessionRef)?.metadata).toEqual({ checkoutId })
  const [product] = account.products.values()
  expect(product).toMatchObject({ name: 'Morning Light', metadata: { productId: '10' } })
  const [price] = account.prices.values()
  expect(price).toMatchObject({
    currency: 'usd',
    unit_amount: 2_900,
    recurring: { interval: 'month' },
    metadata: { productId: '10' },
  })
})

test('a customer that was deleted in the dashboard is not found and is created again', async () => {
  const shop = await start()
  const { customerRef, memberId, checkout, account } = await buy(shop)
  const { provider } = shop
  account.deleteCustomer(customerRef)
  const notFound = { code: 'not_found', message: 'The payment service doesn’t know this.' }
  const next = { ...checkout, checkoutId: randomUUID() }
  await expect(provider.openCheckout(next)).rejects.toMatchObject(notFound)
  await expect(provider.readCustomer(customerRef)).rejects.toMatchObject(notFound)
  const given = { memberId, email: 'buyer@example.org', lost: customerRef }
  const anew = await provider.createCustomer(given)
  expect(anew).not.toBe(customerRef)
  expect(await provider.createCustomer(given)).toBe(anew)
  // Stripe repeats the response to a known key, so another customer needs another key.
  const { sessionRef } = await provider.openCheckout({ ...next, customerRef: anew })
  expect(await provider.readCheckout(sessionRef)).toMatchObject({ customerRef: anew })
})

test('a missing price does not throw not_found, so no new customer is created', async () => {
  const shop = await start()
  const { checkout } = await buy(shop)
  const next = { ...checkout, checkoutId: randomUUID(), priceRef: 'price_gone' }
  await expect(shop.provider.openCheckout(next)).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
})

test('two installations in one account have separate products', async () => {
  const { server, provider } = await start()
  const other = connect(server, { installation: 'https://staging.example.org' })
  const refs = await provider.ensurePrice(PRODUCT, undefined)
  expect((await other.ensurePrice(PRODUCT, undefined)).productRef).not.toBe(refs.productRef)
})

test('a product and price archived in the dashboard are reactivated', async () => {
  const { server, provider } = await start()
  const refs = await provider.ensurePrice(PRODUCT, undefined)
  const [product] = server.account.products.values()
  const [price] = server.account.prices.values()
  if (!product || !price) throw new Error('Nothing was made.')
  product.active = false
  price.active = false
  expect(await provider.ensurePrice(PRODUCT, refs)).toEqual(refs)
  expect([product.active, price.active]).toEqual([true, true])
  expect(server.account.prices.size).toBe(1)
})

test('with a code for 100% off, there is nothing to pay', async () => {
  const shop = await start()
  const one = await buy(shop, { ...PRODUCT, productId: 11, productType: 'one_time' })
  shop.server.account.pay(one.sessionRef, { isFree: true })
  expect(await shop.provider.readCheckout(one.sessionRef)).toMatchObject({
    state: 'paid',
    paymentRef: null,
    amountCents: 0,
  })
  const monthly = await buy(shop)
  shop.server.account.pay(monthly.sessionRef, { isFree: true })
  const { subscriptionRef } = await shop.provider.readCheckout(monthly.sessionRef)
  const subscription = await shop.provider.readSubscription(subscriptionRef ?? '')
  expect(subscription).toMatchObject({ state: 'active', priceCents: 2_900 })
  const { payments } = await shop.provider.readCustomer(monthly.customerRef)
  expect(payments).toMatchObject([{ state: 'paid', amountCents: 0, subscriptionRef }])
})

test('a subscription canceled on Stripe’s page can be resumed', async () => {
  const shop = await start()
  const { subscriptionRef, subscription, account } = await subscribe(shop)
  const before = await shop.provider.readSubscription(subscriptionRef)
  account.cancelOnPortal(subscriptionRef)
  expect(subscription).toMatchObject({ cancel_at_period_end: false })
  expect(await shop.provider.readSubscription(subscriptionRef)).toEqual({
    ...before,
    endsAtPeriodEnd: true,
  })
  expect(await shop.provider.setEndsAtPeriodEnd(subscriptionRef, false)).toEqual(before)
  expect(subscription).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
})

test('a subscription that ends after the current period still renews', async () => {
  const shop = await start()
  const { subscriptionRef, subscription } = await subscribe(shop)
  subscription.cancel_at = Math.floor(Date.now() / 1_000) + 90 * 86_400
  const { endsAtPeriodEnd } = await shop.provider.readSubscription(subscriptionRef)
  expect(endsAtPeriodEnd).toBe(false)
})

test('a subscription with paused collection is paused', async () => {
  const shop = await start()
  const { subscriptionRef, subscription } = await subscribe(shop)
  subscription.pause_collection = { behavior: 'void' }
  expect(await shop.provider.readSubscription(subscriptionRef)).toMatchObject({ state: 'paused' })
})

test('the paid period does not grow, no matter how often a renewal fails', async () => {
  const shop = await start()
  const { subscriptionRef, subscription, account } = await subscribe(shop)
  const { periodEnd } = await shop.provider.readSubscription(subscriptionRef)
  account.failRenewal(subscriptionRef)
  // Stripe starts the next period, and its payment fails too.
  subscription.status = 'active'
  account.failRenewal(subscriptionRef)
  expect(subscription.items.data[0]?.current_period_start).toBeGreaterThan(
    periodEnd.getTime() / 1_000,
  )
  const late = await shop.provider.readSubscription(subscriptionRef)
  expect(late).toMatchObject({ state: 'past_due', periodEnd })
  subscription.status = 'unpaid' as TestSubscription['status'] // the test account never sets it
  expect(await shop.provider.readSubscription(subscriptionRef)).toEqual(late)
})

test('an unknown state throws provider_unavailable and so changes no access', async () => {
  const shop = await start()
  const { subscriptionRef, subscription } = await subscribe(shop)
  subscription.status = 'dormant' as TestSubscription['status'] // from a later version of the API
  await expect(shop.provider.readSubscription(subscriptionRef)).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
})

test('a partial refund is reported', async () => {
  const shop = await start()
  const { sessionRef, account } = await buy(shop, { ...PRODUCT, productType: 'one_time' })
  account.pay(sessionRef)
  const { paymentRef } = await shop.provider.readCheckout(sessionRef)
  account.refund(paymentRef ?? '', 900)
  expect(await shop.provider.readPayment(paymentRef ?? '')).toMatchObject({
    state: 'paid',
    amountCents: 2_900,
    refundedCents: 900,
  })
})

test.each<[TestDispute['status'], string]>([
  ['needs_response', 'open'],
  ['warning_needs_response', 'none'],
  ['lost', 'lost'],
  ['won', 'won'],
])('a dispute with status %s is reported as %s', async (status, expected) => {
  const shop = await start()
  const { sessionRef, account } = await buy(shop, { ...PRODUCT, productType: 'one_time' })
  account.pay(sessionRef)
  const { paymentRef } = await shop.provider.readCheckout(sessionRef)
  account.dispute(paymentRef ?? '', status)
  const { dispute } = await shop.provider.readPayment(paymentRef ?? '')
  expect(dispute).toBe(expected)
})

test('long lists are read completely', async () => {
  const shop = await start()
  const { subscriptionRef, customerRef, account } = await subscribe(shop)
  for (let month = 0; month < 120; month++) account.renew(subscriptionRef)
  const { payments } = await shop.provider.readCustomer(customerRef)
  expect(new Set(payments.map(({ paymentRef }) => paymentRef)).size).toBe(121)
})

test('there is no portal link if the portal is not set up', async () => {
  const { provider } = await start()
  expect(await provider.findBillingPortal('cus_gone', 'https://folx.example.org')).toBeUndefined()
})

test.each([
  ['checkout.session.completed', { id: 'cs_1' }, { about: 'checkout', sessionRef: 'cs_1' }],
  [
    'checkout.session.async_payment_succeeded',
    { id: 'cs_1' },
    { about: 'checkout', sessionRef: 'cs_1' },
  ],
  [
    'checkout.session.async_payment_failed',
    { id: 'cs_1' },
    { about: 'checkout', sessionRef: 'cs_1' },
  ],
  ['checkout.session.expired', { id: 'cs_1' }, { about: 'checkout', sessionRef: 'cs_1' }],
  ...['created', 'updated', 'deleted', 'paused', 'resumed'].map(
    (what) =>
      [
        `customer.subscription.${what}`,
        { id: 'sub_1' },
        { about: 'subscription', subscriptionRef: 'sub_1' },
      ] as const,
  ),
  ...['paid', 'payment_failed'].map(
    (what) =>
      [
        `invoice.${what}`,
        { id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } },
        { about: 'payment', paymentRef: 'in_1', subscriptionRef: 'sub_1' },
      ] as const,
  ),
  [
    'invoice.paid',
    { id: 'in_1', parent: null },
    { about: 'payment', paymentRef: 'in_1', subscriptionRef: null },
  ],
  ...['refunded', 'dispute.created', 'dispute.updated', 'dispute.closed'].map(
    (what) =>
      [
        `charge.${what}`,
        { id: 'ch_1', payment_intent: 'pi_1' },
        { about: 'payment', paymentRef: 'pi_1', subscriptionRef: null },
      ] as const,
  ),
  ...['charge.refund.updated', 'refund.updated', 'refund.failed'].map(
    (type) =>
      [
        type,
        { id: 're_1', charge: 'ch_1', payment_intent: 'pi_1', status: 'failed' },
        { about: 'payment', paymentRef: 'pi_1', subscriptionRef: null },
      ] as const,
  ),
  ['charge.refunded', { id: 'ch_1', payment_intent: null }, { about: 'nothing' }],
  ['invoice.created', { id: 'in_1' }, { about: 'nothing' }],
  ['customer.updated', { id: 'cus_1' }, { about: 'nothing' }],
  ['something.of_tomorrow', {}, { about: 'nothing' }],
] as const)('%s %j is about %j', async (type, object, subject) => {
  const { server, provider } = await start()
  server.account.emit(type, object)
  const [call] = server.takeEvents()
  if (!call) throw new Error('There is no event.')
  expect(provider.readEvent(call.body, call.headers)).toMatchObject({ type, subject })
})

const EVENT = { id: 'evt_1', type: 'invoice.paid', created: 1, data: { object: { id: 'in_1' } } }

test.each([
  'buyer@example.org',
  '',
  '[]',
  '{}',
  'null',
  '7',
  '"buyer@example.org"',
  '[{}]',
  ...[
    { ...EVENT, id: null },
    { ...EVENT, id: 'evt\0' },
    { ...EVENT, type: ['invoice.paid'] },
    { ...EVENT, created: 1e300 },
    { ...EVENT, created: 'now' },
    { ...EVENT, data: null },
    { ...EVENT, data: { object: 'in_1' } },
    { ...EVENT, data: { object: { id: { $ne: '' } } } },
    { ...EVENT, data: { object: { id: 'in_1', parent: 'buyer@example.org' } } },
    { ...EVENT, type: 'charge.refunded', data: { object: { payment_intent: 7 } } },
    { ...EVENT, type: 'checkout.session.completed', data: { object: {} } },
    { ...EVENT, type: 'customer.subscription.deleted', data: { object: [] } },
  ].map((event) => JSON.stringify(event)),
])(
  'a signed call with %s, which is not an event, is refused, and the error does not contain its body',
  async (payload) => {
    const { server, provider } = await start()
    const secret = server.webhookSecret
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    const read = async () =>
      provider.readEvent(Buffer.from(payload), { 'stripe-signature': signature })
    const error = await read().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect(inspect(error, { depth: null })).not.toContain('buyer@')
  },
)

test('the page of a checkout can be paid in a browser', async () => {
  const shop = await start()
  const { url, sessionRef, checkout } = await buy(shop)
  const page = await (await fetch(url)).text()
  expect(page).toContain('Morning Light')
  expect(page).toContain('US$29.00 per month')
  const press = (action: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
  expect(await (await press('decline')).text()).toContain('Your card was declined.')
  expect(await shop.provider.readCheckout(sessionRef)).toMatchObject({ state: 'open' })
  const paid = await press('pay')
  expect([paid.status, paid.headers.get('location')]).toEqual([303, checkout.successUrl])
  expect(await shop.provider.readCheckout(sessionRef)).toMatchObject({ state: 'paid' })
  expect((await press('pay')).status).toBe(303)
  expect(shop.server.account.subscriptions.size).toBe(1)
})
