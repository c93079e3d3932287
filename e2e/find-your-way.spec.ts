import { expect, expectNoSidewaysScroll, setBox, test, WITHOUT_SCRIPTS } from './fixtures.ts'

const PHONE = { width: 375, height: 812 }
const TABS = ['Daily WORD', 'Faith Action', 'FOLX Stories', 'Guidance']
const ADDRESSES = ['/flow', '/flow?tab=faith', '/flow?tab=exit', '/flow?tab=guidance']

test('on a phone the four tabs and the dashboard are the bar at the bottom, and nothing repeats them', async ({
  openPage,
  world,
}) => {
  const author = await world.member()
  await world.story({ author, title: 'The second of them' })
  const page = await openPage({ as: await world.member(), viewport: PHONE })
  await page.goto('/dashboard')
  const bar = page.getByRole('navigation', { name: 'Daily Practice' })
  const current = bar.locator('[aria-current]')
  await expect(bar.getByRole('link')).toHaveText([...TABS, 'Dashboard'])
  await expect(current).toHaveText('Dashboard')
  const box = await bar.boundingBox()
  expect(box && Math.round(box.y + box.height)).toBe(PHONE.height)

  for (const [index, name] of TABS.entries()) {
    await bar.getByRole('link', { name }).click()
    await expect(page).toHaveURL(ADDRESSES[index] ?? '')
    await expect(current).toHaveText(name)
    // A place has one name: the bar's is also that of the page and of its heading, which is focused.
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(page).toHaveTitle(`${name} · Folx`)
    await expect(page.locator('a:visible', { hasText: new RegExp(`^${name}$`) })).toHaveCount(1)
  }
  await bar.getByRole('link', { name: 'FOLX Stories' }).click()
  await page.getByRole('link', { name: 'The second of them', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The second of them' })).toBeVisible()
  await expect(current).toHaveText('FOLX Stories')
  // The tab of an open story leads back to the list.
  await current.click()
  await expect(page).toHaveURL('/flow?tab=exit')
  await page.getByRole('link', { name: 'Prayer', exact: true }).click()
  await expect(page).toHaveURL('/flow?tab=exit&list=prayer')
  await expect(current).toHaveText('FOLX Stories')
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

test('on a desk the four tabs are a row below the header of their pages, and nowhere else', async ({
  adminPage: page,
}) => {
  await page.goto('/flow?tab=faith')
  const row = page.getByRole('navigation', { name: 'Daily Practice' })
  await expect(row.getByRole('link')).toHaveText(TABS)
  const header = await page.getByRole('banner').boundingBox()
  expect((await row.boundingBox())?.y).toBe(header?.height)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(async () => (await row.boundingBox())?.y).toBe(64)
  for (const path of ['/dashboard', '/account', '/admin']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(row).toBeHidden()
  }
  // The whole menu is in view on a screen of 1280 × 800.
  const menu = page.getByRole('navigation', { name: 'Administration' })
  const cutOff = await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)
  expect(cutOff).toBeLessThanOrEqual(0)
  const last = await menu.getByRole('link').last().boundingBox()
  expect(last && last.y + last.height).toBeLessThanOrEqual(800)
})

test('the tabs, the lists and the filter work without scripts', async ({ openPage, world }) => {
  const author = await world.member()
  await world.story({ author, title: 'A lantern at the gate', category: 'business' })
  const title = 'A lantern on the hill'
  await world.story({ author, title, category: 'purpose' })
  const page = await openPage({
    as: await world.member(),
    viewport: PHONE,
    javaScriptEnabled: false,
  })
  await page.goto('/dashboard', WITHOUT_SCRIPTS)
  const bar = page.getByRole('navigation', { name: 'Daily Practice' })
  await bar.getByRole('link', { name: 'Guidance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guidance' })).toBeVisible()
  await bar.getByRole('link', { name: 'FOLX Stories' }).click()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Search stories').fill('lantern')
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Purpose' })
  await page.getByRole('button', { name: 'Show stories' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  const prayer = page.getByRole('link', { name: 'Prayer', exact: true })
  await prayer.click()
  await expect(prayer).toHaveAttribute('aria-current', 'page')
})

test('two tabs show the same ticks', async ({ page, context, member: _ }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/flow?tab=faith')
  const prayer = { name: /^Prayer/ }
  await expect(other.getByRole('checkbox', prayer)).not.toBeChecked()
  await setBox(page.getByRole('checkbox', prayer), true)
  await expect(other.getByRole('checkbox', prayer)).toBeChecked()
})
