import { expect } from 'vitest'
import { settingsEndpoints } from '#contract/settings.ts'
import { MEMBERSHIP_PRODUCT_ID, shopEndpoints } from '#contract/shop.ts'
import { test } from '#server/testing/shop.ts'

const {
  billingPortal,
  cancelSubscription,
  checkPayments,
  checkSubscription,
  createCheckout,
  listPurchases,
  listProducts,
  receipt,
  resumeSubscription,
} = shopEndpoints
const MONTH_MINUTES = 30 * 24 * 60

test('a subscription can be canceled, resumed, and ends', async ({ api, world, shop, clock }) => {
  const member = await world.member()
  const productId = await world.product({ title: 'Letters', productType: 'subscription' })
  const subscriptionId = shop.payments.subscriptionOf(await shop.buy(member, productId))
  const params = { subscriptionId }
  const { periodEnd } = shop.payments.subscription(subscriptionId)
  const until = periodEnd.toISOString()
  const canceled = await api.as(member).call(cancelSubscription, { params })
  expect(canceled).toMatchObject({
    title: 'Letters',
    price: '12.50',
    status: 'canceled',
    hasAccess: true,
    accessUntil: until,
    canCancel: false,
    canResume: true,
    canRenew: false,
  })
  expect(await api.as(member).call(cancelSubscription, { params })).toEqual(canceled)
  const resumed = await api.as(member).call(resumeSubscription, { params })
  expect(resumed).toMatchObject({ status: 'active', canCancel: true, canResume: false })
  expect(await api.as(member).call(resumeSubscription, { params })).toEqual(resumed)
  await api.as(member).call(cancelSubscription, { params })

  clock.advance({ minutes: MONTH_MINUTES + 1 })
  member.cookie = await world.session(member.id, new Date(Date.now() + 90 * 86_400_000))
  const refused = { status: 409, message: 'This subscription has ended. You can buy it again.' }
  // The provider has sent no event about it yet.
  expect(await api.as(member).refuse(resumeSubscription, { params })).toMatchObject(refused)
  shop.payments.end(subscriptionId)
  await shop.deliver()
  expect(await api.as(member).refuse(resumeSubscription, { params })).toMatchObject(refused)
  expect(await api.as(member).call(cancelSubscription, { params })).toMatchObject({
    status: 'canceled',
    hasAccess: false,
    accessUntil: until,
    canCancel: false,
    canResume: false,
    canRenew: true,
  })
  await shop.buy(member, productId)
  const { items } = await api.as(member).call(listPurchases)
  expect(items.map(({ status, canRenew }) => [status, canRenew])).toEqual([
    ['active', false],
    ['canceled', false],
  ])
})

test('a resume is refused if the subscription ends first', async ({ api, world, shop }) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscriptionId = shop.payments.subscriptionOf(await shop.buy(member, productId))
  const params = { subscriptionId }
  await api.as(member).call(cancelSubscription, { params })
  shop.payments.end(subscriptionId)
  expect((await api.as(member).refuse(resumeSubscription, { params })).status).toBe(409)
})

test('a subscription canceled on two nodes at once is canceled once', async ({
  api,
  world,
  shop,
  other,
}) => {
  shop.payments.delayMs = () => Math.random() * 10
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscriptionId = shop.payments.subscriptionOf(await shop.buy(member, productId))
  const start = shop.payments.events.length
  const params = { subscriptionId }
  const answers = await Promise.all(
    [api, other.api, api, other.api].map((node) =>
      node.as(member).call(cancelSubscription, { params }),
    ),
  )
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'canceled', canResume: true })
  expect(shop.payments.events.slice(start)).toHaveLength(1)
  shop.payments.delayMs = () => 0
})

