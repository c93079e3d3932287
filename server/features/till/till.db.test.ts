import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { type ProductType, shopEndpoints } from '#contract/shop.ts'
import { tillEndpoints } from '#contract/till.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { buildApp } from '#server/http/app.ts'
import { TestApi } from '#server/testing/api.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { startOtherNode } from '#server/testing/other-node.ts'
import { test } from '#server/testing/world.ts'
import { finishSession } from './sessions.ts'
import { passTime } from './simulation.ts'

const MONTH = 31 * 24 * 60

let products = 500

async function open(context: Context, productType: ProductType = 'one_time') {
  const { payments } = context
  products += 1
  const product = {
    productId: products,
    title: 'Morning Light',
    productType,
    priceCents: 1_250,
    currency: 'usd' as const,
  }
  const { priceRef } = await payments.ensurePrice(product, undefined)
  const memberId = randomUUID()
  const email = `buyer-${products}@example.org`
  const checkoutId = randomUUID()
  const successUrl = `http://localhost:3000/success?checkout=${checkoutId}`
  const cancelUrl = `http://localhost:3000/cancel?checkout=${checkoutId}`
  const { sessionRef, url } = await payments.openCheckout({
    checkoutId,
    customerRef: await payments.createCustomer({ memberId, email }),
    priceRef,
    productType,
    successUrl,
    cancelUrl,
    expiresAt: new Date(context.now().getTime() + 3_600_000),
  })
  const call = { params: { session: sessionRef } }
  return { sessionRef, url, checkoutId, email, successUrl, cancelUrl, call }
}

/** The types of the stored events about a subject. */
async function ledger(context: Context, about: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from payment_event where provider = 'till' and subject::text like ${`%${about}%`}
    order by received_at, event_id`.execute(context.db)
  return rows.map(({ type }) => type)
}

/** The state of the delivery job for an event about a subject. */
async function stateOfJob({ db }: { db: Queryable }, about: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state::text from job.job
    where name = 'send-till-event' and data->>'body' like ${`%${about}%`}`.execute(db)
  return rows[0]?.state
}

async function recordOf(context: Context, sessionRef: string): Promise<number> {
  const { tillRecordId } = await context.db
    .selectFrom('tillRecord')
    .select('tillRecordId')
    .where('sessionRef', '=', sessionRef)
    .executeTakeFirstOrThrow()
  return tillRecordId
}

test('a buyer pays once, however often they press the button', async ({ api, context }) => {
  const { sessionRef, url, call, successUrl } = await open(context)
  expect(url).toBe(`http://localhost:3000/till/${sessionRef}`)
  const shown = { title: 'Morning Light', price: '12.50', productType: 'one_time' }
  expect(await api.call(tillEndpoints.getSession, call)).toEqual({
    ...shown,
    status: 'open',
    returnUrl: null,
  })
  const pay = () => api.call(tillEndpoints.finishSession, { ...call, body: { action: 'pay' } })
  const answers = await Promise.all([pay(), pay(), pay()])
  answers.push(await pay())
  const paid = { ...shown, status: 'paid', returnUrl: successUrl }
  for (const answer of answers) expect(answer).toEqual({ ...paid, declined: null })
  expect(await api.call(tillEndpoints.getSession, call)).toEqual(paid)
  await vi.waitUntil(async () => (await ledger(context, sessionRef)).length > 0)
  const payments = await context.db
    .selectFrom('tillPayment')
    .where('tillRecordId', '=', await recordOf(context, sessionRef))
    .select('amountCents')
    .execute()
  expect(payments).toEqual([{ amountCents: 1_250 }])
  expect(await ledger(context, sessionRef)).toEqual(['checkout.session.completed'])
})

