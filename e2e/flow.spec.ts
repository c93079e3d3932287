import { expect, test } from './fixtures.ts'

const PHONE = { width: 375, height: 720 }
const TABS = ['Daily WORD', 'Faith Action', 'FOLX Stories', 'Guidance']

test('the tabs stay in view, on phones and on a desk', async ({ memberPage: page }) => {
  await page.goto('/flow')
  const tabs = page.getByRole('navigation', { name: 'Daily Practice' })
  for (const width of [320, 375, 768, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await tabs.getByRole('link', { name: 'Guidance' }).click()
    await expect(page).toHaveURL('/flow?tab=guidance')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    for (const name of TABS) {
      const tab = tabs.getByRole('link', { name })
      await expect(tab).toBeInViewport({ ratio: 1 })
      const overflow = await tab.evaluate((each) => each.scrollWidth - each.clientWidth)
      expect(overflow, 'its label is inside it').toBeLessThanOrEqual(0)
    }
    await tabs.getByRole('link', { name: 'Faith Action' }).click()
    await expect(page).toHaveURL('/flow?tab=faith')
  }
})

test('the day’s word is visible on a phone without scrolling, before and after the mood is shared', async ({
  openPage,
  site,
  world,
}) => {
  const { today } = await (await fetch(`${site.url}/api/daily`)).json()
  await site.db.deleteFrom('dailyContent').where('day', '=', today).execute()
  const page = await openPage({ as: await world.member(), viewport: PHONE })
  await page.goto('/flow')
  const word = page.getByText('No message available for today.')
  await expect(word).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Mood and journal' }).click()
  await page.getByRole('radio', { name: 'Peace' }).check()
  const shared = page.waitForResponse('**/api/moods')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await shared
  await expect(
    page.getByRole('button', { name: 'Mood and journal', expanded: false }),
  ).toBeVisible()
  await page.reload()
  await expect(word).toBeInViewport({ ratio: 1 })
  expect((await word.boundingBox())?.y).toBeLessThan(400)
})

test('on a phone, the longest date and a mood fit on one line', async ({ openPage, world }) => {
  const page = await openPage({ as: await world.member(), viewport: { ...PHONE, width: 360 } })
  await page.clock.setFixedTime('2026-09-30T12:00:00Z')
  await page.goto('/flow')
  const day = page.getByRole('region', { name: 'Mood & Gratitude' })
  await expect(day.getByText('Wednesday, September 30, 2026')).toBeVisible()
  expect((await day.boundingBox())?.height).toBeLessThanOrEqual(48)
})
