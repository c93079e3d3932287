import { expect, expectNoSidewaysScroll, setBox, test } from './fixtures.ts'

const PHONE = { width: 375, height: 812 }
const NAMES = ['Today', 'Stories', 'Prayer', 'Guidance', 'Me']

test('on a phone five words at the bottom lead to what members come for', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  for (const title of ['The first of them', 'The second of them'])
    await world.story({ author, title })
  const page = await openPage({ as: await world.member(), viewport: PHONE })
  await page.goto('/dashboard')
  const bar = page.getByRole('navigation', { name: 'Sections' })
  await expect(bar.getByRole('link')).toHaveText(NAMES)
  await expect(bar.getByRole('link', { name: 'Me' })).toHaveAttribute('aria-current', 'page')
  const box = await bar.boundingBox()
  expect(box && Math.round(box.y + box.height)).toBe(PHONE.height)

  await bar.getByRole('link', { name: 'Stories' }).click()
  await expect(page.getByRole('tab', { name: 'FOLX Stories' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  // The day, the mood and sharing are one line each, so the stories begin on the first screen.
  const story = page.getByRole('link', { name: 'The second of them', exact: true })
  await expect(story).toBeVisible()
  expect((await story.boundingBox())?.y).toBeLessThan(PHONE.height - 56)
  const mood = await page.getByRole('region', { name: 'Mood & Gratitude' }).boundingBox()
  expect(mood?.height).toBeLessThan(64)

  await bar.getByRole('link', { name: 'Prayer' }).click()
  await expect(page).toHaveURL('/flow?tab=exit&list=prayer')
  await expect(bar.getByRole('link', { name: 'Prayer' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Guidance' }).click()
  await expect(page).toHaveURL('/flow?tab=guidance')
  await bar.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL('/flow')
  // The end of the page is above the bar.
  await expect
    .poll(async () => {
      // Again while the page grows.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const footer = await page.getByRole('contentinfo').boundingBox()
      return footer && footer.y + footer.height
    })
    .toBeLessThanOrEqual((box?.y ?? 0) + 1)
  await expectNoSidewaysScroll(page)
})

test('on a desk the same five words are a row, except on administrators’ pages', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard')
  const row = page.getByRole('navigation', { name: 'Sections' })
  await expect(row.getByRole('link')).toHaveText(NAMES)
  const header = await page.getByRole('banner').boundingBox()
  expect((await row.boundingBox())?.y).toBe(header?.height)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(row).toHaveCount(0)
  // The whole menu is in view on a screen of 1280 × 800.
  const menu = page.getByRole('navigation', { name: 'Administration' })
  const cutOff = await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)
  expect(cutOff).toBeLessThanOrEqual(0)
  const last = await menu.getByRole('link').last().boundingBox()
  expect(last && last.y + last.height).toBeLessThanOrEqual(800)
})

test('two tabs show the same ticks', async ({ page, context, member: _ }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/flow?tab=faith')
  const prayer = { name: /^Prayer/ }
  await expect(other.getByRole('checkbox', prayer)).not.toBeChecked()
  await setBox(page.getByRole('checkbox', prayer), true)
  await expect(other.getByRole('checkbox', prayer)).toBeChecked()
})
