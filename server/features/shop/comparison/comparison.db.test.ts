import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { shopEndpoints } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import type { TestMember } from '#server/testing/population.ts'
import { sessionOf, test } from '#server/testing/shop.ts'
import { runDueComparison } from './service.ts'

const {
  comparePayments,
  createCheckout,
  getCheckout,
  listOrders,
  listPurchases,
  listSubscribers,
  paymentsHealth,
  revenue,
} = shopEndpoints

test('payments whose events were missed are added, and administrators see them', async ({
  api,
  world,
  shop,
  clock,
}) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const [once, monthly] = [
    await world.product({ title: 'Paid in the night' }),
    await world.product({ title: 'Monthly letter', productType: 'subscription' }),
  ]
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, monthly))
  await shop.pay(member, once)
  shop.payments.renew(subscription)
  clock.advance({ minutes: 11 })
  const health = await api.as(admin).call(comparePayments)
  const notified = health.mismatches.map(({ sentence }) => sentence)
  expect(notified).toContain('“Paid in the night” was paid for, and the purchase was missing.')
  expect(notified).toContain(
    '“Monthly letter” had a different end date or renewal setting at the payment service.',
  )
  expect(notified.some((sentence) => /^A payment of \$12\.50 \(in_/.test(sentence))).toBe(true)
  expect(health.mismatches.every(({ isMended }) => isMended)).toBe(true)
  expect(health.lastComparedAt).not.toBeNull()
  const { items } = await api.as(member).call(listPurchases)
  expect(items.map(({ hasAccess }) => hasAccess)).toEqual([true, true])
  const again = await api.as(admin).call(comparePayments)
  expect(again.mismatches).toHaveLength(notified.length)
  await shop.deliver()
  expect((await api.as(member).call(listPurchases)).total).toBe(2)
})

test('unpaid checkouts are finished, also those that never opened', async ({
  api,
  world,
  shop,
  clock,
  context,
}) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const [left, crashed] = [await world.product(), await world.product()]
  const { url } = await api.as(member).call(createCheckout, { body: { productId: left } })
  shop.payments.isDown = true
  await api.as(member).refuse(createCheckout, { body: { productId: crashed } })
  shop.payments.isDown = false
  const before = (await api.as(admin).call(paymentsHealth)).mismatches.length
  clock.advance({ minutes: 121 })
  const health = await api.as(admin).call(comparePayments)
  expect(health.mismatches).toHaveLength(before)
  expect(shop.payments.session(sessionOf(url)).state).toBe('expired')
  const rows = await context.db
    .selectFrom('checkout')
    .select(['status', 'checkoutId'])
    .where('memberId', '=', member.id)
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['expired', 'expired'])
  const params = { id: rows[0]?.checkoutId ?? '' }
  expect((await api.as(member).call(getCheckout, { params })).reason).toBe(
    'This checkout has expired. Nothing was charged.',
  )
})

test('a checkout that is being paid is left alone', async ({ api, world, shop }) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const body = { productId: await world.product() }
  const { url } = await api.as(member).call(createCheckout, { body })
  await api.as(admin).call(comparePayments)
  expect(shop.payments.session(sessionOf(url)).state).toBe('open')
})

test('the comparison reads more than one page', async ({ world, shop, context }) => {
  const productId = await world.product({ productType: 'subscription' })
  for (let count = 0; count < 55; count++) {
    const subscription = shop.payments.subscriptionOf(
      await shop.buy(await world.member(), productId),
    )
    shop.payments.pause(subscription)
    // Its event is lost.
    shop.payments.events.pop()
  }
  // Not as an administrator, whose call returns after 20 seconds in any case.
  await forgetComparisons(context)
  expect(await runDueComparison(context)).toBe(true)
  const rows = await context.db
    .selectFrom('purchase')
    .select('state')
    .where('productId', '=', productId)
    .execute()
  expect(rows).toEqual(rows.map(() => ({ state: 'paused' })))
  expect(rows).toHaveLength(55)
  // Later tests compare too and needn't go through these.
  await context.db
    .updateTable('purchase')
    .set({ state: 'ended', endedAt: context.now() })
    .where('productId', '=', productId)
    .execute()
})

