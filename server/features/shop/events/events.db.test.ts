import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { shopEndpoints } from '#contract/shop.ts'
import { userEndpoints } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { mailsTo, waitForMail } from '#server/testing/mailbox.ts'
import type { FakePayments, SignedEvent } from '#server/testing/payments.ts'
import type { TestMember } from '#server/testing/population.ts'
import { sessionOf, test } from '#server/testing/shop.ts'

const { createCheckout, listProducts, listPurchases, listSubscribers } = shopEndpoints
const { stripeWebhook, paymentsHealth } = shopEndpoints

test('an event without the provider’s signature changes nothing', async ({
  api,
  world,
  shop,
  context,
}) => {
  const member = await world.member()
  const productId = await world.product()
  await shop.pay(member, productId)
  const event = shop.payments.events.at(-1)
  const payload = event?.body.toString() ?? ''
  const unsigned: Record<string, string>[] = [{}, { 'x-signature': 'wrong' }]
  for (const headers of unsigned) {
    const refused = await api.refuse(stripeWebhook, {
      payload,
      headers: { ...headers, origin: '' },
    })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
  }
  const tampered = {
    payload: payload.replace('completed', 'expired'),
    headers: event?.headers ?? {},
  }
  expect((await api.refuse(stripeWebhook, tampered)).status).toBe(400)
  expect((await api.as(member).call(listPurchases)).total).toBe(0)
  expect(await ledgerOf(context, event ? [event] : [])).toEqual([])
})

test('a repeated event changes nothing and returns 200', async ({ api, world, shop, context }) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  await shop.buy(member, productId)
  const before = await stateOf(context, member)
  for (const event of shop.payments.events) {
    expect(await shop.send(event)).toMatchObject({ status: 200, json: { received: true } })
  }
  expect(await stateOf(context, member)).toEqual(before)
  expect((await api.as(member).call(listPurchases)).total).toBe(1)
})

