import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { shopEndpoints } from '#contract/shop.ts'
import { userEndpoints } from '#contract/users.ts'
import { codeIn, waitForJob, waitForMail } from '#server/testing/mailbox.ts'
import { sessionOf, test } from '#server/testing/shop.ts'

const { requestOtp, verifyOtp } = accountEndpoints
const { createCheckout, getCheckout, listPurchases } = shopEndpoints

test('a checkout leads to the provider, and the payment gives access', async ({
  api,
  world,
  shop,
}) => {
  const member = await world.member()
  const productId = await world.product({ title: 'Morning prayers', priceCents: 1_999 })
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  const { checkoutId } = shop.payments.session(sessionOf(url))
  const params = { id: checkoutId ?? '' }
  const own = api.as(member)
  expect(await own.call(getCheckout, { params })).toEqual({
    status: 'confirming',
    title: 'Morning prayers',
    productType: 'one_time',
    reason: null,
    downloadId: null,
  })
  shop.payments.pay(sessionOf(url))
  expect((await own.call(getCheckout, { params })).status).toBe('confirming')
  await shop.deliver()
  expect(await own.call(getCheckout, { params })).toMatchObject({
    status: 'complete',
    downloadId: null,
  })
  const { items } = await own.call(listPurchases)
  expect(items).toMatchObject([
    { productId, title: 'Morning prayers', price: '19.99', status: null, hasAccess: true },
  ])
})

test('the provider gets an address and no name, and links back to our pages', async ({
  api,
  world,
  shop,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product()
  let asked = ''
  const create = shop.payments.createCustomer.bind(shop.payments)
  context.payments.createCustomer = (input) => {
    asked = JSON.stringify(input)
    return create(input)
  }
  await api.as(member).call(createCheckout, { body: { productId } })
  context.payments.createCustomer = create
  expect(JSON.parse(asked)).toEqual({ memberId: member.id, email: member.email })
})

test('a changed address is sent to the provider once it is verified, if the member has opened a checkout', async ({
  api,
  world,
  shop,
  context,
}) => {
  const [member, other, admin] = [await world.member(), await world.member(), await world.admin()]
  const body = { productId: await world.product() }
  await api.as(member).call(createCheckout, { body })
  expect(shop.payments.emailOf(member.id)).toBe(member.email)
  for (const { id } of [member, other]) {
    const newEmail = `moved-${id}@example.org`
    await api.as(admin).call(userEndpoints.changeEmail, { params: { id }, body: { newEmail } })
    await waitForJob(context.db, 'update-customer', { memberId: id })
    expect(shop.payments.emailOf(id)).toBe(id === member.id ? member.email : undefined)
    const reader = api.browser()
    await reader.call(requestOtp, { body: { email: newEmail } })
    const code = codeIn(await waitForMail(context.db, { to: newEmail, subject: /code/ }))
    await reader.call(verifyOtp, { body: { email: newEmail, code } })
  }
  await vi.waitFor(() =>
    expect(shop.payments.emailOf(member.id)).toBe(`moved-${member.id}@example.org`),
  )
  expect(shop.payments.emailOf(other.id)).toBeUndefined()
})

test('a product that is not for sale can’t be bought', async ({ api, world }) => {
  const member = await world.member()
  const unpublished = await world.product({ isDeleted: true })
  for (const productId of [unpublished, 2_147_483_647]) {
    const refusal = await api.as(member).refuse(createCheckout, { body: { productId } })
    expect(refusal).toMatchObject({ status: 404, message: 'This product isn’t for sale.' })
  }
})

test.for([null, 'x', -1, 1.5, 2 ** 40, { $ne: 1 }])(
  'the product id %j is refused with a message',
  async (productId, { api, world }) => {
    const member = await world.member()
    const refusal = await api.as(member).refuse(createCheckout, { body: { productId } })
    expect(refusal).toMatchObject({ status: 400, message: 'This id is not a number.' })
  },
)

test('an owned product is not sold again', async ({ api, world, shop }) => {
  const member = await world.member()
  const productId = await world.product()
  await shop.buy(member, productId)
  expect(await api.as(member).refuse(createCheckout, { body: { productId } })).toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'You already own this.',
  })
})

