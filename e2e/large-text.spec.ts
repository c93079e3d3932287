import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, openInApp, test } from './fixtures.ts'

/**
 * A phone whose browser is set to text of twice the size, without the emulation of a mobile browser,
 * which hides what is too wide.
 */
test.use({
  viewport: { width: 375, height: 812 },
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

const VISITOR_PAGES = [
  '/',
  '/auth',
  '/register',
  '/reset-password?token=AQIDBAUGBwgJ',
  '/privacy-facts',
  '/success',
  '/cancel',
  '/unsubscribe?token=AQIDBAUGBwgJ',
  '/nowhere',
]

const MEMBER_PAGES = [
  '/dashboard',
  '/flow',
  '/flow?tab=faith',
  '/flow?tab=exit',
  '/flow?tab=exit&list=mine',
  '/flow?tab=exit&list=prayer',
  '/flow?tab=guidance',
  '/guidance-responses',
  '/daily-actions',
  '/account',
  '/account/profile',
  '/live',
  '/resources',
  '/privacy-facts',
  '/nowhere',
]

async function expectRoomForLargeText(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // Without what is still loading.
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
}

test('the text is large, and a page that is too wide for it is noticed', async ({ page }) => {
  await page.goto('/auth')
  const overflow = await page.evaluate(() => {
    const wide = document.createElement('p')
    wide.textContent = 'Too wide'
    wide.style.width = '13rem'
    document.body.append(wide)
    return document.documentElement.scrollWidth - window.innerWidth
  })
  expect(overflow).toBe(13 * 32 - 375)
})

for (const path of VISITOR_PAGES) {
  test(`${path} fits a phone with large text for a visitor`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of (400|404) /)
    await page.goto(path)
    await expectRoomForLargeText(page)
  })
}

test('every page of a member fits a phone with large text', async ({
  page,
  member,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 /)
  const author = await world.member({ anonymousUsername: 'Tabernacle-Lamplighter-77' })
  const words = 'Thank you: https://example.com/a/very/long/address/without/any/break'
  const story = await world.story({ author, title: 'Congratulations, unquestionably' })
  await world.story({ author: member, title: 'Transfiguration', status: 'pending' })
  await world.reply({ storyId: story, author: member, content: words })
  for (const path of [...MEMBER_PAGES, `/flow?story=${story}`]) {
    await test.step(path, async () => {
      await openInApp(page, path)
      await expectRoomForLargeText(page)
    })
  }
})

test('the sections at the bottom can be used with large text', async ({ memberPage: page }) => {
  await page.goto('/dashboard')
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(sections).toHaveText(['Today', 'Stories', 'Prayer', 'Guidance', 'Me'])
  for (const link of await sections.all()) {
    const box = await link.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(812)
    // The label is inside its link.
    expect(await link.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await sections.nth(3).click()
  await expect(page).toHaveURL('/flow?tab=guidance')
})