test('a declined card or leaving the page keeps the checkout open', async ({ api, context }) => {
  const { call, cancelUrl, successUrl } = await open(context, 'subscription')
  const finish = (action: string) =>
    api.call(tillEndpoints.finishSession, { ...call, body: { action } })
  expect(await finish('decline')).toMatchObject({
    status: 'open',
    returnUrl: null,
    declined: 'The test card was declined. Nothing was paid. You can try again.',
  })
  expect(await finish('abandon')).toMatchObject({
    status: 'abandoned',
    returnUrl: cancelUrl,
    declined: null,
  })
  expect(await api.call(tillEndpoints.getSession, call)).toMatchObject({ status: 'abandoned' })
  expect(await finish('pay')).toMatchObject({ status: 'paid', returnUrl: successUrl })
  expect(await finish('decline')).toMatchObject({ status: 'paid', declined: null })
  expect(await finish('abandon')).toMatchObject({ status: 'paid', returnUrl: successUrl })
})

test('an expired checkout accepts no payment', async ({ api, context, clock }) => {
  const { call, cancelUrl, sessionRef } = await open(context)
  clock.advance({ minutes: 61 })
  const over = { status: 'expired', returnUrl: cancelUrl }
  expect(await api.call(tillEndpoints.getSession, call)).toMatchObject(over)
  for (const action of ['pay', 'decline'] as const) {
    expect(
      await api.refuse(tillEndpoints.finishSession, { ...call, body: { action } }),
    ).toMatchObject({
      status: 409,
      message: 'This checkout has expired. Please start again in the shop.',
    })
  }
  await passTime(context)
  await vi.waitUntil(async () => (await ledger(context, sessionRef)).length > 0)
  expect(await ledger(context, sessionRef)).toEqual(['checkout.session.expired'])
  await passTime(context)
  expect(await context.payments.readCheckout(sessionRef)).toMatchObject({ state: 'expired' })
})

test('of paying and closing at once, one wins, and both responses agree', async ({ context }) => {
  for (let round = 0; round < 8; round++) {
    const { sessionRef } = await open(context)
    const [paid, closed] = await Promise.allSettled([
      finishSession(context, { sessionRef, action: 'pay' }),
      context.payments.expireCheckout(sessionRef),
    ])
    const { state } = await context.payments.readCheckout(sessionRef)
    expect(closed).toMatchObject({ status: 'fulfilled', value: { state } })
    expect(paid.status).toBe(state === 'paid' ? 'fulfilled' : 'rejected')
  }
})

test('unknown actions, sessions and receipts return an error', async ({ api, context }) => {
  const { call } = await open(context)
  const body = { action: 'steal' }
  expect((await api.refuse(tillEndpoints.finishSession, { ...call, body })).status).toBe(400)
  expect((await api.refuse(tillEndpoints.receipt, call)).message).toBe(
    'This purchase has no receipt.',
  )
  const unknown = { params: { session: 'till_cs_unknown' } }
  expect((await api.refuse(tillEndpoints.getSession, unknown)).message).toBe(
    'This checkout does not exist.',
  )
})

test('a paid checkout has a receipt, which shows a refund', async ({ api, context, admin }) => {
  const { call, sessionRef } = await open(context)
  await api.call(tillEndpoints.finishSession, { ...call, body: { action: 'pay' } })
  const receipt = {
    title: 'Morning Light',
    amount: '12.50',
    refunded: '0.00',
    paidAt: expect.any(String),
    number: expect.stringMatching(/^[\w-]{12}$/i),
  }
  expect(await api.call(tillEndpoints.receipt, call)).toEqual(receipt)
  const { paymentRef } = await context.payments.readCheckout(sessionRef)
  expect(await context.payments.findReceipt(paymentRef ?? '')).toBe(
    `http://localhost:3000/till/receipts/${sessionRef}`,
  )
  await context.payments.refundPayment(paymentRef ?? '')
  const { items } = await admin.call(tillEndpoints.listRecords)
  expect(items[0]).toMatchObject({ state: 'paid, refunded', canFailRenewal: false })
  expect(await api.call(tillEndpoints.receipt, call)).toEqual({ ...receipt, refunded: '12.50' })
})

