import { expect } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { sessionOf } from '#server/testing/shop.ts'
import { deliver, startStripe } from '#server/testing/stripe.ts'
import { test } from '#server/testing/world.ts'

const { checkPayments, comparePayments, createCheckout, listPurchases, paymentsHealth } =
  shopEndpoints

async function customerOf({ db }: Context, memberId: string): Promise<string | undefined> {
  const rows = db.selectFrom('paymentCustomer').select('customerRef')
  const row = await rows
    .where('memberId', '=', memberId)
    .where('provider', '=', 'stripe')
    .executeTakeFirst()
  return row?.customerRef
}

test('a customer that was deleted at Stripe doesn’t prevent its member from buying', async ({
  api,
  world,
  context,
}) => {
  const server = await startStripe(context)
  const [member, admin] = [await world.member(), await world.admin()]
  const caller = api.as(member)
  const [monthly, once] = [
    await world.product({ title: 'Cut short', productType: 'subscription' }),
    await world.product({ title: 'Bought anew' }),
  ]
  const { url } = await caller.call(createCheckout, { body: { productId: monthly } })
  server.account.pay(sessionOf(url))
  await deliver(api, server)
  const lost = (await customerOf(context, member.id)) ?? ''
  server.account.deleteCustomer(lost)

  // Data that can no longer be read is reported to the member and to administrators, and stops nothing.
  expect((await caller.call(checkPayments)).findings).toEqual([
    expect.stringMatching(/^The payment service has no payments from you\./),
  ])
  const { mismatches, lastComparedAt } = await api.as(admin).call(comparePayments)
  expect(lastComparedAt).not.toBeNull()
  expect(mismatches[0]?.sentence).toMatch(/no longer knows the checkout/)

  const again = await caller.call(createCheckout, { body: { productId: once } })
  const anew = await customerOf(context, member.id)
  expect(anew).not.toBe(lost)
  expect(server.account.customers.get(anew ?? '')).toMatchObject({ email: member.email })
  server.account.pay(sessionOf(again.url))
  await deliver(api, server)
  expect((await caller.call(listPurchases)).items).toMatchObject([
    { title: 'Bought anew', hasAccess: true },
    { title: 'Cut short', status: 'canceled', hasAccess: false, canRenew: true },
  ])
})

test('two tabs of a member whose customer was deleted open one checkout', async ({
  api,
  world,
  context,
}) => {
  const server = await startStripe(context)
  const member = await world.member()
  const first = await world.product()
  await api.as(member).call(createCheckout, { body: { productId: first } })
  server.account.deleteCustomer((await customerOf(context, member.id)) ?? '')
  const productId = await world.product()
  const open = () => api.as(member).call(createCheckout, { body: { productId } })
  const urls = await Promise.all([open(), open(), open()])
  expect(new Set(urls.map(({ url }) => url)).size).toBe(1)
})

test('ids from other API keys don’t prevent a checkout', async ({ api, world, context }) => {
  const productId = await world.product({ title: 'From test to live' })
  const member = await world.member()
  const buy = () => api.as(member).call(createCheckout, { body: { productId } })
  await startStripe(context)
  const before = await buy()
  // The other account knows neither the customer, nor the price, nor the open checkout.
  const live = await startStripe(context)
  const { url } = await buy()
  expect(url).not.toBe(before.url)
  live.account.pay(sessionOf(url))
  await deliver(api, live)
  expect((await api.as(member).call(listPurchases)).items).toMatchObject([{ hasAccess: true }])
})

test('a subscription from other keys or from the till ends when its period is over, and can be bought again', async ({
  api,
  world,
  context,
}) => {
  for (const before of ['other keys', 'the till']) {
    const [member, admin] = [await world.member(), await world.admin()]
    const caller = api.as(member)
    const productId = await world.product({ productType: 'subscription' })
    const lapsed = new Date(context.now().getTime() - 60_000)
    const buy = () => caller.request(createCheckout, { body: { productId } })
    if (before === 'other keys') {
      const old = await startStripe(context)
      const { url } = await caller.call(createCheckout, { body: { productId } })
      old.account.pay(sessionOf(url))
      await deliver(api, old)
    } else {
      await world.purchase({ member, productId, state: 'active' })
    }
    await startStripe(context)
    expect((await buy()).status).toBe(409)
    await context.db
      .updateTable('purchase')
      .set({ periodEnd: lapsed, accessUntil: lapsed })
      .where('memberId', '=', member.id)
      .execute()
    expect((await buy()).status).toBe(200)
    expect((await caller.call(listPurchases)).items).toMatchObject([{ status: 'canceled' }])
    const { mismatches } = await api.as(admin).call(paymentsHealth)
    expect(mismatches[0]).toMatchObject({
      isMended: true,
      sentence: expect.stringContaining('Its paid time was over, so it was ended here.'),
    })
  }
})
