import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 375, height: 720 }
const TABS = ['Daily WORD', 'Faith Action', 'FOLX Stories', 'Guidance']

/** The position and size of the tabs in CSS pixels. */
async function tabBoxes(page: Page): Promise<{ x: number; y: number; width: number }[]> {
  const tabs = await page.getByRole('tablist', { name: 'Daily practice' }).getByRole('tab').all()
  const boxes = await Promise.all(tabs.map((tab) => tab.boundingBox()))
  return boxes.flatMap((box) => box ?? [])
}

test('the four tabs are equal and stay in view, on phones and on a desk', async ({
  memberPage: page,
}) => {
  await page.goto('/flow')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await page.getByRole('tab', { name: 'Guidance' }).click()
    await expect(page).toHaveURL('/flow?tab=guidance')
    await expect(page.getByRole('tab')).toHaveText(TABS)
    // The page may take a moment to adapt to its new width.
    await expect(async () => {
      const boxes = await tabBoxes(page)
      for (const box of boxes) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
        expect(Math.abs(box.width - (boxes[0]?.width ?? 0))).toBeLessThanOrEqual(1)
      }
      expect(boxes.at(-1)?.x).toBeGreaterThan(width / 2)
    }).toPass()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    for (const name of TABS) await expect(page.getByRole('tab', { name })).toBeInViewport()
    await expect.poll(async () => (await tabBoxes(page))[0]?.y).toBe(64)
    await page.getByRole('tab', { name: 'Faith Action' }).click()
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
  await expect(word).toBeInViewport()
  await page.getByRole('radio', { name: 'Peace' }).check()
  const shared = page.waitForResponse('**/api/moods')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await shared
  await expect(page.getByRole('button', { name: 'Mood and journal', expanded: true })).toBeVisible()
  await page.reload()
  await expect(word).toBeInViewport({ ratio: 1 })
  expect((await word.boundingBox())?.y).toBeLessThan(400)
})

test('on a phone, the longest date fits on one line', async ({ openPage, world }) => {
  const page = await openPage({ as: await world.member(), viewport: { ...PHONE, width: 360 } })
  await page.clock.setFixedTime('2026-09-30T12:00:00Z')
  await page.goto('/flow')
  const date = page.getByRole('heading', { level: 1, name: 'Wednesday, September 30, 2026' })
  await expect(date).toBeVisible()
  expect((await date.boundingBox())?.height).toBeLessThan(30)
})
