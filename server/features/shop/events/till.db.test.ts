import { expect } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import { type TillPlay, tillEndpoints } from '#contract/till.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

const { cancelSubscription, checkPayments, createCheckout, getCheckout, listPurchases, receipt } =
  shopEndpoints

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

  const play = (what: TillPlay) => playAtTill(api, admin, { title: 'Played', what })
  await play('fail-renewal')
  await becomes({ status: 'past_due', hasAccess: true })
  await play('renew')
  await becomes({ status: 'active', hasAccess: true })
  await play('pause')
  const note = 'Paused at the payment provider. You’ll have access once it resumes.'
  await becomes({ status: 'on_hold', hasAccess: false, note })
  await play('unpause')
  await becomes({ status: 'active', hasAccess: true, note: null })

  const params = { subscriptionId: bought?.subscriptionId ?? '' }
  expect(await api.as(member).call(cancelSubscription, { params })).toMatchObject({
    status: 'canceled',
    canResume: true,
  })
  await play('end-period')
  await becomes({ status: 'canceled', hasAccess: false, canRenew: true })
  expect((await api.as(member).call(checkPayments)).mended).toBe(0)
  await payAtTill(api, member, productId)
  await becomes({ status: 'active', hasAccess: true })
})

test('a one-time payment is refunded, or disputed, at the test till', async ({ api, world }) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const productId = await world.product({ title: 'Disputed' })
  await payAtTill(api, member, productId)
  const mine = async () => (await api.as(member).call(listPurchases)).items[0]
  const becomes = (wanted: object) => expect.poll(mine, POLL).toMatchObject(wanted)
  await becomes({ status: null, hasAccess: true })
  const play = (what: TillPlay) => playAtTill(api, admin, { title: 'Disputed', what })
  await play('dispute')
  await becomes({ hasAccess: false, isRefunded: false })
  await play('win-dispute')
  await becomes({ hasAccess: true })
  await play('refund')
  await becomes({ hasAccess: false, isRefunded: true })
})

test('a declined and a slow payment at the test till', async ({ api, world }) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const productId = await world.product({ title: 'Slow' })
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  const params = { session: url.split('/').at(-1) ?? '' }
  const finish = tillEndpoints.finishSession
  const declined = await api.call(finish, { params, body: { action: 'decline' } })
  expect(declined).toMatchObject({ status: 'open' })
  await api.call(finish, { params, body: { action: 'pay-later' } })
  await expect
    .poll(
      async () => (await api.as(member).refuse(createCheckout, { body: { productId } })).message,
      POLL,
    )
    .toMatch(/on its way/)
  await playAtTill(api, admin, { title: 'Slow', what: 'settle-debit' })
  await expect
    .poll(async () => (await api.as(member).call(listPurchases)).items, POLL)
    .toMatchObject([{ hasAccess: true }])
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

async function playAtTill(
  api: TestApi,
  admin: TestMember,
  { title, what }: { title: string; what: TillPlay },
): Promise<void> {
  const { items } = await api.as(admin).call(tillEndpoints.listRecords)
  const record = items.find((one) => one.title === title)
  await api.as(admin).call(tillEndpoints.play, {
    params: { id: record?.id ?? 0 },
    body: { play: what },
  })
}