test("another member's purchases are not found", async ({ api, world, shop, context }) => {
  const [owner, stranger, admin] = [await world.member(), await world.member(), await world.admin()]
  const productId = await world.product({ productType: 'subscription' })
  const subscriptionId = shop.payments.subscriptionOf(await shop.buy(owner, productId))
  const { items } = await api.as(owner).call(listPurchases)
  const params = { id: items[0]?.id ?? 0 }
  for (const other of [stranger, admin]) {
    const them = api.as(other)
    for (const endpoint of [cancelSubscription, resumeSubscription]) {
      expect((await them.refuse(endpoint, { params: { subscriptionId } })).status).toBe(404)
    }
    expect((await them.refuse(receipt, { params })).status).toBe(404)
    expect((await them.refuse(billingPortal)).status).toBe(404)
    expect((await them.call(listPurchases)).items).toEqual([])
  }
  expect(shop.payments.subscription(subscriptionId).endsAtPeriodEnd).toBe(false)
  expect((await api.as(owner).call(receipt, { params })).url).toMatch(/^https:/)
  expect((await api.as(owner).call(billingPortal)).url).toMatch(/^https:/)
  expect(await context.db.selectFrom('purchase').select('state').execute()).not.toContain('ended')
})

test.for(['\0', '../..', "' or '1'='1", 'x'.repeat(256), '%00', 'sub 1', '💳'])(
  'the subscription id %j is refused with a message',
  async (subscriptionId, { api, world }) => {
    const member = await world.member()
    for (const endpoint of [cancelSubscription, resumeSubscription]) {
      const refused = await api.as(member).request(endpoint, { params: { subscriptionId } })
      expect([400, 404, 414]).toContain(refused.status)
    }
  },
)

test('purchases are listed by page, newest first', async ({ api, world, shop }) => {
  const member = await world.member()
  const bought: number[] = []
  for (let count = 0; count < 5; count++) {
    bought.unshift(await world.product())
    await shop.buy(member, bought[0] ?? 0)
  }
  const pages = []
  for (const page of [1, 2, 3]) {
    const { items, total } = await api.as(member).call(listPurchases, {
      query: { page, pageSize: 2 },
    })
    expect(total).toBe(5)
    pages.push(...items.map(({ productId }) => productId))
  }
  expect(pages).toEqual(bought)
})

test('a cached list is refreshed after a payment on another node', async ({
  world,
  shop,
  other,
}) => {
  const member = await world.member()
  const productId = await world.product()
  expect((await other.api.as(member).call(listPurchases)).total).toBe(0)
  await shop.buy(member, productId)
  await expect.poll(async () => (await other.api.as(member).call(listPurchases)).total).toBe(1)
  const offers = await other.api.as(member).call(listProducts)
  expect(offers.find(({ id }) => id === productId)).toMatchObject({ purchaseStatus: 'active' })
})

test("'Missing a purchase?' finds a payment whose event was missed, and reports it", async ({
  api,
  world,
  shop,
  context,
}) => {
  const member = await world.member()
  const check = () => api.as(member).call(checkPayments)
  expect(await check()).toMatchObject({
    mended: 0,
    findings: [expect.stringContaining('has no payments from you')],
  })
  const [once, monthly] = [
    await world.product({ title: 'A workbook' }),
    await world.product({ title: 'A letter', productType: 'subscription' }),
  ]
  const session = await shop.pay(member, once)
  const subscription = shop.payments.subscriptionOf(await shop.pay(member, monthly))
  const found = await check()
  expect(found.mended).toBe(2)
  expect(found.findings.toSorted()).toEqual([
    '“A letter”: your payment arrived, and you have access now.',
    '“A workbook”: your payment arrived, and you have access now.',
  ])
  expect((await api.as(member).call(listPurchases)).items).toMatchObject([
    { hasAccess: true, hasReceipt: true },
    { hasAccess: true, hasReceipt: true },
  ])
  expect(await check()).toEqual({
    findings: ['Everything is up to date. No payments are missing.'],
    mended: 0,
  })
  shop.payments.refund(shop.payments.paymentsOf(session)[0]?.paymentRef ?? '')
  shop.payments.renew(subscription)
  expect((await check()).findings.toSorted()).toEqual([
    '“A letter”: we missed an update from the payment service. It’s up to date now.',
    '“A workbook”: your payment was refunded, so you don’t have access.',
  ])
  // The events that arrive afterwards change nothing.
  await shop.deliver()
  expect((await check()).mended).toBe(0)
  const payments = await context.db
    .selectFrom('payment')
    .innerJoin('checkout', 'checkout.checkoutId', 'payment.checkoutId')
    .select('paymentRef')
    .where('checkout.memberId', '=', member.id)
    .execute()
  expect(payments).toHaveLength(3)
})