test('a refund of a single payment whose event was lost is found within 180 days', async ({
  world,
  shop,
  context,
}) => {
  const productId = await world.product({ title: 'Given back unheard' })
  const other = await world.product({ title: 'Monthly beside it', productType: 'subscription' })
  const bought: { member: TestMember; purchasedAt?: Date }[] = []
  const longAgo = new Date(context.now().getTime() - 181 * 86_400_000)
  for (let count = 0; count < 52; count++) bought.push({ member: await world.member() })
  bought.push({ member: await world.member(), purchasedAt: longAgo })
  const subscriber = await world.member()
  bought.push({ member: subscriber })
  await shop.buy(subscriber, other)
  for (const { member, purchasedAt } of bought) {
    const session = await shop.buy(member, productId)
    if (purchasedAt) {
      await context.db
        .updateTable('purchase')
        .set({ purchasedAt })
        .where('memberId', '=', member.id)
        .execute()
    }
    shop.payments.refund(shop.payments.paymentsOf(session)[0]?.paymentRef ?? '')
    // Its event is lost.
    shop.payments.events.pop()
  }
  await forgetComparisons(context)
  shop.payments.calls.length = 0
  expect(await runDueComparison(context)).toBe(true)
  const rows = await context.db
    .selectFrom('purchase')
    .select(['memberId', 'state'])
    .where('productId', '=', productId)
    .execute()
  expect(new Map(rows.map(({ memberId, state }) => [memberId, state]))).toEqual(
    new Map(
      bought.map(({ member, purchasedAt }) => [member.id, purchasedAt ? 'owned' : 'refunded']),
    ),
  )
  // No customer is read twice.
  const read = shop.payments.calls.filter((call) => call.startsWith('readCustomer '))
  expect(read.toSorted()).toEqual([...new Set(read)].toSorted())
  const { sentence } = await context.db
    .selectFrom('paymentMismatch')
    .select('sentence')
    .where('sentence', 'like', '%Given back unheard%')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(sentence).toBe('“Given back unheard” was owned here and refunded at the payment service.')
})

test('checkouts that the provider no longer knows are reported and stop nothing', async ({
  api,
  world,
  shop,
  context,
}) => {
  await forgetComparisons(context)
  const [lost, member, admin] = [await world.member(), await world.member(), await world.admin()]
  const productId = await world.product({ productType: 'subscription' })
  await shop.buy(lost, productId)
  const later = shop.payments.subscriptionOf(await shop.buy(member, productId))
  const read = shop.payments.readCustomer.bind(shop.payments)
  const { customerRef } = await context.db
    .selectFrom('paymentCustomer')
    .select('customerRef')
    .where('memberId', '=', lost.id)
    .executeTakeFirstOrThrow()
  shop.payments.readCustomer = (ref) => read(ref === customerRef ? 'cus_gone' : ref)
  const strict = shop.payments.readCustomer
  shop.payments.readCustomer = async (ref) => {
    if (ref === customerRef) await shop.payments.readSubscription('sub_gone')
    return strict(ref)
  }
  shop.payments.pause(later)
  const health = await api.as(admin).call(comparePayments)
  shop.payments.readCustomer = read
  const unmended = health.mismatches.find(({ isMended }) => !isMended)
  expect(unmended?.sentence).toMatch(/no longer knows the checkout/)
  expect((await api.as(member).call(listPurchases)).items[0]?.hasAccess).toBe(false)
})

test('a provider outage ends the comparison, and the next run repeats it', async ({
  api,
  world,
  shop,
  context,
  clock,
}) => {
  await forgetComparisons(context)
  const [member, admin] = [await world.member(), await world.admin()]
  await shop.buy(member, await world.product({ productType: 'subscription' }))
  shop.payments.isDown = true
  expect((await api.as(admin).refuse(comparePayments)).status).toBe(503)
  expect(await runDueComparison(context).catch(() => 'tried')).toBe('tried')
  shop.payments.isDown = false
  await api.as(admin).call(comparePayments)
  clock.advance({ minutes: 24 * 60 })
  expect(await runDueComparison(context)).toBe(true)
  expect(await runDueComparison(context)).toBe(false)
})

test('a running comparison is not started again, and a dead one is', async ({
  context,
  api,
  world,
  shop,
  clock,
}) => {
  await forgetComparisons(context)
  const [member, admin] = [await world.member(), await world.admin()]
  await shop.buy(member, await world.product({ productType: 'subscription' }))
  const read = shop.payments.readCustomer
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  shop.payments.readCustomer = async (ref) => {
    asked.resolve()
    await gate.promise
    return read.call(shop.payments, ref)
  }
  const first = api.as(admin).request(comparePayments)
  await asked.promise
  expect((await api.as(admin).refuse(comparePayments)).status).toBe(409)
  clock.advance({ minutes: 31 })
  const second = api.as(admin).request(comparePayments)
  gate.resolve()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
  shop.payments.readCustomer = read
})

test('of two nodes at the same time, one compares', async ({ context, other, clock }) => {
  await forgetComparisons(context)
  for (let day = 1; day <= 5; day++) {
    clock.advance({ minutes: 24 * 60 })
    const nodes = [context, other.context, context, other.context]
    const ran = await Promise.all(nodes.map((node) => runDueComparison(node)))
    expect(ran.filter(Boolean)).toHaveLength(1)
  }
})

