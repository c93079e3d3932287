import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectSettled,
  expectSoundPage,
  expectToast,
  test,
  WITHOUT_SCRIPTS,
} from './fixtures.ts'

const PHONE = { width: 375, height: 720 }
const NEUTRAL = 'https://www.google.com/'

/** The names of a menu's links and buttons in their order. */
function entriesOf(menu: Locator): Promise<string[]> {
  return menu
    .locator('a:visible, button:visible')
    .evaluateAll((entries) =>
      entries.map((entry) => entry.getAttribute('aria-label') ?? entry.textContent ?? ''),
    )
}

async function expectMenus(page: Page, expected: { row: string[]; drawer: string[] }) {
  const row = page.getByRole('navigation', { name: 'Main' })
  await expect(row.getByRole('link').first()).toBeVisible()
  expect(await entriesOf(row)).toEqual(expected.row)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()

  const size = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  expect(await entriesOf(drawer.getByRole('navigation'))).toEqual(expected.drawer)
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(drawer).toBeHidden()
  if (size) await page.setViewportSize(size)
}

test('visitors, members and administrators each have their own menu', { tag: '@journey' }, async ({
  page,
  openPage,
  world,
}) => {
  const entrances = ['Login', 'Create Account']
  await page.goto('/auth')
  await expectMenus(page, { row: entrances, drawer: entrances })
  await page.getByRole('link', { name: 'Folx', exact: true }).click()
  await expect(page).toHaveURL('/')

  const links = ['Daily Practice', 'Dashboard', 'Live Coaching', 'Account']
  // On a phone, the dashboard and the daily practice are in the bar at the bottom.
  const inDrawer = [
    'Live Coaching',
    'My Daily Actions',
    'Guidance Responses',
    'Resources',
    'Account',
  ]
  const member = await openPage({ as: await world.member() })
  await member.goto('/dashboard')
  const all = [...links, 'Logout']
  await expectMenus(member, { row: all, drawer: [...inDrawer, 'Logout'] })
  await expect(member.getByRole('button', { name: 'Logout' })).toHaveText('')
  const row = member.getByRole('navigation', { name: 'Main' })
  const place = await row.getByRole('link', { name: 'Dashboard' }).boundingBox()
  await member.getByRole('link', { name: 'Folx', exact: true }).click()
  await expect(member).toHaveURL('/flow')
  await expect(member.getByRole('heading', { level: 1 })).toBeFocused()
  await expectMenus(member, {
    row: ['Dashboard', 'Live Coaching', 'Account', 'Logout'],
    drawer: [...inDrawer, 'Logout'],
  })
  // The others keep their places.
  await expect(row.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  expect(await row.getByRole('link', { name: 'Dashboard' }).boundingBox()).toEqual(place)

  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/dashboard')
  const more = [
    'Daily Practice',
    'Dashboard',
    'Live Coaching',
    'Admin Dashboard',
    'Account',
    'Logout',
  ]
  await expectMenus(admin, { row: more, drawer: [...inDrawer, 'Admin Dashboard', 'Logout'] })
  await expect(admin.getByRole('button', { name: 'Logout' })).toHaveText('Logout')
})

test('the header of an administrator fits at every width', async ({ openPage, world }) => {
  const page = await openPage({ as: await world.admin() })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of [320, 375, 640, 767, 768, 800, 850, 900, 960, 1023, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const header = document.querySelector('header')
            const edge = document.documentElement.clientWidth
            const parts = [...(header?.querySelectorAll('a, button') ?? [])].filter((part) =>
              part.checkVisibility(),
            )
            const boxes = parts.map((part) => part.getBoundingClientRect())
            const inOneRow = boxes.every((box) => box.bottom <= 64 && box.height <= 48)
            const apart = boxes.every(
              (box, index) => index === 0 || box.left >= (boxes[index - 1]?.right ?? 0) - 1,
            )
            return parts.length > 3 && inOneRow && apart && boxes.every((box) => box.right <= edge)
          }),
        { message: `the header at ${width} px` },
      )
      .toBe(true)
  }
})

