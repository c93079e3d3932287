import { expect } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { TestApi } from '#server/testing/api.ts'
import { waitForMail } from '#server/testing/mailbox.ts'
import type { TestMember } from '#server/testing/population.ts'
import { type Shop, test } from '#server/testing/shop.ts'

const {
  endSubscription,
  exportOrders,
  listOrders,
  listPurchases,
  paymentsHealth,
  refundOrder,
  revenue,
} = shopEndpoints

test('orders are searched by email, product and payment, and by days', async ({
  api,
  world,
  shop,
  context,
}) => {
  const admin = await world.admin()
  const buyer = await world.member({ email: 'search_me@orders.example' })
  const other = await world.member()
  const productId = await world.product({ title: 'Psalms for 100% of us' })
  const session = await shop.buy(buyer, productId)
  await shop.buy(other, await world.product({ title: 'Something else' }))
  const caller = api.as(admin)
  const titles = async (query: Record<string, string>): Promise<string[]> =>
    (await caller.call(listOrders, { query })).items.map(({ title }) => title)
  const paymentRef = shop.payments.paymentsOf(session)[0]?.paymentRef ?? ''
  for (const q of ['SEARCH_ME@', '100% of', paymentRef]) {
    expect(await titles({ q }), q).toEqual(['Psalms for 100% of us'])
  }
  // Both are searched literally, not as patterns.
  expect(await titles({ q: 'search%me' })).toEqual([])
  expect(await titles({ q: 'xsearch_me' })).toEqual([])

  // 11 PM on the last day of March in Chicago is April in UTC.
  await movePayment(context, paymentRef, '2025-04-01T04:00:00Z')
  expect(await titles({ from: '2025-03-31', to: '2025-03-31' })).toEqual(['Psalms for 100% of us'])
  expect(await titles({ from: '2025-04-01', to: '2025-04-30' })).toEqual([])
  expect(await titles({ to: '2025-03-30' })).toEqual([])
  for (const query of [{ from: 'soon' }, { to: '9999-12-31' }, { from: '0001-01-01' }]) {
    expect((await caller.refuse(listOrders, { query })).status).toBe(400)
  }

  const query = { action: 'orders-read' }
  const [, matched] = (await caller.call(userEndpoints.auditLog, { query })).items.toReversed()
  expect(matched?.detail).toEqual({ page: 1, searched: 'yes', matched: [expect.any(String)] })
})

test('a refund returns the money, ends the access and emails the buyer', async ({
  api,
  world,
  shop,
  context,
}) => {
  const [admin, buyer] = [await world.admin(), await world.member()]
  await shop.buy(buyer, await world.product({ title: 'A book to return' }))
  const order = await orderOf(api.as(admin), buyer)
  expect(order.refund).toEqual({ amount: '12.50', endsAccess: true, isSubscribed: false })
  const refunded = await api.as(admin).call(refundOrder, { params: { id: order.id }, body: {} })
  expect(refunded).toMatchObject({ status: 'refunded', refunded: '12.50', refund: null })
  const [purchase] = (await api.as(buyer).call(listPurchases)).items
  expect(purchase).toMatchObject({ hasAccess: false, isRefunded: true })
  // The provider's event about it changes and sends nothing more.
  await shop.deliver()
  expect(await countMails(context, buyer)).toBe(1)
  const mail = await waitForMail(context.db, { to: buyer.email, subject: /was refunded/ })
  expect(mail.text).toMatch(
    /We refunded \$12\.50 for:.*A book to return.*access ended with the refund/s,
  )
  expect(await attemptsOf(context, order.id)).toEqual(['refund-started'])
  const again = await api.as(admin).refuse(refundOrder, { params: { id: order.id }, body: {} })
  expect(again).toMatchObject({ status: 409, message: expect.stringMatching(/already been/) })
  expect(refundCalls(shop, order.paymentId)).toBe(1)
})