test('an administrator sees the records and can let the renewal of a subscription fail once', async ({
  api,
  context,
  admin,
}) => {
  const { call, email, sessionRef } = await open(context, 'subscription')
  await api.call(tillEndpoints.finishSession, { ...call, body: { action: 'pay' } })
  const id = await recordOf(context, sessionRef)
  const newest = async () =>
    (await admin.call(tillEndpoints.listRecords, { query: { pageSize: 1 } })).items[0]
  const paid = {
    id,
    title: 'Morning Light',
    productType: 'subscription',
    email,
    amount: '12.50',
    state: 'active',
    createdAt: expect.any(String),
    periodEnd: expect.any(String),
    canFailRenewal: true,
  }
  expect(await newest()).toEqual(paid)
  const failed = { ...paid, state: 'past due', canFailRenewal: false }
  expect(await admin.call(tillEndpoints.failRenewal, { params: { id } })).toEqual(failed)
  expect(await newest()).toEqual(failed)
  expect(await admin.refuse(tillEndpoints.failRenewal, { params: { id } })).toMatchObject({
    status: 409,
    message: 'This can’t be simulated right now.',
  })
  const log = await context.db
    .selectFrom('auditEntry')
    .select(['action', 'detail'])
    .where('subjectType', '=', 'till-record')
    .where('subjectId', '=', String(id))
    .execute()
  expect(log).toEqual([{ action: 'till-played', detail: { play: 'fail-renewal' } }])
})

test('a single payment or a canceled subscription has no renewal that can fail', async ({
  context,
  admin,
}) => {
  const [once, canceled] = [await open(context), await open(context, 'subscription')]
  for (const { sessionRef } of [once, canceled]) {
    await finishSession(context, { sessionRef, action: 'pay' })
  }
  const { subscriptionRef } = await context.payments.readCheckout(canceled.sessionRef)
  await context.payments.setEndsAtPeriodEnd(subscriptionRef ?? '', true)
  for (const { sessionRef } of [once, canceled]) {
    const params = { id: await recordOf(context, sessionRef) }
    expect((await admin.refuse(tillEndpoints.failRenewal, { params })).status).toBe(409)
  }
})

test('a bank debit from an earlier release has failed, so that its buyer can start again', async ({
  api,
  context,
}) => {
  const { call, sessionRef, cancelUrl } = await open(context)
  const earlier = context.db.updateTable('tillSession').set({ state: 'processing' })
  await earlier.where('sessionRef', '=', sessionRef).execute()
  const shown = await api.call(tillEndpoints.getSession, call)
  expect(shown).toMatchObject({ status: 'failed', returnUrl: cancelUrl })
  expect(await context.payments.readCheckout(sessionRef)).toMatchObject({ state: 'failed' })
})

test('over time, canceled subscriptions end and others renew once per month', async ({
  context,
  clock,
}) => {
  const subscribe = async () => {
    const { sessionRef } = await open(context, 'subscription')
    await finishSession(context, { sessionRef, action: 'pay' })
    const { subscriptionRef } = await context.payments.readCheckout(sessionRef)
    return subscriptionRef ?? ''
  }
  const [going, leaving] = [await subscribe(), await subscribe()]
  await context.payments.setEndsAtPeriodEnd(leaving, true)
  const { periodEnd } = await context.payments.readSubscription(leaving)
  clock.advance({ minutes: 3 * MONTH })
  await Promise.all([passTime(context), passTime(context)])
  const renewed = await context.payments.readSubscription(going)
  expect(renewed.state).toBe('active')
  expect(renewed.periodEnd.getTime()).toBeGreaterThan(context.now().getTime())
  const { payments } = await context.payments.readCustomer(renewed.customerRef)
  expect(payments).toHaveLength(4)
  expect(await context.payments.readSubscription(leaving)).toMatchObject({
    state: 'ended',
    periodEnd,
    endedAt: periodEnd,
  })
  await vi.waitUntil(async () =>
    (await ledger(context, leaving)).includes('customer.subscription.deleted'),
  )
})

test('canceling a past due subscription ends it, since nothing more is paid for', async ({
  context,
  admin,
}) => {
  const { sessionRef } = await open(context, 'subscription')
  await finishSession(context, { sessionRef, action: 'pay' })
  const { subscriptionRef } = await context.payments.readCheckout(sessionRef)
  const params = { id: await recordOf(context, sessionRef) }
  await admin.call(tillEndpoints.failRenewal, { params })
  const ended = await context.payments.setEndsAtPeriodEnd(subscriptionRef ?? '', true)
  expect(ended).toMatchObject({ state: 'ended', endsAtPeriodEnd: true })
  expect(await context.payments.setEndsAtPeriodEnd(subscriptionRef ?? '', false)).toMatchObject({
    state: 'ended',
  })
})

