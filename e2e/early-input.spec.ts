import type { Page } from '@playwright/test'
import {
  expect,
  expectSettled,
  expectToast,
  NEEDS_SCRIPTS,
  test,
  WITHOUT_SCRIPTS,
} from './fixtures.ts'

/* Input before a page is hydrated, and input that the device has stored, such as drafts. */

/** Opens a page whose scripts don't arrive until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: scriptsMayLoad, resolve: letScriptsLoad } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await scriptsMayLoad
    await route.continue()
  })
  await page.goto(path, WITHOUT_SCRIPTS)
  return async () => {
    letScriptsLoad()
    await expectSettled(page)
  }
}

/** Waits until the page has a form and reacts to what is done in it. */
async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('form:not([data-early])').first()).toBeAttached()
  await expect(page.locator('form[data-early]')).toHaveCount(0)
}

/** Records the addresses of the page and of all requests. */
function watchAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return addresses
}

test('a name and a password that are typed before the scripts arrive can be sent afterwards', async ({
  page,
  world,
}) => {
  const { username, password } = await world.member()
  const hydrate = await openWithoutScripts(page, '/auth')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await hydrate()
  await expect(page.getByLabel('Username or email')).toHaveValue(username)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('Enter before the scripts arrive signs in as soon as they do, without the password in an address', async ({
  page,
  world,
}) => {
  const { username, password } = await world.member()
  const addresses = watchAddresses(page)
  const hydrate = await openWithoutScripts(page, '/auth?next=/account')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/auth?next=/account')
  await hydrate()
  await expect(page).toHaveURL('/account')
  const words = [encodeURIComponent(password), password.replaceAll(' ', '+')]
  expect(addresses.filter((url) => words.some((word) => url.includes(word)))).toEqual([])
})

test('without scripts, a form says that it needs them, and nothing gets into an address', async ({
  openPage,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/register\)$/)
  const page = await openPage({ javaScriptEnabled: false })
  const addresses = watchAddresses(page)
  await page.goto('/register')
  await expect(page.locator(NEEDS_SCRIPTS)).toBeVisible()
  await page.getByLabel('Username', { exact: true }).fill('naomi')
  await page.getByLabel('Password', { exact: true }).fill('seven-loaves')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('This form needs JavaScript. Nothing was sent.')).toBeVisible()
  await expect(page).toHaveURL('/register')
  await page.goBack()
  await expect(page.getByLabel('Username', { exact: true })).toHaveValue('naomi')
  expect(addresses.filter((url) => url.includes('seven-loaves'))).toEqual([])
})

test('a registration that is filled in and sent early creates the account', async ({ page }) => {
  const hydrate = await openWithoutScripts(page, '/register')
  await page.getByLabel('Username', { exact: true }).fill('early-lark')
  await page.getByLabel('Email').fill('lark@example.org')
  await page.getByLabel('Community username').fill('First Light')
  await page.getByLabel('Password', { exact: true }).fill('seven loaves and fish')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await hydrate()
  await expectToast(page, 'Welcome to Folx!', 'Your account has been created successfully.')
})

test('a reply that is typed early survives and is sent, below an older draft', async ({
  memberPage: page,
  world,
}) => {
  const storyId = await world.story({ author: await world.member() })
  const path = `/flow?story=${storyId}`
  const box = page.getByLabel('Your reply')
  await page.goto(path)
  await expectHydrated(page)
  await box.fill('Before the reload.')
  const hydrate = await openWithoutScripts(page, path)
  await box.fill('While it loads.')
  await hydrate()
  await expect(box).toHaveValue('Before the reload.\nWhile it loads.')
  await page.reload()
  await expect(box).toHaveValue('Before the reload.\nWhile it loads.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('While it loads.')).toBeVisible()
  await expect(box).toHaveValue('')
})

test('what is typed early stays where it was typed, whatever the device has stored', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author })
  await world.reply({ author, storyId })
  await page.goto(`/flow?story=${storyId}`)
  await expectHydrated(page)
  await page.getByRole('button', { name: `Reply to ${author.anonymousUsername}` }).click()
  await page.getByLabel(/^Replying to/).fill('To the reply.')
  const hydrate = await openWithoutScripts(page, `/flow?story=${storyId}`)
  await page.getByLabel('Your reply').fill('To the story.')
  await hydrate()
  await expect(page.getByLabel('Your reply')).toHaveValue('To the reply.\nTo the story.')
})

test('a choice that is made early is kept', async ({ memberPage: page }) => {
  const hydrate = await openWithoutScripts(page, '/flow?tab=guidance')
  const category = page.getByLabel('Category')
  await category.selectOption('faith')
  await hydrate()
  await expect(category).toHaveValue('faith')
  // It can't be pressed before a category is chosen.
  await expect(page.getByRole('button', { name: 'Submit request' })).toBeEnabled()
})

test('a page that is scrolled before the scripts arrive stays where it is', async ({
  memberPage: page,
}) => {
  const scrolled = (): Promise<number> => page.evaluate(() => Math.round(scrollY))
  const hydrate = await openWithoutScripts(page, '/privacy-facts')
  await page.evaluate(() => scrollTo(0, 1000))
  await hydrate()
  await expect.poll(scrolled).toBe(1000)
  await page.reload()
  await expect.poll(scrolled).toBe(1000)
  // Without a click, for which the test would scroll.
  await page.evaluate(() => window.__TSR_ROUTER__?.navigate({ href: '/dashboard' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome/)
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect.poll(scrolled).toBe(1000)
})

test('a press that begins before the scripts arrive and ends afterwards is answered', async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 375, height: 600 })
  const hydrate = await openWithoutScripts(page, '/dashboard')
  const button = page.getByRole('button', { name: 'Missing a purchase?' })
  await button.hover()
  await page.mouse.down()
  await hydrate()
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Missing a purchase?' })).toBeVisible()
})

test('a draft is shown after a reload and after a navigation', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  const storyId = await world.story({ author })
  await world.reply({ author, storyId })
  await page.goto(`/flow?story=${storyId}`)
  await expectHydrated(page)
  await page.getByRole('button', { name: `Reply to ${author.anonymousUsername}` }).click()
  const box = page.getByLabel(/^Replying to/)
  await box.fill('Half a thought')
  await page.reload()
  await expectSettled(page)
  await expect(box).toHaveValue('Half a thought')

  await page.goto('/flow?tab=guidance')
  await expectHydrated(page)
  const request = page.getByLabel('Your request')
  await request.fill('How do I begin?')
  await page.reload()
  await expectSettled(page)
  await expect(request).toHaveValue('How do I begin?')
  await page.getByRole('link', { name: 'Faith Action', exact: true }).click()
  await expect(request).toHaveCount(0)
  await page.getByRole('link', { name: 'Guidance', exact: true }).click()
  await expect(request).toHaveValue('How do I begin?')
})
