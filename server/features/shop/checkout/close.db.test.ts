import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { sessionOf, test } from '#server/testing/shop.ts'

const { createCheckout, getCheckout, listPurchases, togglePublish, updateProduct } = shopEndpoints

test('unpublishing a product closes its open checkouts', async ({ api, world, shop }) => {
  const [admin, open, paid, slow] = [
    await world.admin(),
    await world.member(),
    await world.member(),
    await world.member(),
  ]
  const productId = await world.product({ title: 'Withdrawn' })
  const { url } = await api.as(open).call(createCheckout, { body: { productId } })
  const { url: slowUrl } = await api.as(slow).call(createCheckout, { body: { productId } })
  shop.payments.pay(sessionOf(slowUrl), { isSlow: true })
  // Paid, but the server doesn't know it yet.
  await shop.pay(paid, productId)
  await api.as(admin).call(togglePublish, { params: { id: productId } })
  await vi.waitFor(() => expect(shop.payments.session(sessionOf(url)).state).toBe('expired'))
  expect(() => shop.payments.pay(sessionOf(url))).toThrow('expired')
  expect(await api.as(open).refuse(createCheckout, { body: { productId } })).toMatchObject({
    status: 404,
    message: 'This product isn’t for sale.',
  })
  const { checkoutId } = shop.payments.session(sessionOf(url))
  await vi.waitFor(async () =>
    expect(
      await api.as(open).call(getCheckout, { params: { id: checkoutId ?? '' } }),
    ).toMatchObject({
      status: 'expired',
      reason: 'This checkout has expired. Nothing was charged.',
    }),
  )
  await vi.waitFor(async () =>
    expect((await api.as(paid).call(listPurchases)).items).toMatchObject([{ hasAccess: true }]),
  )
  shop.payments.settle(sessionOf(slowUrl), 'paid')
  await shop.deliver()
  expect((await api.as(slow).call(listPurchases)).items).toMatchObject([{ hasAccess: true }])
  await api.as(admin).call(togglePublish, { params: { id: productId } })
  const again = await api.as(open).call(createCheckout, { body: { productId } })
  expect(again.url).not.toBe(url)
})

test('a buyer who opens a checkout while its product is unpublished gets no URL', async ({
  api,
  world,
  shop,
  context,
}) => {
  const [admin, member] = [await world.admin(), await world.member()]
  const productId = await world.product()
  const open = shop.payments.openCheckout.bind(shop.payments)
  let opened = ''
  shop.payments.openCheckout = async (request) => {
    const answer = await open(request)
    opened = answer.sessionRef
    await api.as(admin).call(togglePublish, { params: { id: productId } })
    await vi.waitFor(async () => expect(await statusOf(context, productId)).toBe('expired'))
    return answer
  }
  const refusal = await api.as(member).refuse(createCheckout, { body: { productId } })
  shop.payments.openCheckout = open
  expect(refusal).toMatchObject({ status: 404, message: 'This product isn’t for sale.' })
  expect(opened).not.toBe('')
})

test.for(['unpublished', 'turned into a subscription'])(
  'a product that is %s while someone starts to buy it is not sold in its old state',
  async (how, { api, world, context, shop, admin }) => {
    const member = await world.member()
    const productId = await world.product({ title: 'Contested' })
    const params = { id: productId }
    const fields = {
      title: 'Contested',
      description: '<p>Words.</p>',
      price: '12.50',
      productType: 'subscription',
    }
    const release = await holdAuditLog(context)
    const change =
      how === 'unpublished'
        ? admin.request(togglePublish, { params })
        : admin.request(updateProduct, { params, fields })
    // The change is made but not committed, so the buyer still reads the old product.
    await untilWaiting(context, 1)
    const buying = api.as(member).request(createCheckout, { body: { productId } })
    await untilWaiting(context, 2)
    release()
    expect((await change).status).toBe(200)
    const bought = await buying
    const checkouts = await context.db
      .selectFrom('checkout')
      .select(['productType', 'sessionRef'])
      .where('productId', '=', productId)
      .execute()
    if (how === 'unpublished') {
      expect(bought).toMatchObject({ status: 404 })
      expect(checkouts).toEqual([])
      return
    }
    expect(bought.status).toBe(200)
    expect(checkouts).toMatchObject([{ productType: 'subscription' }])
    const sessionRef = checkouts[0]?.sessionRef ?? ''
    shop.payments.pay(sessionRef)
    expect(shop.payments.subscriptionOf(sessionRef)).toMatch(/^sub_/)
  },
)

test('unpublishing and buying at the same time leave no checkout that can be paid', async ({
  api,
  world,
  context,
  shop,
  admin,
}) => {
  for (let round = 0; round < 10; round++) {
    const members = [await world.member(), await world.member()]
    const productId = await world.product()
    const calls = members.map(
      (member) => () => api.as(member).request(createCheckout, { body: { productId } }),
    )
    const withdraw = () => admin.request(togglePublish, { params: { id: productId } })
    const order = calls.toSpliced(round % 3, 0, withdraw)
    const answers = await Promise.all(order.map((call) => call()))
    for (const { status } of answers) expect([200, 404]).toContain(status)
    await vi.waitFor(async () => {
      const rows = await context.db
        .selectFrom('checkout')
        .select(['status', 'sessionRef'])
        .where('productId', '=', productId)
        .execute()
      for (const { status, sessionRef } of rows) {
        expect(status).toBe('expired')
        if (sessionRef) expect(shop.payments.session(sessionRef).state).toBe('expired')
      }
    })
  }
})

/** Holds administrators' changes at their audit log entry until released. */
async function holdAuditLog({ config }: Context): Promise<() => void> {
  const { database } = config
  const url = database.provider === 'url' ? database.ownerUrl : ''
  const { db, close } = connectDatabase({ url, max: 1 })
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table audit_entry in share mode`.execute(trx)
    locked.resolve()
    await release.promise
  })
  void holding.finally(close)
  await locked.promise
  return release.resolve
}

/** Waits until this many connections are waiting for a lock. */
async function untilWaiting({ db }: Context, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows[0]?.waiting).toBe(count)
  })
}

/** The status of a product's only checkout. */
async function statusOf({ db }: Context, productId: number): Promise<string | undefined> {
  const rows = db.selectFrom('checkout').select('status').where('productId', '=', productId)
  return (await rows.executeTakeFirst())?.status
}