test('deleting an account ends its subscriptions, and the payments stay without a name', async ({
  api,
  world,
  shop,
  context,
}) => {
  await forgetComparisons(context)
  const [member, admin] = [await world.member(), await world.admin()]
  const [monthly, other, once] = [
    await world.product({ title: 'Left behind', productType: 'subscription' }),
    await world.product({ productType: 'subscription' }),
    await world.product(),
  ]
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, monthly))
  const { url: open } = await api.as(member).call(createCheckout, { body: { productId: once } })
  // Paid, but the server doesn't know it yet.
  const unheard = await shop.pay(member, other)
  await leave(api, member)
  await vi.waitFor(() => {
    expect(shop.payments.subscription(subscription).state).toBe('ended')
    const late = shop.payments.subscriptionOf(unheard)
    expect(shop.payments.subscription(late).state).toBe('ended')
    expect(shop.payments.session(sessionOf(open)).state).toBe('expired')
  })
  await shop.deliver()
  const orders = await api.as(admin).call(listOrders)
  expect(orders.items.find(({ title }) => title === 'Left behind')).toMatchObject({
    email: null,
    amount: '12.50',
    status: 'paid',
  })
  const rows = await context.db
    .selectFrom('purchase')
    .select(['memberId', 'state'])
    .where('productId', 'in', [monthly, other])
    .execute()
  expect(rows).toEqual([
    { memberId: null, state: 'ended' },
    { memberId: null, state: 'ended' },
  ])
  const { mismatches } = await api.as(admin).call(paymentsHealth)
  expect(
    mismatches.some(({ sentence }) => /after its buyer had deleted the account/.test(sentence)),
  ).toBe(true)
})

test('if the provider is down when a member leaves, ending the subscription is retried', async ({
  api,
  world,
  shop,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  shop.payments.isDown = true
  await leave(api, member)
  const tried = await vi.waitUntil(() => jobOf(context, subscription, 'retry'))
  expect(tried).toBe(true)
  shop.payments.isDown = false
  await api.as(await world.admin()).call(comparePayments)
  expect(shop.payments.subscription(subscription).state).toBe('ended')
})

test('orders show an address, never a pseudonym, and count months in the community’s time zone', async ({
  api,
  world,
  shop,
  context,
}) => {
  const [buyer, admin] = [await world.member(), await world.admin()]
  const productId = await world.product({ title: 'An order', productType: 'subscription' })
  const session = await shop.buy(buyer, productId)
  const subscription = shop.payments.subscriptionOf(session)
  shop.payments.refund(shop.payments.paymentsOf(subscription)[0]?.paymentRef ?? '', 250)
  await shop.deliver()
  const orders = await api.as(admin).request(listOrders)
  const subscribers = await api.as(admin).request(listSubscribers)
  expect(orders.headers['cache-control']).toBe('no-store')
  expect(JSON.parse(orders.text)[0]).toMatchObject({
    email: buyer.email,
    title: 'An order',
    productType: 'subscription',
    amount: '12.50',
    refunded: '2.50',
    status: 'partly_refunded',
  })
  const found = JSON.parse(subscribers.text).find(
    (one: { subscriptionId: string }) => one.subscriptionId === subscription,
  )
  expect(found).toMatchObject({ email: buyer.email, price: '12.50', state: 'active' })
  expect(found.nextPaymentAt).toBe(shop.payments.subscription(subscription).periodEnd.toISOString())
  for (const { text } of [orders, subscribers]) {
    for (const secret of [buyer.anonymousUsername, buyer.username, buyer.id]) {
      expect(text).not.toContain(secret)
    }
  }
  const months = await api.as(admin).call(revenue)
  expect(months).toHaveLength(12)
  expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted())
  expect(months[0]).toMatchObject({ amount: '0.00', payments: 0 })
  const before = Number(months.at(-1)?.amount)
  const earlier = Number(months.at(-2)?.amount)
  // In Chicago this is still the previous month.
  const { rows } = await edgeOfMonth(context, session)
  const moved = await api.as(admin).call(revenue)
  expect(Number(moved.at(-1)?.amount)).toBeCloseTo(before - 10 * rows)
  expect(Number(moved.at(-2)?.amount)).toBeCloseTo(earlier + 10 * rows)
})

/** Other tests in this file have compared too, at other times of their clocks. */
async function forgetComparisons({ db }: Context): Promise<void> {
  await db.deleteFrom('paymentComparison').execute()
  await db.deleteFrom('paymentMismatch').execute()
}

async function leave(api: { as: (member: TestMember) => LeavingApi }, member: TestMember) {
  const body = { password: member.password, stories: 'remove' }
  const { status } = await api.as(member).request(accountEndpoints.removeAccount, { body })
  expect(status).toBe(204)
}

interface LeavingApi {
  request(
    endpoint: typeof accountEndpoints.removeAccount,
    input: { body: Record<string, unknown> },
  ): Promise<{ status: number }>
}

async function jobOf({ pool }: Context, subscriptionRef: string, state: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from job.job where name = 'end-subscription'
      and data ->> 'subscriptionRef' = $1 and state::text = $2`,
    [subscriptionRef, state],
  )
  return rows.length > 0
}

/** Moves a checkout's payments to the first hours, in UTC, of the current month in Chicago. */
async function edgeOfMonth({ pool }: Context, sessionRef: string): Promise<{ rows: number }> {
  const { rowCount } = await pool.query(
    `update payment set paid_at =
      (date_trunc('month', now() at time zone 'America/Chicago') at time zone 'UTC') + interval '2 hours'
      where checkout_id = (select checkout_id from checkout where session_ref = $1)`,
    [sessionRef],
  )
  return { rows: rowCount ?? 0 }
}