test('the same event on two nodes at once has one effect', async ({
  world,
  shop,
  context,
  other,
  api,
}) => {
  shop.payments.delayMs = () => Math.random() * 10
  for (let turn = 0; turn < 8; turn++) {
    const member = await world.member()
    const productId = await world.product({ productType: 'subscription' })
    const start = shop.payments.events.length
    await shop.pay(member, productId)
    const events = shop.payments.events.slice(start)
    const answers = await Promise.all(
      events.flatMap((event) => [
        shop.send(event, api),
        shop.send(event, other.api),
        shop.send(event, api),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await stateOf(context, member)).toMatchObject({
      purchases: [{ state: 'active' }],
      payments: [{ status: 'paid' }],
    })
    expect(await ledgerOf(context, events)).toHaveLength(events.length)
  }
  shop.payments.delayMs = () => 0
})

test('events of irrelevant kinds, or about objects that aren’t ours, are stored without effect', async ({
  shop,
  context,
  api,
  world,
}) => {
  const strangers = [
    shop.payments.emitUnrelated('price.updated', { about: 'nothing' }),
    shop.payments.emitUnrelated('checkout.session.completed', {
      about: 'checkout',
      sessionRef: 'cs_other',
    }),
    shop.payments.emitUnrelated('customer.subscription.updated', {
      about: 'subscription',
      subscriptionRef: 'sub_other',
    }),
    shop.payments.emitUnrelated('invoice.paid', {
      about: 'payment',
      paymentRef: 'in_other',
      subscriptionRef: 'sub_other',
    }),
    shop.payments.emitUnrelated('charge.refunded', {
      about: 'payment',
      paymentRef: 'pi_other',
      subscriptionRef: null,
    }),
  ]
  for (const event of strangers) expect((await shop.send(event)).status).toBe(200)
  expect(await ledgerOf(context, strangers)).toHaveLength(strangers.length)
  await shop.send(strangers[0] ?? shop.payments.emitUnrelated('x', { about: 'nothing' }))
  const health = await api.as(await world.admin()).call(paymentsHealth)
  expect(health).toMatchObject({ provider: 'till', lastEventType: 'charge.refunded' })
  expect(health.webhookUrl).toMatch(/\/api\/webhooks\/stripe$/)
})

test('while the provider can’t be read nothing is stored, and the event is handled when it is sent again', async ({
  world,
  shop,
  context,
  api,
}) => {
  const member = await world.member()
  const productId = await world.product()
  const start = shop.payments.events.length
  await shop.pay(member, productId)
  const events = shop.payments.events.slice(start)
  shop.payments.isDown = true
  for (const event of events) expect((await shop.send(event)).status).toBe(503)
  shop.payments.isDown = false
  expect(await ledgerOf(context, events)).toEqual([])
  await shop.deliver()
  expect((await api.as(member).call(listPurchases)).total).toBe(1)
})

test('a failure in the middle of handling an event leaves nothing behind and returns 500', async ({
  world,
  shop,
  context,
  api,
}) => {
  const member = await world.member()
  const productId = await world.product({ title: 'Unlucky' })
  const start = shop.payments.events.length
  await shop.pay(member, productId)
  await asOwner(
    context,
    sql`alter table purchase add constraint unlucky check (title <> 'Unlucky')`,
  )
  const events = shop.payments.events.slice(start)
  for (const event of events) expect((await shop.send(event)).status).toBe(500)
  expect(await ledgerOf(context, events)).toEqual([])
  expect(await stateOf(context, member)).toMatchObject({ purchases: [], payments: [] })
  await asOwner(context, sql`alter table purchase drop constraint unlucky`)
  await shop.deliver()
  expect((await api.as(member).call(listPurchases)).total).toBe(1)
})

test('a state that was read first but would be stored second is read again', async ({
  world,
  shop,
  context,
  other,
}) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  shop.payments.pause(subscription)
  const paused = shop.payments.events.at(-1)
  // The first event reads 'paused', and its response is delayed until the second one is stored.
  const read = shop.payments.readSubscription.bind(shop.payments)
  const gate = Promise.withResolvers<void>()
  const hasRead = Promise.withResolvers<void>()
  let reads = 0
  shop.payments.readSubscription = async (ref) => {
    const snapshot = await read(ref)
    if (++reads === 1) {
      hasRead.resolve()
      await gate.promise
    }
    return snapshot
  }
  const first = shop.send(paused ?? unsent())
  await hasRead.promise
  shop.payments.unpause(subscription)
  const second = await shop.send(shop.payments.events.at(-1) ?? unsent(), other.api)
  gate.resolve()
  expect([(await first).status, second.status]).toEqual([200, 200])
  shop.payments.readSubscription = read
  expect(await stateOf(context, member)).toMatchObject({ purchases: [{ state: 'active' }] })
})

test('any order and repetition of a subscription’s events ends in the same state', async ({
  world,
  shop,
  context,
  api,
  other,
}) => {
  const plays = fc.array(fc.constantFrom(...PLAYS), { minLength: 1, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(plays, fc.infiniteStream(fc.nat(1_000)), async (moves, chance) => {
      const draw = (below: number): number => (chance.next().value ?? 0) % below
      const productId = await world.product({ productType: 'subscription' })
      const inOrder = await playAll(shop.payments, moves, {
        open: () => shop.pay(world.member(), productId),
        happened: async (events) => {
          for (const event of events) expect((await shop.send(event)).status).toBe(200)
        },
      })
      const waiting: SignedEvent[] = []
      const shuffled = await playAll(shop.payments, moves, {
        open: () => shop.pay(world.member(), productId),
        happened: async (events) => {
          waiting.push(...events)
          // Some events arrive now, in any order, and may be repeated later.
          for (let count = draw(3); count > 0 && waiting.length > 0; count--) {
            const index = draw(waiting.length)
            const event = waiting[index]
            if (event && draw(3) > 0) waiting.splice(index, 1)
            if (event) expect((await shop.send(event)).status).toBe(200)
          }
        },
      })
      // The rest arrives on both nodes at once, some of it twice.
      shop.payments.delayMs = () => Math.random() * 3
      const rest = waiting.toSorted(() => draw(3) - 1)
      for (let from = 0; from < rest.length; from += 3) {
        const copies = rest.slice(from, from + 3).flatMap((event) => {
          const node = draw(2) ? api : other.api
          return Array.from({ length: 1 + draw(2) }, () => shop.send(event, node))
        })
        for (const { status } of await Promise.all(copies)) expect(status).toBe(200)
      }
      shop.payments.delayMs = () => 0
      const [expected, actual] = [
        await relativeState(context, inOrder),
        await relativeState(context, shuffled),
      ]
      expect(actual).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})

test('a failed renewal is emailed once, and access continues for seven days', async ({
  world,
  shop,
  context,
  api,
  clock,
}) => {
  const member = await world.member()
  const productId = await world.product({ title: 'Sunday letters', productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  clock.advance({ minutes: 30 * 24 * 60 + 1 })
  member.cookie = await world.session(member.id, new Date(Date.now() + 90 * 86_400_000))
  shop.payments.failRenewal(subscription)
  await shop.deliver()
  for (const event of shop.payments.events.slice(-2)) await shop.send(event)
  const mail = await waitForMail(context.db, { to: member.email, subject: /did not go through/ })
  expect(mail.text).toContain('Sunday letters')
  expect(mail.text).toMatch(/You keep your access until \w+ \d+, \d{4}\./)
  expect(mail.text).toContain('/dashboard')
  const mine = async () => (await api.as(member).call(listPurchases)).items[0]
  expect(await mine()).toMatchObject({ status: 'past_due', hasAccess: true, canCancel: true })
  clock.advance({ minutes: 7 * 24 * 60 })
  // Another member's purchase invalidates the cached response.
  context.changes.announce({ kind: 'topic', topic: 'purchases' })
  expect(await mine()).toMatchObject({ status: 'past_due', hasAccess: false })
  shop.payments.renew(subscription)
  await shop.deliver()
  expect(await mine()).toMatchObject({ status: 'active', hasAccess: true })
  const mails = await mailsTo(context.db, member.email)
  expect(mails.filter(({ subject }) => /did not go through/.test(subject))).toHaveLength(1)
  expect(mails.every(({ text }) => !text.includes(member.anonymousUsername))).toBe(true)
})

test('a refund, a dispute and a lost dispute end the access of a one-time product', async ({
  world,
  shop,
  api,
}) => {
  const member = await world.member()
  const productId = await world.product()
  const payment = shop.payments.paymentsOf(await shop.buy(member, productId))[0]?.paymentRef ?? ''
  const mine = async () => {
    await shop.deliver()
    return (await api.as(member).call(listPurchases)).items[0]
  }
  shop.payments.refund(payment, 100)
  expect(await mine()).toMatchObject({ hasAccess: true, isRefunded: false, note: null })
  shop.payments.dispute(payment, 'open')
  expect(await mine()).toMatchObject({
    hasAccess: false,
    isRefunded: false,
    note: 'Your payment is disputed at your bank. You’ll have access once that’s settled.',
  })
  shop.payments.dispute(payment, 'won')
  expect(await mine()).toMatchObject({ hasAccess: true, isRefunded: false })
  shop.payments.dispute(payment, 'lost')
  expect(await mine()).toMatchObject({
    hasAccess: false,
    isRefunded: true,
    note: 'Your payment was refunded, so you don’t have access.',
  })
  shop.payments.dispute(payment, 'none')
  shop.payments.refund(payment)
  expect(await mine()).toMatchObject({ hasAccess: false, isRefunded: true })
  // A refunded product can be bought again.
  await shop.buy(member, productId)
  expect(await mine()).toMatchObject({ hasAccess: true, isRefunded: false })
})

test('what a bank takes back after it went through is told to treasurers at once', async ({
  world,
  shop,
  api,
}) => {
  const [buyer, treasurer] = [await world.member(), await world.admin()]
  const productId = await world.product({ title: 'Psalms aloud', priceCents: 1_250 })
  const payment = shop.payments.paymentsOf(await shop.buy(buyer, productId))[0]?.paymentRef ?? ''
  const told = async () => {
    await shop.deliver()
    const { mismatches } = await api.as(treasurer).call(paymentsHealth)
    return mismatches.filter(({ sentence }) => sentence.includes(payment)).map((it) => it.sentence)
  }
  shop.payments.refund(payment)
  expect(await told()).toEqual([])
  shop.payments.failRefund(payment)
  const [first] = await told()
  expect(first).toMatch(/^A refund of \$12\.50 for “Psalms aloud” .* didn’t reach the buyer’s bank/)
  expect(first).not.toContain(buyer.anonymousUsername)
  expect((await api.as(buyer).call(listPurchases)).items[0]).toMatchObject({ hasAccess: true })
  shop.payments.dispute(payment, 'open')
  // The same state again is no news.
  shop.payments.dispute(payment, 'open')
  const sentences = await told()
  expect(sentences).toHaveLength(2)
  expect(sentences.join(' ')).toMatch(/disputes the payment of \$12\.50 for “Psalms aloud”/)
})

test('a refund whose event arrives before the purchase has the same result', async ({
  world,
  shop,
  api,
}) => {
  const member = await world.member()
  const productId = await world.product()
  const start = shop.payments.events.length
  const session = await shop.pay(member, productId)
  shop.payments.refund(shop.payments.paymentsOf(session)[0]?.paymentRef ?? '')
  for (const event of shop.payments.events.slice(start).toReversed()) await shop.send(event)
  expect((await api.as(member).call(listPurchases)).items).toMatchObject([
    { hasAccess: false, isRefunded: true },
  ])
})

test("a subscription's refunded payment gives no access, and the next one does", async ({
  world,
  shop,
  api,
}) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  shop.payments.refund(shop.payments.paymentsOf(subscription)[0]?.paymentRef ?? '')
  await shop.deliver()
  const mine = async () => (await api.as(member).call(listPurchases)).items[0]
  expect(await mine()).toMatchObject({ status: 'on_hold', hasAccess: false, isRefunded: true })
  shop.payments.renew(subscription)
  await shop.deliver()
  expect(await mine()).toMatchObject({ status: 'active', hasAccess: true, isRefunded: false })
})

test('a paused subscription gives no access until it resumes', async ({ world, shop, api }) => {
  const member = await world.member()
  const productId = await world.product({ productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  const mine = async () => {
    await shop.deliver()
    return (await api.as(member).call(listPurchases)).items[0]
  }
  shop.payments.pause(subscription)
  const note = 'Paused at the payment service. You’ll have access once it resumes.'
  expect(await mine()).toMatchObject({ status: 'on_hold', hasAccess: false, note })
  shop.payments.unpause(subscription)
  expect(await mine()).toMatchObject({ status: 'active', hasAccess: true, note: null })
})

test('a disputed subscription is on hold everywhere until the dispute is won', async ({
  world,
  shop,
  api,
}) => {
  const [member, admin] = [await world.member(), await world.admin()]
  const productId = await world.product({ productType: 'subscription' })
  const subscription = shop.payments.subscriptionOf(await shop.buy(member, productId))
  const payment = shop.payments.paymentsOf(subscription)[0]?.paymentRef ?? ''
  const own = api.as(member)
  const words = async () => {
    await shop.deliver()
    const purchase = (await own.call(listPurchases)).items[0]
    const product = (await own.call(listProducts)).find(({ id }) => id === productId)
    const { items } = await api.as(admin).call(listSubscribers, { query: { pageSize: 100 } })
    const subscriber = items.find(({ subscriptionId }) => subscriptionId === subscription)
    const { items: seen } = await api
      .as(admin)
      .call(userEndpoints.listPurchases, { params: { id: member.id } })
    return [purchase?.status, product?.purchaseStatus, subscriber?.state, seen[0]?.status]
  }
  expect(await words()).toEqual(['active', 'active', 'active', 'active'])
  shop.payments.dispute(payment, 'open')
  expect(await words()).toEqual(['on_hold', 'on_hold', 'on_hold', 'on_hold'])
  expect(await own.refuse(createCheckout, { body: { productId } })).toMatchObject({
    status: 409,
    message: 'Your subscription for this product is on hold. Your dashboard says why.',
  })
  shop.payments.dispute(payment, 'won')
  expect(await words()).toEqual(['active', 'active', 'active', 'active'])
})

test.for(['subscription', 'one_time'] as const)(
  'of two paid checkouts of a %s product, the later one gives no access, and administrators are notified',
  async (productType, { world, shop, api, context }) => {
    const member = await world.member()
    const productId = await world.product({ title: `Twice ${productType}`, productType })
    const first = await shop.pay(member, productId)
    // As if the provider had accepted payment for a checkout that this server had given up.
    await context.db
      .updateTable('checkout')
      .set({ status: 'expired' })
      .where('sessionRef', '=', first)
      .execute()
    const second = await shop.pay(member, productId)
    // The event of the later one arrives first.
    const ordered = shop.payments.events.filter(({ event: { subject } }) =>
      [first, second].some((ref) => 'sessionRef' in subject && subject.sessionRef === ref),
    )
    for (const event of ordered.toReversed()) await shop.send(event)
    await shop.deliver()
    const { items } = await api.as(member).call(listPurchases)
    expect(items.map(({ hasAccess }) => hasAccess)).toEqual([false, true])
    const health = await api.as(await world.admin()).call(paymentsHealth)
    const notified = health.mismatches.filter(({ sentence }) =>
      sentence.includes(`Twice ${productType}`),
    )
    expect(notified).toHaveLength(1)
    expect(notified[0]).toMatchObject({ isMended: false })
    expect(notified[0]?.sentence).toContain('Please refund $12.50.')
    expect(notified[0]?.sentence).not.toContain(member.email)
    if (productType === 'one_time') return
    await vi.waitFor(() => {
      const refs = [first, second].map((session) => shop.payments.subscriptionOf(session))
      const states = refs.map((ref) => shop.payments.subscription(ref).state)
      expect(states).toEqual(['active', 'ended'])
    })
    await shop.deliver()
    const after = (await api.as(member).call(listPurchases)).items
    expect(after.map(({ hasAccess, status }) => [hasAccess, status])).toEqual([
      [false, 'canceled'],
      [true, 'active'],
    ])
  },
)

test('events of two paid checkouts at the same time on two nodes give access once', async ({
  world,
  shop,
  context,
  api,
  other,
}) => {
  shop.payments.delayMs = () => Math.random() * 6
  for (let turn = 0; turn < 6; turn++) {
    const member = await world.member()
    const productId = await world.product({ productType: turn % 2 ? 'subscription' : 'one_time' })
    const start = shop.payments.events.length
    const first = await shop.pay(member, productId)
    await context.db
      .updateTable('checkout')
      .set({ status: 'expired' })
      .where('sessionRef', '=', first)
      .execute()
    await shop.pay(member, productId)
    const events = shop.payments.events.slice(start)
    const sent = events.map((event, index) => shop.send(event, index % 2 ? api : other.api))
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200)
    const { purchases } = await stateOf(context, member)
    expect(purchases.map(({ isSurplus }) => isSurplus).toSorted()).toEqual([false, true])
    const { items } = await api.as(member).call(listPurchases)
    const [surplus, ...rest] = items.filter(({ note }) => note !== null)
    expect(surplus).toMatchObject({
      hasAccess: false,
      note: 'Paid twice – our team will refund it.',
    })
    expect(rest).toEqual([])
  }
  shop.payments.delayMs = () => 0
})

test('a checkout whose session was never stored is found by its event', async ({
  world,
  shop,
  context,
  api,
}) => {
  const member = await world.member()
  const productId = await world.product()
  const { url } = await api.as(member).call(createCheckout, { body: { productId } })
  await context.db
    .updateTable('checkout')
    .set({ status: 'opening', sessionRef: null, url: null })
    .where('sessionRef', '=', sessionOf(url))
    .execute()
  shop.payments.pay(sessionOf(url))
  await shop.deliver()
  expect((await api.as(member).call(listPurchases)).items).toMatchObject([{ hasAccess: true }])
})

const PLAYS = ['renew', 'fail', 'pause', 'cancel', 'resume', 'refund', 'dispute', 'end'] as const
type Play = (typeof PLAYS)[number]

/** Runs a subscription through all steps; `happened` gets the events of each step. */
async function playAll(
  payments: FakePayments,
  moves: readonly Play[],
  on: { open: () => Promise<string>; happened: (events: SignedEvent[]) => Promise<void> },
): Promise<string> {
  let start = payments.events.length
  const next = (): SignedEvent[] => {
    const events = payments.events.slice(start)
    start = payments.events.length
    return events
  }
  const session = await on.open()
  const subscription = payments.subscriptionOf(session)
  await on.happened(next())
  for (const move of moves) {
    await play(payments, subscription, move)
    await on.happened(next())
  }
  return session
}

async function play(payments: FakePayments, subscription: string, move: Play): Promise<void> {
  const { state } = payments.subscription(subscription)
  if (state === 'ended') return
  const latest = payments.paymentsOf(subscription).findLast((payment) => payment.state === 'paid')
  switch (move) {
    case 'renew':
      return payments.renew(subscription)
    case 'fail':
      return state === 'active' ? payments.failRenewal(subscription) : undefined
    case 'pause':
      return state === 'active' ? payments.pause(subscription) : payments.unpause(subscription)
    case 'cancel':
    case 'resume':
      await payments.setEndsAtPeriodEnd(subscription, move === 'cancel')
      return
    case 'refund':
      return payments.refund(latest?.paymentRef ?? '')
    case 'dispute':
      return payments.dispute(latest?.paymentRef ?? '', 'open')
    case 'end':
      return payments.end(subscription)
  }
}

/** A member's purchases, without their dates. */
async function stateOf({ db }: Context, { id }: Pick<TestMember, 'id'>) {
  const purchases = await db
    .selectFrom('purchase')
    .selectAll()
    .where('memberId', '=', id)
    .orderBy('purchasedAt')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .innerJoin('checkout', 'checkout.checkoutId', 'payment.checkoutId')
    .select(['payment.status', 'payment.refundedCents', 'payment.dispute', 'payment.purchaseId'])
    .where('checkout.memberId', '=', id)
    .orderBy('payment.paidAt')
    .execute()
  return { purchases, payments }
}

/** A checkout with dates relative to its purchase, to compare it with another one. */
async function relativeState({ db }: Context, sessionRef: string) {
  const { rows } = await sql`
    select checkout.status, purchase.state, purchase.ends_at_period_end, purchase.is_surplus,
      purchase.price_cents,
      (select array_agg(concat_ws(' ', status, amount_cents, refunded_cents, dispute) order by paid_at)
        from payment where payment.purchase_id = purchase.purchase_id) as payments,
      round(extract(epoch from period_end - purchased_at) / 3600) as period_hours,
      round(extract(epoch from past_due_since - purchased_at) / 3600) as past_due_hours,
      round(extract(epoch from access_until - purchased_at) / 3600) as access_hours,
      round(extract(epoch from ended_at - purchased_at) / 3600) as ended_hours
    from checkout left join purchase using (checkout_id)
    where session_ref = ${sessionRef}`.execute(db)
  return rows
}

async function ledgerOf({ db }: Context, events: readonly SignedEvent[]) {
  const ids = events.map(({ event }) => event.eventId)
  return db
    .selectFrom('paymentEvent')
    .select('eventId')
    .where(sql<boolean>`event_id = any(${ids}::text[])`)
    .execute()
}

function unsent(): never {
  throw new Error('There is no event.')
}
