import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tillEndpoints } from '#contract/till.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import { checkOut, nameOf, purchasesOf } from './payment-steps.ts'
import { type Site, startSite } from './site.ts'
import { type StripeSite, startStripeSite } from './stripe-site.ts'

/** Limit for another node to take over a killed node's work, which starts after about a minute. */
const AGAIN_MS = 600_000
/** Limit for work that is immediate on an idle machine. */
const WAIT_MS = 180_000
const ROUNDS = 3
/** The events of three single payments and three subscriptions. */
const EVENTS = 3 * 1 + 3 * 3

describe('at Stripe', () => {
  let shop: StripeSite
  beforeAll(async () => {
    shop = await startStripeSite()
  })
  afterAll(() => shop.stop())

  for (let round = 1; round <= ROUNDS; round++) {
    test(`round ${round}: a server that is killed while events arrive records each payment once`, async () => {
      const { site, stripe } = shop
      const world = new World(site.db)
      const buyers = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => ({
          member: await world.member(nameOf(`stripe-${round}-${index}`)),
          productId: await world.product({ productType: index % 2 ? 'subscription' : 'one_time' }),
        })),
      )
      const urls = await Promise.all(
        buyers.map(({ member, productId }) => checkOut(site, member, productId)),
      )
      const before = await eventsOf(site)
      const sessions = urls.map((url) => url.split('/').at(-1) ?? '')
      for (const session of sessions.slice(0, 4)) stripe.account.pay(session)
      // A different moment in each round, with events pending in all of them.
      let taken = 0
      const take = async (): Promise<number> => {
        taken = (await eventsOf(site)) - before
        return taken
      }
      await expect.poll(take, { interval: 5, timeout: WAIT_MS }).toBeGreaterThanOrEqual(round)
      // These payments come later, so that events are still pending at the crash.
      for (const session of sessions.slice(4)) stripe.account.pay(session)
      expect(taken, 'taken before the crash').toBeLessThan(EVENTS)
      await site.crashAndRestart()
      for (const { member, productId } of buyers) {
        await expect
          .poll(() => purchasesOf(site, member), { interval: 500, timeout: WAIT_MS })
          .toMatchObject([{ productId, hasAccess: true, hasReceipt: true }])
        expect(await paymentsOf(site, member)).toBe(1)
      }
    })
  }
})

describe('at the test till', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.stop())

  for (let round = 1; round <= ROUNDS; round++) {
    test(`round ${round}: a payment survives a server that is killed during it`, async () => {
      const world = new World(site.db)
      const buyers = await Promise.all(
        Array.from({ length: 4 }, async (_, index) => ({
          member: await world.member(nameOf(`till-${round}-${index}`)),
          productId: await world.product({ productType: index % 2 ? 'subscription' : 'one_time' }),
        })),
      )
      const sessions: string[] = []
      for (const { member, productId } of buyers) {
        sessions.push((await checkOut(site, member, productId)).split('/').at(-1) ?? '')
      }
      // The second round doesn't wait for the answers, so some payments may not have happened.
      const paying = Promise.allSettled(sessions.map((session) => payAtTill(site, session)))
      if (round !== 2) expect((await paying).map(({ status }) => status)).not.toContain('rejected')
      await site.crashAndRestart()
      await paying
      for (const [index, { member, productId }] of buyers.entries()) {
        const { state } = await site.db
          .selectFrom('tillSession')
          .select('state')
          .where('sessionRef', '=', sessions[index] ?? '')
          .executeTakeFirstOrThrow()
        if (round !== 2) expect(state).toBe('paid')
        if (state !== 'paid') continue
        await expect
          .poll(() => purchasesOf(site, member), { interval: 1_000, timeout: AGAIN_MS })
          .toMatchObject([{ productId, hasAccess: true, hasReceipt: true }])
        expect(await paymentsOf(site, member)).toBe(1)
      }
    })
  }
})

async function payAtTill(site: Site, session: string): Promise<void> {
  const path = tillEndpoints.finishSession.path.replace(':session', session)
  const answer = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'pay' }),
  })
  expect(answer.status).toBe(200)
}

async function paymentsOf({ db }: Site, { id }: TestMember): Promise<number> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('checkout', 'checkout.checkoutId', 'payment.checkoutId')
    .where('checkout.memberId', '=', id)
    .select('payment.paymentId')
    .execute()
  return rows.length
}

/** The number of events that have been received. */
async function eventsOf({ db }: Site): Promise<number> {
  const { events } = await db
    .selectFrom('paymentEvent')
    .select((eb) => eb.fn.countAll<string>().as('events'))
    .executeTakeFirstOrThrow()
  return Number(events)
}