test('two clicks by two administrators refund once', async ({ api, world, shop, context }) => {
  const [one, two] = [await world.admin(), await world.admin()]
  const buyer = await world.member()
  await shop.buy(buyer, await world.product())
  const order = await orderOf(api.as(one), buyer)
  shop.payments.delayMs = () => 20
  const tries = [one, one, two, two].map((admin) =>
    api.as(admin).request(refundOrder, { params: { id: order.id }, body: {} }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  shop.payments.delayMs = () => 0
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
  expect(refundCalls(shop, order.paymentId)).toBe(1)
  expect(await attemptsOf(context, order.id)).toEqual(['refund-started'])
  await shop.deliver()
  expect(await countMails(context, buyer)).toBe(1)
})

test('a refund of a subscription can end it as well', async ({ api, world, shop }) => {
  const admin = await world.admin()
  const productId = await world.product({ productType: 'subscription' })
  for (const endsSubscription of [false, true]) {
    const buyer = await world.member()
    const subscription = shop.payments.subscriptionOf(await shop.buy(buyer, productId))
    const order = await orderOf(api.as(admin), buyer)
    expect(order).toMatchObject({
      subscriptionId: subscription,
      refund: { endsAccess: true, isSubscribed: true },
    })
    const body = { endsSubscription }
    await api.as(admin).call(refundOrder, { params: { id: order.id }, body })
    await expect
      .poll(() => shop.payments.subscription(subscription).state)
      .toBe(endsSubscription ? 'ended' : 'active')
    const [purchase] = (await api.as(buyer).call(listPurchases)).items
    expect(purchase).toMatchObject({ hasAccess: false, isRefunded: true })
  }
})

test('a refund of an earlier month keeps the access', async ({ api, world, shop, context }) => {
  const [admin, buyer] = [await world.admin(), await world.member()]
  const productId = await world.product({ productType: 'subscription' })
  shop.payments.renew(shop.payments.subscriptionOf(await shop.buy(buyer, productId)))
  await shop.deliver()
  const { items } = await api.as(admin).call(listOrders, { query: { q: buyer.email } })
  expect(items.map(({ refund }) => refund?.endsAccess)).toEqual([true, false])
  const id = items[1]?.id ?? 0
  await api.as(admin).call(refundOrder, { params: { id }, body: {} })
  const [purchase] = (await api.as(buyer).call(listPurchases)).items
  expect(purchase).toMatchObject({ hasAccess: true, isRefunded: false })
  const mail = await waitForMail(context.db, { to: buyer.email, subject: /was refunded/ })
  expect(mail.text).not.toContain('access ended with the refund')
})

test('a refund that the provider refuses or does not answer can be tried again', async ({
  api,
  world,
  shop,
  context,
}) => {
  const [admin, buyer] = [await world.admin(), await world.member()]
  await shop.buy(buyer, await world.product())
  const order = await orderOf(api.as(admin), buyer)
  const input = { params: { id: order.id }, body: {} }
  shop.payments.isDown = true
  expect((await api.as(admin).refuse(refundOrder, input)).status).toBe(503)
  shop.payments.isDown = false
  // Disputed at the bank, but no event has arrived.
  shop.payments.dispute(order.paymentId, 'open')
  expect((await api.as(admin).refuse(refundOrder, input)).status).toBe(409)
  shop.payments.dispute(order.paymentId, 'won')
  await api.as(admin).call(refundOrder, input)
  expect(await attemptsOf(context, order.id)).toEqual([
    'refund-started',
    'refund-failed',
    'refund-started',
    'refund-failed',
    'refund-started',
  ])
  await shop.deliver()
  expect((await api.as(admin).call(paymentsHealth)).mismatches).toEqual([])
})

test('a treasurer ends a subscription at the end of its period, and finds its payments', async ({
  api,
  world,
  shop,
  context,
}) => {
  const [admin, buyer] = [await world.admin(), await world.member()]
  const productId = await world.product({ productType: 'subscription' })
  const subscriptionId = shop.payments.subscriptionOf(await shop.buy(buyer, productId))
  await shop.buy(buyer, await world.product())
  const found = await api.as(admin).call(listOrders, { query: { q: subscriptionId } })
  expect(found.items.map((order) => order.subscriptionId)).toEqual([subscriptionId])

  const { purchaseId } = await context.db
    .selectFrom('purchase')
    .select('purchaseId')
    .where('subscriptionRef', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const params = { id: purchaseId }
  await api.as(admin).call(endSubscription, { params })
  await api.as(admin).call(endSubscription, { params })
  expect(shop.payments.subscription(subscriptionId).endsAtPeriodEnd).toBe(true)
  const [, mine] = (await api.as(buyer).call(listPurchases, { query: {} })).items
  expect(mine).toMatchObject({ status: 'canceled', hasAccess: true, canResume: true })
  const ended = await context.db
    .selectFrom('auditEntry')
    .select('subjectId')
    .where('action', '=', 'subscription-ended')
    .execute()
  expect(ended).toEqual([{ subjectId: String(purchaseId) }])
})

test('disputed payments and those of another provider can’t be refunded', async ({
  api,
  world,
  shop,
  context,
}) => {
  const [admin, buyer] = [await world.admin(), await world.member()]
  await shop.buy(buyer, await world.product())
  const { id, paymentId } = await orderOf(api.as(admin), buyer)
  shop.payments.dispute(paymentId, 'open')
  await shop.deliver()
  const refused = await api.as(admin).refuse(refundOrder, { params: { id }, body: {} })
  expect(refused).toMatchObject({ status: 409, message: expect.stringMatching(/disputed/) })
  shop.payments.dispute(paymentId, 'won')
  await shop.deliver()
  const of = context.db.updateTable('payment').where('paymentId', '=', id)
  await of.set({ provider: 'elsewhere' }).execute()
  expect((await orderOf(api.as(admin), buyer)).refund).toBeNull()
  expect((await api.as(admin).refuse(refundOrder, { params: { id }, body: {} })).status).toBe(409)
  await of.set({ provider: 'till' }).execute()
  const unknown = { params: { id: 2_000_000_000 }, body: {} }
  expect((await api.as(admin).refuse(refundOrder, unknown)).status).toBe(404)
})

test('the export has every payment of the search, with text that is safe in spreadsheets', async ({
  api,
  world,
  shop,
  context,
}) => {
  const admin = await world.admin()
  const productId = await world.product({ title: '=SUM(A1), "quoted"' })
  const first = await world.member()
  await shop.buy(first, productId)
  const { paymentId } = await orderOf(api.as(admin), first)
  await movePayment(context, paymentId, '2025-01-02T12:05:00Z')
  // More rows than one part of the file has.
  await context.pool.query(
    `insert into payment (checkout_id, purchase_id, provider, payment_ref, status, amount_cents, paid_at)
     select checkout_id, purchase_id, provider, 'copy_' || n, status, amount_cents, paid_at
     from payment, generate_series(1, 1200) n where payment_ref = $1`,
    [paymentId],
  )
  const query = { q: 'SUM', to: '2025-01-31' }
  const file = await api.as(admin).request(exportOrders, { query })
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders-start-to-2025-01-31.csv"',
    'cache-control': 'no-store',
  })
  const lines = file.text.split('\r\n')
  expect(lines[0]).toMatch(
    /^\uFEFF?Date \(America\/Chicago\),Email,Product,Type,Currency,Amount,Refunded,Status,Payment ID$/,
  )
  expect(lines).toHaveLength(1 + 1_201 + 1)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.at(-2)).toBe(
    `2025-01-02 06:05,${first.email},"'=SUM(A1), ""quoted""",One-time,USD,12.50,0.00,paid,${paymentId}`,
  )
  expect(file.text).not.toContain(first.anonymousUsername)
  const log = await api
    .as(admin)
    .call(userEndpoints.auditLog, { query: { action: 'orders-exported' } })
  expect(log.items[0]?.detail).toEqual({ searched: 'yes', to: '2025-01-31' })
})