test('a payment and its event are stored together or not at all', async ({ context }) => {
  const { sessionRef } = await open(context)
  const broken: Context = {
    ...context,
    jobs: {
      ...context.jobs,
      send: async () => {
        throw new Error('the power is gone')
      },
    },
  }
  const pay = (at: Context) => finishSession(at, { sessionRef, action: 'pay' })
  await expect(pay(broken)).rejects.toThrow('the power is gone')
  expect(await context.payments.readCheckout(sessionRef)).toMatchObject({ state: 'open' })
  // The process stops between the payment and the first attempt to deliver its event.
  let kept: string | undefined
  await pay({
    ...context,
    jobs: {
      ...context.jobs,
      send: async (trx, name, data) => {
        await context.jobs.send(trx, name, data, { startAfter: 4 })
        kept = await stateOfJob({ db: trx }, sessionRef)
      },
    },
  })
  expect(kept).toBe('created')
  expect(await ledger(context, sessionRef)).toEqual([])
  await vi.waitUntil(async () => (await ledger(context, sessionRef)).length > 0)
  expect(await ledger(context, sessionRef)).toEqual(['checkout.session.completed'])
})

test('an event that can’t be stored is sent again until it is accepted', async ({ context }) => {
  const { sessionRef } = await open(context)
  await asOwner(context, sql`alter table payment_event rename to payment_event_away`)
  await finishSession(context, { sessionRef, action: 'pay' })
  await vi.waitUntil(async () => (await stateOfJob(context, sessionRef)) === 'retry')
  await asOwner(context, sql`alter table payment_event_away rename to payment_event`)
  await vi.waitUntil(async () => (await ledger(context, sessionRef)).length > 0)
  expect(await ledger(context, sessionRef)).toEqual(['checkout.session.completed'])
  await vi.waitUntil(async () => (await stateOfJob(context, sessionRef)) === 'completed')
})

test('with a real payment provider the till is not available', async ({ context, world }) => {
  const { sessionRef } = await open(context)
  const real: Context = { ...context, payments: { ...context.payments, name: 'stripe' } }
  const app = await buildApp(real)
  const admin = new TestApi(app).as(await world.admin())
  const id = 1
  const session = { params: { session: sessionRef } }
  for (const refusal of [
    await admin.refuse(tillEndpoints.getSession, session),
    await admin.refuse(tillEndpoints.finishSession, { ...session, body: { action: 'pay' } }),
    await admin.refuse(tillEndpoints.receipt, session),
    await admin.refuse(tillEndpoints.listRecords),
    await admin.refuse(tillEndpoints.failRenewal, { params: { id } }),
  ]) {
    expect(refusal).toMatchObject({
      status: 404,
      message: 'A payment service is connected, so no payment is a test.',
    })
  }
  await app.close()
})

test('on a public address the till sells nothing', async ({ context, api, world }) => {
  const config = { ...context.config, isPublic: true }
  const { context: node, close } = await startOtherNode({ ...context, config })
  const app = await buildApp(node)
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const buyer = await world.member()
  const body = { productId: await world.product({ title: 'Evening Light' }) }
  const site = new TestApi(app).as(buyer)
  expect(await site.request(shopEndpoints.createCheckout, { body })).toMatchObject({
    status: 503,
    json: { message: 'Nothing is for sale on this site yet.' },
  })
  const { items } = await site.call(shopEndpoints.listPurchases, {})
  expect(items).toEqual([])
  // The same product on this machine only.
  const { url } = await api.as(buyer).call(shopEndpoints.createCheckout, { body })
  expect(url).toContain('/till/')
  const admin = await world.admin()
  for (const [tried, sellsNothing] of [
    [new TestApi(app), true],
    [api, false],
  ] as const) {
    const health = await tried.as(admin).call(shopEndpoints.paymentsHealth)
    expect(health).toMatchObject({ provider: 'till', sellsNothing })
  }
})
