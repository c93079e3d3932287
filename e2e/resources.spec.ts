import type { Locator, Page } from '@playwright/test'
import { productCard } from '#web/testing/shop.ts'
import { expect, expectSoundPage, onEmptySite } from './fixtures.ts'
import { buy, test } from './shop-steps.ts'

onEmptySite()

const MEMBERSHIP = 'Spiritual Business Membership'

function titles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading', { level: 2 })
}

/** The SVG cover of a product. */
function drawing(page: Page, title: string): Promise<string> {
  return productCard(page, title).locator('svg[data-cover]').innerHTML()
}

function groundColor(page: Page, title: string): Promise<string> {
  return productCard(page, title)
    .locator('svg[data-cover] rect')
    .evaluate((rect) => getComputedStyle(rect).fill)
}

test('products that a member owns come first, and can be downloaded or opened', async ({
  memberPage: page,
  shop,
}) => {
  await shop.product({ title: 'Nothing to Own Yet', price: '3.00' })
  await shop.product({ title: 'Bread for the Road', price: '4.00', withFile: true })
  await page.goto('/resources')
  await expect(titles(page)).toHaveText([MEMBERSHIP, 'Nothing to Own Yet', 'Bread for the Road'])
  await expect(page.getByRole('link', { name: `Open: ${MEMBERSHIP}` })).toHaveCount(0)

  await buy(page, 'Bread for the Road')
  await page.goto('/resources')
  await expect(titles(page)).toHaveText(['Bread for the Road', MEMBERSHIP, 'Nothing to Own Yet'])
  await expect(
    productCard(page, 'Bread for the Road').getByRole('link', { name: /^Download: / }),
  ).toBeVisible()

  await buy(page, MEMBERSHIP)
  await page.goto('/resources')
  await expect(titles(page)).toHaveText([MEMBERSHIP, 'Bread for the Road', 'Nothing to Own Yet'])
  await expectSoundPage(page)
  await page.getByRole('link', { name: `Open: ${MEMBERSHIP}` }).click()
  await expect(page).toHaveURL('/live')
  await expect(page.getByRole('heading', { level: 1, name: 'Live Coaching' })).toBeVisible()
})

test('a product without an image has its own drawn cover', async ({ openPage, shop, world }) => {
  await shop.product({ title: 'First Cover', price: '1.00' })
  await shop.product({ title: 'Second Cover', price: '1.00' })
  const member = await openPage({ as: await world.member(), colorScheme: 'light' })
  const images: string[] = []
  member.on('request', (request) => {
    if (/\/api\/products\/images/.test(request.url())) images.push(request.url())
  })
  await member.goto('/resources')
  const first = await drawing(member, 'First Cover')
  expect(first).not.toBe(await drawing(member, 'Second Cover'))
  expect(images).toEqual([])
  const light = await groundColor(member, 'First Cover')
  await member.emulateMedia({ colorScheme: 'dark' })
  expect(await groundColor(member, 'First Cover')).not.toBe(light)
  // Another member sees the same cover, in the tab of the daily page.
  const other = await openPage({ as: await world.member() })
  await other.goto('/flow?tab=faith')
  expect(await drawing(other, 'First Cover')).toBe(first)
})

test('a download that the server refuses says why and what to do', async ({
  page,
  member,
  shop,
  expectedErrors,
  endSession,
}) => {
  expectedErrors.push(/status of (401|429) /)
  await shop.product({ title: 'Kept Safe', price: '1.00', withFile: true })
  await buy(page, 'Kept Safe')
  await page.goto('/resources')
  await page.getByRole('link', { name: 'Download: Kept Safe' }).waitFor()
  await page.route('**/api/purchases/*/download', (route) =>
    route.fulfill({
      status: 429,
      json: { message: 'Too many attempts. Please try again in 5 minutes.', code: 'rate_limited' },
    }),
  )
  await page.getByRole('link', { name: 'Download: Kept Safe' }).click()
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts.getByText('Too many attempts. Please try again in 5 minutes.')).toBeVisible()
  await page.unroute('**/api/purchases/*/download')

  await endSession(member)
  // By keyboard, because a banner appears and moves the link.
  await page.getByRole('link', { name: 'Download: Kept Safe' }).press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'You’ve been signed out' })).toBeVisible()
  // Not located by role, because the dialog hides it from roles.
  const banner = page.locator('[role=alert]', { hasText: 'You’ve been signed out.' })
  await expect(banner).toBeVisible()
  await expect(banner.locator('a')).toHaveAttribute('href', '/auth?next=%2Fresources')
})
