import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Purchase, shopEndpoints } from '#contract/shop.ts'
import { tillEndpoints } from '#contract/till.ts'
import { type TestMember, World } from '#server/testing/population.ts'
import { type Site, startSite } from './site.ts'
import { type StripeSite, startStripeSite } from './stripe-site.ts'

/** What a node that is killed was working on is done by the next one after about a minute. */
const AGAIN_MS = 200_000
const ROUNDS = 3
/** Of three single payments and three subscriptions. */
const EVENTS = 3 * 1 + 3 * 3

test.describe('at Stripe', () => {
  let shop: StripeSite
  test.beforeAll(async () => {
    shop = await startStripeSite()
  })
  test.afterAll(() => shop.stop())

  test('a server that is killed between a payment and its event hears of it afterwards', async ({
    browser,
  }) => {
    const { site, stripe, webhookUrl } = shop
    const world = new World(site.db)
    const member = await world.member(nameOf('told-late'))
    const productId = await world.product({ title: 'Paid in the Dark' })
    stripe.deliverTo(undefined)
    const page = await pageOf(await browser.newContext(), site, member)
    await page.goto(await checkOut(site, member, productId))
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Confirming Your Purchase' })).toBeVisible()
    await site.crashAndRestart()
    expect(await purchasesOf(site, member)).toEqual([])
    stripe.deliverTo(webhookUrl)
    // The page asks by itself for a minute only, and the server may have been away for longer.
    const thanks = page.getByRole('heading', { name: 'Thank You for Your Purchase!' })
    const again = page.getByRole('button', { name: 'Check again' })
    await expect(thanks.or(again)).toBeVisible()
    if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => undefined)
    await expect(thanks).toBeVisible()
    expect(await purchasesOf(site, member)).toMatchObject([{ productId, hasAccess: true }])
    await page.context().close()
  })

  test('an event that is lost for good is found by asking', async ({ browser }) => {
    const { site, stripe, webhookUrl } = shop
    const world = new World(site.db)
    const member = await world.member(nameOf('never-told'))
    const title = 'Never Told'
    const productId = await world.product({ title, productType: 'subscription' })
    stripe.deliverTo(undefined)
    const url = await checkOut(site, member, productId)
    stripe.account.pay(url.split('/').at(-1) ?? '')
    await site.crashAndRestart()
    expect(stripe.takeEvents().length).toBeGreaterThan(0)
    stripe.deliverTo(webhookUrl)
    const page = await pageOf(await browser.newContext(), site, member)
    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('button', { name: 'Missing a purchase?' }).click()
    await expect(
      page.getByText(`“${title}”: your payment arrived, and you have access now.`),
    ).toBeVisible()
    expect(await purchasesOf(site, member)).toMatchObject([{ status: 'active', hasAccess: true }])
    await page.context().close()
  })

  for (let round = 1; round <= ROUNDS; round++) {
    test(`round ${round}: a server that is killed while events arrive books each payment once`, async () => {
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
      for (const url of urls) stripe.account.pay(url.split('/').at(-1) ?? '')
      // Another moment in each round, with events on their way in all of them.
      let taken = 0
      const take = async (): Promise<number> => {
        taken = (await eventsOf(site)) - before
        return taken
      }
      await expect.poll(take, { intervals: [5] }).toBeGreaterThanOrEqual(round)
      expect(taken, 'taken before the crash').toBeLessThan(EVENTS)
      await site.crashAndRestart()
      for (const { member, productId } of buyers) {
        await expect
          .poll(() => purchasesOf(site, member))
          .toMatchObject([{ productId, hasAccess: true, hasReceipt: true }])
        expect(await paymentsOf(site, member)).toBe(1)
      }
    })
  }
})

test.describe('at the test till', () => {
  let site: Site
  test.beforeAll(async () => {
    site = await startSite()
  })
  test.afterAll(() => site.stop())

  for (let round = 1; round <= ROUNDS; round++) {
    test(`round ${round}: a payment outlives a server that is killed behind it`, async () => {
      test.setTimeout(AGAIN_MS + 160_000)
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
      // In the second round the answers are not waited for: some payments may not have happened.
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
          .poll(() => purchasesOf(site, member), { timeout: AGAIN_MS })
          .toMatchObject([{ productId, hasAccess: true, hasReceipt: true }])
        expect(await paymentsOf(site, member)).toBe(1)
      }
    })
  }
})

function nameOf(name: string): { username: string; email: string; anonymousUsername: string } {
  return { username: name, email: `${name}@example.org`, anonymousUsername: `Anchor ${name}` }
}

async function pageOf(context: BrowserContext, site: Site, member: TestMember): Promise<Page> {
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }])
  return context.newPage()
}

/** Where the member pays. */
async function checkOut(site: Site, member: TestMember, productId: number): Promise<string> {
  const answer = await fetch(`${site.url}${shopEndpoints.createCheckout.path}`, {
    method: 'POST',
    headers: { Cookie: member.cookie, Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId }),
  })
  return shopEndpoints.createCheckout.response.parse(await answer.json()).url
}

async function payAtTill(site: Site, session: string): Promise<void> {
  const path = tillEndpoints.finishSession.path.replace(':session', session)
  const answer = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'pay' }),
  })
  expect(answer.status).toBe(200)
}

async function purchasesOf(site: Site, member: TestMember): Promise<Purchase[]> {
  const answer = await fetch(`${site.url}${shopEndpoints.listPurchases.path}`, {
    headers: { Cookie: member.cookie },
  })
  return shopEndpoints.listPurchases.response.parse(await answer.json())
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

/** How many events have been taken. */
async function eventsOf({ db }: Site): Promise<number> {
  const { events } = await db
    .selectFrom('paymentEvent')
    .select((eb) => eb.fn.countAll<string>().as('events'))
    .executeTakeFirstOrThrow()
  return Number(events)
}
