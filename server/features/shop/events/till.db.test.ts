import { expect } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import { tillEndpoints } from '#contract/till.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const {
  cancelSubscription,
  checkPayments,
  createCheckout,
  getCheckout,
  listOrders,
  listPurchases,
  receipt,
  refundOrder,
} = shopEndpoints

test('a subscription runs through its whole life at the test till', async ({ api, world }) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const productId = await world.product({ title: 'Played', productType: 'subscription' })
  const checkoutId = await payAtTill(api, member, productId)
  const mine = async () => (await api.as(member).call(listPurchases)).items[0]
  const becomes = (wanted: object) => expect.poll(mine, POLL).toMatchObject(wanted)
  await becomes({ title: 'Played', status: 'active', hasAccess: true, hasReceipt: true })
  const checkout = await api.as(member).call(getCheckout, { params: { id: checkoutId } })
  expect(checkout.status).toBe('complete')
  const bought = await mine()
  const { url } = await api.as(member).call(receipt, { params: { id: bought?.id ?? 0 } })
  expect(url).toContain('/till/receipts/')

  const { items } = await api.as(admin).call(tillEndpoints.listRecords)
  const id = items.find(({ title }) => title === 'Played')?.id ?? 0
  await api.as(admin).call(tillEndpoints.failRenewal, { params: { id } })
  await becomes({ status: 'past_due', hasAccess: true })

  const params = { subscriptionId: bought?.subscriptionId ?? '' }
  await api.as(member).call(cancelSubscription, { params })
  await becomes({ status: 'canceled', hasAccess: false, canRenew: true })
  expect((await api.as(member).call(checkPayments)).mended).toBe(0)
  await payAtTill(api, member, productId)
  await becomes({ status: 'active', hasAccess: true })
})

test('a declined payment at the test till can be tried again, and the paid one refunded', async ({
  api,
  world,
}) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const productId = await world.product({ title: 'Declined first' })
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  const params = { session: url.split('/').at(-1) ?? '' }
  const finish = tillEndpoints.finishSession
  const declined = await api.call(finish, { params, body: { action: 'decline' } })
  expect(declined).toMatchObject({ status: 'open' })
  await payAtTill(api, member, productId)
  const mine = async () => (await api.as(member).call(listPurchases)).items[0]
  const becomes = (wanted: object) => expect.poll(mine, POLL).toMatchObject(wanted)
  await becomes({ status: null, hasAccess: true })
  const { items } = await api.as(admin).call(listOrders)
  const id = items.find(({ title }) => title === 'Declined first')?.id ?? 0
  await api.as(admin).call(refundOrder, { params: { id }, body: {} })
  await becomes({ hasAccess: false, isRefunded: true })
})

/** The till's events are sent by a job. */
const POLL = { interval: 30 }

/** Pays; returns the id of the checkout. */
async function payAtTill(api: TestApi, member: TestMember, productId: number): Promise<string> {
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  const params = { session: url.split('/').at(-1) ?? '' }
  const { returnUrl } = await api.call(tillEndpoints.finishSession, {
    params,
    body: { action: 'pay' },
  })
  return new URL(returnUrl ?? '').searchParams.get('checkout') ?? ''
}