test('a running subscription is not sold again, whatever its state', async ({
  api,
  world,
  shop,
}) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  const refusal = async (): Promise<string> => {
    const refused = await api.as(member).refuse(createCheckout, { body: { productId } })
    expect(refused.status).toBe(409)
    return refused.message
  }
  const already = 'You already have an active subscription for this product.'
  expect(await refusal()).toBe(already)
  shop.payments.failRenewal(subscription)
  await shop.deliver()
  expect(await refusal()).toBe(already)
  shop.payments.renew(subscription)
  shop.payments.pause(subscription)
  await shop.deliver()
  expect(await refusal()).toBe(
    'Your subscription for this product is on hold. Your dashboard says why.',
  )
  shop.payments.unpause(subscription)
  await shop.payments.setEndsAtPeriodEnd(subscription, true)
  await shop.deliver()
  expect(await refusal()).toBe(
    'Your canceled subscription is still running. Renew it on your dashboard instead of buying it again.',
  )
  shop.payments.end(subscription)
  await shop.deliver()
  await api.as(member).call(createCheckout, { body: { productId } })
})

test('a subscription whose end was missed does not block a new purchase', async ({
  api,
  world,
  shop,
  clock,
}) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  await shop.payments.setEndsAtPeriodEnd(subscription, true)
  await shop.deliver()
  clock.advance({ minutes: 31 * 24 * 60 })
  member.cookie = await world.session(member.id, new Date(Date.now() + 90 * 86_400_000))
  expect((await api.as(member).refuse(createCheckout, { body: { productId } })).message).toBe(
    'Your canceled subscription is ending right now. Please try again in a few minutes.',
  )
  shop.payments.end(subscription)
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  shop.payments.pay(sessionOf(url))
  await shop.deliver()
  const { items } = await api.as(member).call(listPurchases)
  expect(items.map(({ status, hasAccess }) => [status, hasAccess])).toEqual([
    ['active', true],
    ['canceled', false],
  ])
})

test('an open checkout is reused', async ({ api, world }) => {
  const member = await world.member()
  const productId = await world.product()
  const first = await api.as(member).call(createCheckout, { body: { productId } })
  const again = await api.as(member).call(createCheckout, { body: { productId } })
  expect(again.url).toBe(first.url)
})

test('a changed price closes the open checkout, so that nobody pays the old price', async ({
  api,
  world,
  shop,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product({ priceCents: 1_000 })
  const first = await api.as(member).call(createCheckout, { body: { productId } })
  await context.db
    .updateTable('product')
    .set({ priceCents: 2_000 })
    .where('productId', '=', productId)
    .execute()
  const second = await api.as(member).call(createCheckout, { body: { productId } })
  expect(shop.payments.session(sessionOf(first.url)).state).toBe('expired')
  expect(shop.payments.session(sessionOf(second.url))).toMatchObject({
    state: 'open',
    amountCents: 2_000,
  })
})

test('a checkout whose payment the server missed is not opened again', async ({
  api,
  world,
  shop,
}) => {
  const member = await world.member()
  const productId = await world.product()
  await shop.pay(member, productId)
  const refusal = await api.as(member).refuse(createCheckout, { body: { productId } })
  expect(refusal.message).toBe('You already own this.')
  expect((await api.as(member).call(listPurchases)).items).toMatchObject([{ hasAccess: true }])
})

test('an expired checkout is replaced by a new one', async ({ api, world, shop, clock }) => {
  const member = await world.member()
  const productId = await world.product()
  const first = await api.as(member).call(createCheckout, { body: { productId } })
  clock.advance({ minutes: 121 })
  const second = await api.as(member).call(createCheckout, { body: { productId } })
  expect(second.url).not.toBe(first.url)
  expect(shop.payments.session(sessionOf(first.url)).state).toBe('expired')
})

test('a pending bank debit is reported, and gives access when it arrives', async ({
  api,
  world,
  shop,
}) => {
  const member = await world.member()
  const productId = await world.product()
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  shop.payments.pay(sessionOf(url), { isSlow: true })
  await shop.deliver()
  expect((await api.as(member).refuse(createCheckout, { body: { productId } })).message).toBe(
    'Your payment is on its way. You’ll get access as soon as it arrives.',
  )
  expect((await api.as(member).call(listPurchases)).items).toEqual([])
  shop.payments.settle(sessionOf(url), 'paid')
  await shop.deliver()
  expect((await api.as(member).call(listPurchases)).items).toMatchObject([{ hasAccess: true }])
})

test('a failed bank debit buys nothing and is reported', async ({ api, world, shop }) => {
  const member = await world.member()
  const productId = await world.product()
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  const { checkoutId } = shop.payments.session(sessionOf(url))
  shop.payments.pay(sessionOf(url), { isSlow: true })
  shop.payments.settle(sessionOf(url), 'failed')
  await shop.deliver()
  const params = { id: checkoutId ?? '' }
  expect(await api.as(member).call(getCheckout, { params })).toMatchObject({
    status: 'failed',
    reason: 'The payment didn’t go through. Nothing was charged.',
  })
  expect((await api.as(member).call(listPurchases)).items).toEqual([])
  await api.as(member).call(createCheckout, { body: { productId } })
})

test('concurrent calls from two tabs on two nodes open one checkout', async ({
  api,
  world,
  shop,
  other,
  context,
}) => {
  shop.payments.delayMs = () => Math.random() * 30
  for (let turn = 0; turn < 5; turn++) {
    const member = await world.member()
    const productId = await world.product({ productType: turn % 2 ? 'subscription' : 'one_time' })
    const open = (node: typeof api): Promise<{ url: string }> =>
      node.as(member).call(createCheckout, { body: { productId } })
    const urls = await Promise.all([open(api), open(other.api), open(api), open(other.api)])
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1)
    const rows = await context.db
      .selectFrom('checkout')
      .select('checkoutId')
      .where('memberId', '=', member.id)
      .execute()
    expect(rows).toHaveLength(1)
    const opened = shop.payments.calls.filter(
      (call) => call === `openCheckout ${rows[0]?.checkoutId}`,
    )
    expect(opened).toHaveLength(1)
  }
  shop.payments.delayMs = () => 0
})

