import type { Page } from '@playwright/test'
import { logicalDate } from '#contract/logical-date.ts'
import { firstCalls } from '#server/http/first-calls.ts'
import { expect, tabTo, test } from './fixtures.ts'

const VISITOR_PAGES = ['/auth', '/register']
const MEMBER_PAGES = [
  '/dashboard',
  '/flow',
  '/flow?tab=faith',
  '/flow?tab=exit',
  '/flow?tab=guidance',
  '/account',
  '/live',
]

/**
 * The reads that a page requests until it has loaded completely, except those whose answers were too
 * late for the document, because a busy server doesn't delay a page for them.
 */
async function askedBy(page: Page, path: string, viewer?: { timeZone: string }): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isRead = request.method() === 'GET' && pathname.startsWith('/api/')
    if (isRead && pathname !== '/api/events') asked.push(pathname + search)
  })
  const document = await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { pathname, searchParams } = new URL(page.url())
  const calls = firstCalls({
    pathname,
    search: searchParams,
    today: viewer && logicalDate(new Date(), viewer.timeZone),
    isNew: viewer !== undefined,
  })
  const html = (await document?.text()) ?? ''
  const late = calls.filter((call) => !html.includes(`${JSON.stringify(call)}:{`))
  return asked.filter((call) => !late.includes(call))
}

test.describe('a page comes with its first answers', () => {
  for (const path of VISITOR_PAGES) {
    test(`${path} asks for nothing`, async ({ page }) => {
      expect(await askedBy(page, path)).toEqual([])
    })
  }
  // A newcomer's dashboard has more content than others.
  for (const path of MEMBER_PAGES) {
    test(`${path} asks for nothing`, async ({ page, world, signIn }) => {
      const timeZone = 'America/Chicago'
      await signIn(await world.member({ createdAt: new Date(), timeZone }))
      expect(await askedBy(page, path, { timeZone })).toEqual([])
    })
  }
})

/** The texts in an element, one for each descendant with its own text. */
function textsIn(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    return texts.filter(Boolean)
  })
}

/** Delays the app until the returned function is called. */
async function delayApp(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/main-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

test('the focus stays when the app takes over', async ({ page }) => {
  const startApp = await delayApp(page)
  await page.goto('/register', { waitUntil: 'commit' })
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await tabTo(skip)
  await expect(skip).toBeInViewport()
  startApp()
  await expect(page.getByLabel('Username', { exact: true })).toBeVisible()
  await expect(skip).toBeFocused()
})

test('the skip link still works when the app takes over', async ({ page }) => {
  const startApp = await delayApp(page)
  await page.goto('/register', { waitUntil: 'commit' })
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await tabTo(skip)
  await page.keyboard.press('Enter')
  startApp()
  const username = page.getByLabel('Username', { exact: true })
  await expect(username).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(username).toBeFocused()
})

test('the app shows the verse of the document in the same place', async ({
  page,
  world,
  signIn,
}) => {
  // Not a newcomer, whose first steps are shown above the verse.
  await signIn(await world.member({ createdAt: new Date(0) }))
  const startApp = await delayApp(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const verse = page.locator('main blockquote')
  const shell = page.locator('main[aria-busy]')
  await expect(shell.locator('blockquote')).toHaveText(/\w/)
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const [text, box] = [await verse.textContent(), await verse.boundingBox()]
  const reference = await shell.locator('figcaption').textContent()
  startApp()
  await expect(shell).toHaveCount(0)
  expect(await verse.textContent()).toBe(text)
  expect(await page.locator('main figcaption').textContent()).toBe(reference)
  expect(await verse.boundingBox()).toEqual(box)
})

test.describe('what the server renders stays when the app takes over', () => {
  for (const path of [...VISITOR_PAGES, ...MEMBER_PAGES]) {
    test(path, async ({ page, world, signIn }) => {
      if (MEMBER_PAGES.includes(path)) await signIn(await world.member())
      const startApp = await delayApp(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('main[aria-busy]')).toBeVisible()
      const drawn = await textsIn(page, '#root')
      expect(drawn.length).toBeGreaterThan(2)
      startApp()
      await expect(page.locator('main[aria-busy]')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const shown = await textsIn(page, '#root')
      expect(drawn.filter((text) => !shown.includes(text))).toEqual([])
    })
  }
})