test('on a phone the drawer leads to the pages and signs out', async ({ openPage, world }) => {
  const page = await openPage({ viewport: PHONE, hasTouch: true, as: await world.member() })
  await page.goto('/dashboard')
  const open = page.getByRole('button', { name: 'Open menu' })
  await open.tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Account' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused()
  // Simulates a page that renders in parts: the focus follows until the member does something.
  const replaceHeading = (): Promise<void> =>
    page.locator('h1').evaluate((heading) => heading.replaceWith(heading.cloneNode(true)))
  await replaceHeading()
  await expect(page.locator('h1')).toBeFocused()
  await page.keyboard.press('Shift')
  await replaceHeading()
  await expect(page.locator('body')).toBeFocused()
  await open.tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expectSoundPage(page)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Colors/ })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Colors: system. Switch to light' }).tap()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await menu.getByRole('button', { name: 'Colors: light. Switch to dark' }).tap()
  await menu.getByRole('button', { name: 'Colors: dark. Switch to system' }).tap()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await open.tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).tap()
  await expect(page).toHaveURL('/')
  expect(await page.context().cookies()).toEqual([])
})

test('an administrator page redirects members to their dashboard, and a wrong address says so', {
  tag: '@journey',
}, async ({ memberPage: page, openPage }) => {
  const visitor = await openPage()
  await visitor.goto('/admin')
  await expect(visitor).toHaveURL('/auth?next=%2Fadmin')
  await visitor.goto('/no/such/path')
  await expect(visitor.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectSoundPage(visitor)
  await visitor.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(visitor).toHaveURL('/')

  await page.goto('/admin')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await page.goto('/no-such-path')
  await page.getByRole('link', { name: 'To my dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a member chooses the colors on the account page', async ({ memberPage: page }) => {
  await page.goto('/account/profile')
  await expect(page.getByRole('banner').getByRole('button', { name: /^Colors/ })).toHaveCount(0)
  const colors = page.getByRole('radiogroup', { name: 'Colors' })
  await expect(colors.getByLabel('Same as this device')).toBeChecked()
  await colors.getByLabel('Dark').check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(colors.getByLabel('Dark')).toBeChecked()
  await colors.getByLabel('Same as this device').check()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('a chosen theme applies on every page from the first paint', async ({ page }) => {
  // Records the theme when the body is added, before anything can be painted.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      document.body.setAttribute('data-first-scheme', getComputedStyle(document.body).colorScheme)
    }).observe(document, { childList: true, subtree: true })
  })
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.goto('/')
  const light = await ground()
  await page.getByRole('button', { name: 'Colors: system. Switch to light' }).click()
  await page.getByRole('button', { name: 'Colors: light. Switch to dark' }).click()
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()

  await page.goto('/auth')
  const toSystem = page.getByRole('button', { name: 'Colors: dark. Switch to system' })
  await expect(toSystem).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-first-scheme', 'dark')
  expect(await ground()).toBe(dark)
  await toSystem.click()
  await expect.poll(ground).toBe(light)
})

test('quick exit leaves at once, and Back does not return', { tag: '@journey' }, async ({
  page,
  openPage,
  world,
}) => {
  const leave = async (from: Page, path: string, how: () => Promise<void>): Promise<void> => {
    await showNeutralPage(from)
    await from.goto('about:blank')
    await from.goto(path)
    await expect(from.getByRole('heading', { level: 1 })).toBeVisible()
    await how()
    await expect(from).toHaveURL(NEUTRAL)
    await from.goBack()
    await expect(from).toHaveURL('about:blank')
  }
  await leave(page, '/', () => page.getByRole('link', { name: 'Quick exit' }).click())

  const member = await openPage({ as: await world.member() })
  const pressEscape = async (): Promise<void> => {
    await member.getByRole('button', { name: 'Delete account' }).click()
    await expect(member.getByRole('dialog')).toBeVisible()
    // Two seconds on the page's clock, which is paused regardless of how slow the machine is.
    await member.clock.install()
    await member.clock.pauseAt(Date.now() + 60_000)
    for (let presses = 0; presses < 3; presses++) await member.keyboard.press('Escape')
  }
  await leave(member, '/account/leave', pressEscape)
  // The next page needs a running clock to load.
  await member.clock.resume()
  await member.goto('/dashboard')
  await member.getByRole('button', { name: 'Continue' }).click()
  await leave(member, '/dashboard', () => member.getByRole('link', { name: 'Quick exit' }).click())
})

test('quick exit works before the scripts have loaded', async ({
  memberPage: page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await showNeutralPage(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('about:blank')
  await page.goto('/dashboard', WITHOUT_SCRIPTS)
  await page.getByRole('link', { name: 'Quick exit' }).click()
  await expect(page).toHaveURL(NEUTRAL)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
  await page.unroute('**/assets/*.js')
  await page.goto('/dashboard')
  await expectCover(page)
})

test('after quick exit, Back and the next visit show a cover before anything personal', async ({
  openPage,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  const author = await world.member()
  await world.story({ author, title: 'Bread for the road' })
  const page = await openPage({ as: author })
  await showNeutralPage(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  const behind = await page.context().newPage()
  await behind.goto('/dashboard')
  await expect(behind.getByText('Bread for the road')).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'Quick exit' }).click()
  await expect(page).toHaveURL(NEUTRAL)

  await page.goBack()
  await expectCover(page)
  await page.goto('/flow')
  await expectCover(page)
  await expectSoundPage(page)
  expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([])
  // The server sends the cover, so it needs no script.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/dashboard', WITHOUT_SCRIPTS)
  await expectCover(page)
  await page.unroute('**/assets/*.js')
  await page.goto('/flow')
  // Simulates Back from the back/forward cache, which Playwright turns off.
  await behind.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expectCover(behind)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('Bread for the road')).toBeVisible()
})

test('on a phone, quick exit hides the page at once, also behind a dialog and in other tabs', async ({
  openPage,
  world,
}) => {
  const page = await openPage({ viewport: PHONE, hasTouch: true, as: await world.member() })
  const told = Promise.withResolvers<{ isHidden: boolean; title: string }>()
  // A message that a page sends while it is being replaced may be lost.
  await showNeutralPage(page, told.promise)
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await page.exposeFunction('tell', told.resolve)
  await page.goto('about:blank')
  await page.goto('/account/leave')
  await page.evaluate(() => {
    addEventListener('click', () => {
      const isHidden = !document.body.checkVisibility()
      if (isHidden) Object(window).tell({ isHidden, title: document.title })
    })
  })
  // The button can be seen through what is behind a dialog.
  const button = await page.getByRole('link', { name: 'Quick exit' }).boundingBox()
  await page.getByRole('button', { name: 'Delete account' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.touchscreen.tap((button?.x ?? 0) + 20, (button?.y ?? 0) + 20)
  // Before the neutral page is there, which may take long.
  expect(await told.promise).toEqual({ isHidden: true, title: 'Welcome back' })
  await expect(page).toHaveURL(NEUTRAL)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
  await page.goto('/account')
  await expectCover(page)
  await page.reload()
  await expectCover(page)
  // In a headless browser, every tab is always visible.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectCover(other)
})

test('the cover ends twelve hours after quick exit', async ({ page }) => {
  await showNeutralPage(page)
  await page.goto('/')
  const pressedAt = Date.now()
  await page.getByRole('link', { name: 'Quick exit' }).click()
  await expect(page).toHaveURL(NEUTRAL)
  const coveredAt = Date.now()
  const cookies = await page.context().cookies()
  const expires = cookies.find(({ name }) => name === 'covered')?.expires ?? 0
  // The browser keeps it in whole seconds.
  expect(expires).toBeGreaterThanOrEqual(pressedAt / 1000 + 12 * 60 * 60 - 1)
  expect(expires).toBeLessThanOrEqual(coveredAt / 1000 + 12 * 60 * 60)
  await page.goto('/')
  await expectCover(page)
  await page.context().clearCookies({ name: 'covered' })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Join Us' })).toBeVisible()
})

/** Serves the neutral page, once `since` has resolved. */
async function showNeutralPage(page: Page, since?: Promise<unknown>): Promise<void> {
  await page.context().route(`${NEUTRAL}**`, async (route) => {
    await since
    await route.fulfill({ contentType: 'text/html', body: '<title>Weather</title>' })
  })
}

async function expectCover(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.locator('body')).toHaveText('Welcome backContinue')
  await expect(page).toHaveTitle('Welcome back')
}

test('offline a banner says so, and pages can still be read', async ({
  page,
  member,
  context,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await world.story({ author: member, title: 'Bread for the road' })
  await page.goto('/dashboard')
  await expect(page.getByText('Bread for the road')).toBeVisible()
  await expectSettled(page)
  await context.setOffline(true)
  const banner = page.getByText('You’re offline.')
  await expect(banner).toBeVisible()
  await expect(page.getByText('Bread for the road')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logout failed')
  await context.setOffline(false)
  await expect(banner).toBeHidden()
})