test('a payment that arrives while a second tab opens a checkout prevents a second payment', async ({
  world,
  shop,
  other,
}) => {
  shop.payments.delayMs = () => Math.random() * 8
  for (let turn = 0; turn < 12; turn++) {
    const member = await world.member()
    const productId = await world.product()
    await shop.pay(member, productId)
    const [, second] = await Promise.all([
      shop.deliver(),
      other.api.as(member).request(createCheckout, { body: { productId } }),
    ])
    expect(second.status).toBe(409)
  }
  shop.payments.delayMs = () => 0
})

test('after a crash, before or after the provider opened it, the same checkout is used', async ({
  api,
  world,
  shop,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product()
  shop.payments.isDown = true
  const refusal = await api.as(member).refuse(createCheckout, { body: { productId } })
  expect(refusal).toMatchObject({ status: 503, code: 'provider_unavailable' })
  shop.payments.isDown = false
  const first = await api.as(member).call(createCheckout, { body: { productId } })
  // As if the process had crashed before storing the URL.
  await context.db
    .updateTable('checkout')
    .set({ status: 'opening', url: null, sessionRef: null })
    .where('memberId', '=', member.id)
    .execute()
  const again = await api.as(member).call(createCheckout, { body: { productId } })
  expect(again.url).toBe(first.url)
  const rows = await context.db
    .selectFrom('checkout')
    .select('status')
    .where('memberId', '=', member.id)
    .execute()
  expect(rows).toEqual([{ status: 'open' }])
})

test('an unknown checkout is not found, and an invalid id is refused', async ({ api, world }) => {
  const own = api.as(await world.member())
  const unknown = { id: '00000000-0000-4000-8000-000000000000' }
  expect((await own.refuse(getCheckout, { params: unknown })).status).toBe(404)
  for (const id of ['x', '\0', '../1', "' or 1=1 --"]) {
    const response = await own.request(getCheckout, { params: { id } })
    expect(response.status).toBe(400)
  }
})

test('only its buyer can see a checkout', async ({ api, world, shop }) => {
  const member = await world.member()
  const productId = await world.product({ title: 'A private matter' })
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  const params = { id: shop.payments.session(sessionOf(url)).checkoutId ?? '' }
  for (const stranger of [await world.member(), await world.admin()]) {
    const { status, text } = await api.as(stranger).request(getCheckout, { params })
    expect([status, text.includes('private')]).toEqual([404, false])
  }
  expect((await api.refuse(getCheckout, { params })).status).toBe(401)
})

test('a paid checkout names the purchase to download if the product has a file', async ({
  api,
  world,
  shop,
}) => {
  const member = await world.member()
  const productId = await world.product({ file: { key: 'products/quiet', size: 4 } })
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  const params = { id: shop.payments.session(sessionOf(url)).checkoutId ?? '' }
  expect((await api.as(member).call(getCheckout, { params })).downloadId).toBeNull()
  shop.payments.pay(sessionOf(url))
  await shop.deliver()
  const { items } = await api.as(member).call(listPurchases)
  expect((await api.as(member).call(getCheckout, { params })).downloadId).toBe(items[0]?.id)
})

test('checkouts are limited per member', async ({ api, world }) => {
  const member = await world.member()
  const productId = await world.product()
  for (let tried = 0; tried < 60; tried++) {
    await api.as(member).call(createCheckout, { body: { productId } })
  }
  expect((await api.as(member).refuse(createCheckout, { body: { productId } })).status).toBe(429)
})