test('a month shows how many subscriptions began and ended', async ({
  api,
  world,
  shop,
  context,
}) => {
  const admin = await world.admin()
  await context.pool.query(`update purchase set purchased_at = now() - interval '3 years',
    ended_at = now() - interval '3 years' where product_type = 'subscription'`)
  const productId = await world.product({ productType: 'subscription' })
  const sessions: string[] = []
  for (let buyers = 0; buyers < 4; buyers++) {
    sessions.push(await shop.buy(await world.member(), productId))
  }
  const [old, older, surplus] = sessions
  const months = (await api.as(admin).call(revenue)).map(({ month }) => month)
  const [first = '', second = ''] = months
  await movePurchase(context, older, { from: '2001-01-05', to: null })
  await movePurchase(context, old, { from: '2001-01-05', to: `${second}-15` })
  await movePurchase(context, surplus, { from: `${first}-10`, to: `${first}-20`, isSurplus: true })
  const found = await api.as(admin).call(revenue)
  const subscribers = found.map((month) => [
    month.subscribersAtStart,
    month.newSubscribers,
    month.endedSubscribers,
  ])
  const quiet = [1, 0, 0]
  expect(subscribers).toEqual([
    [2, 0, 0],
    [2, 0, 1],
    ...Array.from({ length: 9 }, () => quiet),
    [1, 1, 0],
  ])
})

/** A buyer's only order. */
async function orderOf(caller: TestApi, { email }: TestMember) {
  const { items, total } = await caller.call(listOrders, { query: { q: email } })
  const [order] = items
  if (!order || total !== 1) throw new Error(`There are ${total} orders.`)
  return order
}

function refundCalls(shop: Shop, paymentRef: string): number {
  return shop.payments.calls.filter((call) => call === `refundPayment ${paymentRef}`).length
}

/** Counts queued emails, whose rows remain after delivery. */
async function countMails({ db }: Context, { email }: TestMember): Promise<number> {
  const { count } = await db
    .selectFrom('emailMessage')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('kind', '=', 'payment-refunded')
    .where('toAddress', '=', email)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function attemptsOf({ db }: Context, paymentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .select('action')
    .where('subjectType', '=', 'payment')
    .where('subjectId', '=', String(paymentId))
    .orderBy('auditEntryId')
    .execute()
  return rows.map(({ action }) => action)
}

async function movePayment({ db }: Context, paymentRef: string, paidAt: string): Promise<void> {
  await db.updateTable('payment').set({ paidAt }).where('paymentRef', '=', paymentRef).execute()
}

async function movePurchase(
  { pool }: Context,
  sessionRef: string | undefined,
  { from, to, isSurplus = false }: { from: string; to: string | null; isSurplus?: boolean },
): Promise<void> {
  await pool.query(
    `update purchase set purchased_at = $2, ended_at = $3, is_surplus = $4
     where checkout_id = (select checkout_id from checkout where session_ref = $1)`,
    [sessionRef, from, to, isSurplus],
  )
}
