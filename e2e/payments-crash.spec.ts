import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type TestMember, World } from '#server/testing/population.ts'
import { waitForHydration } from './fixtures.ts'
import { checkOut, nameOf, purchasesOf } from './payment-steps.ts'
import type { Site } from './site.ts'
import { type StripeSite, startStripeSite } from './stripe-site.ts'

test.describe('at Stripe', () => {
  let shop: StripeSite
  test.beforeAll(async () => {
    shop = await startStripeSite()
  })
  test.afterAll(() => shop.stop())

  test('a server that is killed between a payment and its event gets the event afterwards', async ({
    browser,
  }) => {
    const { site, stripe, webhookUrl } = shop
    const world = new World(site.db)
    const member = await world.member(nameOf('told-late'))
    const productId = await world.product({ title: 'Paid in the Dark' })
    stripe.deliverTo(undefined)
    const page = await pageOf(await browser.newContext(), site, member)
    await page.goto(await checkOut(site, member, productId))
    // A page that is still loading when the server ends can't ask.
    const asked = page.waitForResponse(/\/api\/checkouts\//)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Confirming Your Purchase' })).toBeVisible()
    await asked
    await site.crashAndRestart()
    expect(await purchasesOf(site, member)).toEqual([])
    stripe.deliverTo(webhookUrl)
    // The page polls for only a minute, and the server may have been down for longer.
    const thanks = page.getByRole('heading', { name: 'Thank You for Your Purchase!' })
    const again = page.getByRole('button', { name: 'Check again' })
    await expect(thanks.or(again)).toBeVisible()
    if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => undefined)
    await expect(thanks).toBeVisible()
    expect(await purchasesOf(site, member)).toMatchObject([{ productId, hasAccess: true }])
    await page.context().close()
  })

  test('a payment whose event was lost is found by checking with the provider', async ({
    browser,
  }) => {
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
})

async function pageOf(context: BrowserContext, site: Site, member: TestMember): Promise<Page> {
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }])
  waitForHydration(context)
  return context.newPage()
}