test("'Missing a purchase?' is limited", async ({ api, world }) => {
  const member = await world.member()
  for (let tried = 0; tried < 10; tried++) await api.as(member).call(checkPayments)
  expect((await api.as(member).refuse(checkPayments)).status).toBe(429)
})

test('the membership is product 10 by default, a product from the settings, or the given product', async ({
  api,
  world,
  shop,
}) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const none = { hasSubscription: false, hasAccess: false }
  expect(await api.as(member).call(checkSubscription)).toEqual(none)
  expect(await api.as(admin).call(checkSubscription)).toEqual({ ...none, hasAccess: true })
  await shop.buy(member, MEMBERSHIP_PRODUCT_ID)
  const all = { hasSubscription: true, hasAccess: true }
  expect(await api.as(member).call(checkSubscription)).toEqual(all)
  // The member is always the caller, never taken from the query.
  const stranger = await world.member()
  const query = { userId: member.id }
  expect(await api.as(stranger).call(checkSubscription, { query })).toEqual(none)

  const pass = await world.product()
  expect(await api.as(member).call(checkSubscription, { query: { productId: pass } })).toEqual(none)
  await shop.buy(member, pass)
  expect(await api.as(member).call(checkSubscription, { query: { productId: pass } })).toEqual({
    hasSubscription: false,
    hasAccess: true,
  })
  const { membershipProductId: before } = await api.call(settingsEndpoints.get)
  const choose = (membershipProductId: number | undefined) =>
    api.as(admin).call(settingsEndpoints.save, { body: { membershipProductId } })
  await choose(pass)
  expect(await api.as(member).call(checkSubscription)).toEqual({
    hasSubscription: false,
    hasAccess: true,
  })
  await choose(before)
})

test('a renewal whose event is late doesn’t interrupt access', async ({
  api,
  world,
  shop,
  clock,
}) => {
  const member = await world.member()
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, MEMBERSHIP_PRODUCT_ID))
  shop.payments.renew(subscription)
  clock.advance({ minutes: MONTH_MINUTES + 5 })
  member.cookie = await world.session(member.id, new Date(Date.now() + 90 * 86_400_000))
  expect(await api.as(member).call(checkSubscription)).toEqual({
    hasSubscription: true,
    hasAccess: true,
  })
})

test('a missing renewal gives no access, and a provider outage changes nothing', async ({
  api,
  world,
  shop,
  clock,
}) => {
  const member = await world.member()
  await shop.buy(member, MEMBERSHIP_PRODUCT_ID)
  clock.advance({ minutes: MONTH_MINUTES + 5 })
  member.cookie = await world.session(member.id, new Date(Date.now() + 90 * 86_400_000))
  const none = { hasSubscription: false, hasAccess: false }
  shop.payments.isDown = true
  expect(await api.as(member).call(checkSubscription)).toEqual(none)
  shop.payments.isDown = false
  const start = shop.payments.calls.length
  expect(await api.as(member).call(checkSubscription)).toEqual(none)
  expect(await api.as(member).call(checkSubscription)).toEqual(none)
  // The provider is asked once a minute at most.
  expect(shop.payments.calls.slice(start)).toEqual([])
})

test('renewing a product after its price changed doesn’t charge twice', async ({
  api,
  world,
  shop,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription', priceCents: 1_000 })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  await context.db
    .updateTable('product')
    .set({ priceCents: 3_000, title: 'Another name' })
    .where('productId', '=', productId)
    .execute()
  shop.payments.renew(subscription)
  await shop.deliver()
  const { items } = await api.as(member).call(listPurchases)
  expect(items).toMatchObject([{ price: '10.00', title: 'A workbook' }])
  expect((await api.as(member).refuse(createCheckout, { body: { productId } })).status).toBe(409)
})
