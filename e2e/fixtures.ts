import { setTimeout as wait } from 'node:timers/promises'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
// Declares the type of `window.__TSR_ROUTER__`.
import type {} from '@tanstack/react-router'
import { nextDayStart } from '#contract/logical-date.ts'
import type { Db } from '#server/db/connect.ts'
import { SEE_MS, TEST_MS, WAIT_MS } from '#server/testing/limits.ts'
import { NotifyingWorld } from '#server/testing/notifying-world.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { axeViolations } from './axe.ts'
import { rememberTables } from './blank.ts'
import { expectVisibleFocus } from './keyboard-steps.ts'
import { type Site, startSite } from './site.ts'

export { expect }

export interface WorkerFixtures {
  /** Name of the server. Files that need their own, because they change or stop it, set another name. */
  siteName: string
  site: Site
  /** Removes everything that tests have left in the database. */
  emptySite(): Promise<void>
  world: World
}

export interface TestFixtures {
  /** Signs a member in through the database, by default in the test's own browser. */
  signIn(member: TestMember, browser?: BrowserContext): Promise<void>
  /** A new member who is signed in in the test's own browser. */
  member: TestMember
  /** A new administrator who is signed in in the test's own browser. */
  admin: TestMember
  /** The test's page with a signed-in member, for tests that don't need the member's data. */
  memberPage: Page
  /** The test's page with a signed-in administrator, for tests that don't need their data. */
  adminPage: Page
  /** Ends the session of a member's pages from another device. */
  endSession(member: TestMember): Promise<void>
  /** The newest email to an address; waits until it arrives. */
  mailTo(address: string, subject?: RegExp): Promise<{ subject: string; text: string }>
  /** Opens a page in a new browser, for a member or a visitor; its errors fail the test too. */
  openPage(options?: BrowserContextOptions & { as?: TestMember }): Promise<Page>
  /** Patterns of expected console errors; a test adds those that it causes. */
  expectedErrors: RegExp[]
  /** Delays a test that would run across the start of a new day until after it. */
  awayFromTurn: undefined
  /** Attaches what the server has printed to a test that fails. */
  serverOutput: undefined
}

/** The id of the newest story in the public list, as the server answers it; 0 if there is none. */
async function newestStory({ url }: Site): Promise<number> {
  const response = await fetch(`${url}/api/stories?pageSize=1`)
  // The contract of this call.
  const [newest] = (await response.json()) as { id: number }[]
  return newest?.id ?? 0
}

function notifyingWorld(site: Site): World {
  return new NotifyingWorld(site.db, (storyId) =>
    expect.poll(() => newestStory(site)).toBeGreaterThanOrEqual(storyId),
  )
}

/** By the specification, a visitor's `GET /api/user` is answered 401, which Chromium logs as an error. */
const VISITOR = /status of 401 .*\/api\/user\)$/
/** An address without a page is answered 404, with a page that says so. */
const NO_PAGE = /status of 404 .*:\d+\/no[-/]such[-/]path\)$/

/**
 * Playwright's `test` with the product running in one data folder per worker. An unexpected console
 * error or uncaught exception on a page fails its test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  siteName: ['shared', { option: true, scope: 'worker' }],
  site: [
    async ({ siteName: _ }, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
  emptySite: [
    async ({ site }, use) => {
      const restoreTables = await rememberTables(site.db)
      await use(async () => {
        await restoreTables()
        await expect.poll(() => newestStory(site)).toBe(0)
      })
    },
    // Automatic, so that it saves the tables before any test changes them.
    { scope: 'worker', auto: true },
  ],
  world: [
    async ({ site }, use) => {
      await use(notifyingWorld(site))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern.
  expectedErrors: async ({}, use) => use([VISITOR, NO_PAGE]),
  awayFromTurn: [
    async ({ siteName: _ }, use) => {
      const now = Date.now()
      const soon = ['UTC', 'America/Chicago']
        .map((zone) => nextDayStart(new Date(now), zone).getTime() - now)
        .filter((ms) => ms < 120_000)
      if (soon.length > 0) await wait(Math.max(...soon) + 1_000)
      await use(undefined)
    },
    { auto: true, timeout: TEST_MS },
  ],
  serverOutput: [
    async ({ site }, use, testInfo) => {
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('server output', { body: site.output(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
  context: async ({ context, expectedErrors }, use) => {
    const errors = collectErrors(context)
    waitForHydration(context)
    await use(context)
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expectOnly(expectedErrors, errors)
  },
  openPage: async ({ browser, site, expectedErrors }, use) => {
    const opened: { context: BrowserContext; errors: string[] }[] = []
    await use(async ({ as, ...options } = {}) => {
      const context = await browser.newContext(options)
      opened.push({ context, errors: collectErrors(context) })
      if (options.javaScriptEnabled !== false) waitForHydration(context)
      if (as) await addSession(context, as, options.baseURL ?? site.url)
      return context.newPage()
    })
    for (const { context } of opened) await context.close()
    expectOnly(
      expectedErrors,
      opened.flatMap(({ errors }) => errors),
    )
  },
  signIn: async ({ context, site }, use) => {
    await use((member, browser = context) => addSession(browser, member, site.url))
  },
  member: async ({ world, signIn }, use) => {
    const member = await world.member()
    await signIn(member)
    await use(member)
  },
  admin: async ({ world, signIn }, use) => {
    const admin = await world.admin()
    await signIn(admin)
    await use(admin)
  },
  memberPage: async ({ page, member: _ }, use) => use(page),
  adminPage: async ({ page, admin: _ }, use) => use(page),
  endSession: async ({ site, world }, use) => {
    await use(async ({ id }) => {
      const headers = { cookie: await world.session(id), 'Sec-Fetch-Site': 'same-origin' }
      const answer = await fetch(`${site.url}/api/user/sessions`, { method: 'DELETE', headers })
      expect(answer.status).toBe(204)
    })
  },
  mailTo: async ({ site }, use) => {
    await use(async (address, subject = /./) => {
      let found: { subject: string; text: string } | undefined
      await expect
        .poll(
          async () => {
            found = (await mails(site.db, address)).find((mail) => subject.test(mail.subject))
            return found !== undefined
          },
          { timeout: WAIT_MS },
        )
        .toBe(true)
      if (!found) throw new Error('unreachable')
      return found
    })
  },
})

/** Empties the site before and after a file that needs it empty or changes it for others. */
export function onEmptySite(): void {
  test.beforeAll(({ emptySite }) => emptySite())
  test.afterAll(({ emptySite }) => emptySite())
}

async function addSession(context: BrowserContext, member: TestMember, url: string): Promise<void> {
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' as const }])
}

/**
 * Opens a page from another one of the app, so that it asks for its data by requests that a test can
 * intercept. A page that is loaded has its data from the server.
 */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.goto('/privacy-facts')
  await expectSettled(page)
  await page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href }), path)
}

/**
 * Goes from page to page of the app as its links do, which costs less than loading each one. For checks
 * of what pages look like.
 */
export async function visitInApp(
  page: Page,
  paths: readonly string[],
  check: (path: string) => Promise<void>,
): Promise<void> {
  await page.goto('/privacy-facts')
  await expectSettled(page)
  for (const path of paths) {
    await test.step(path, async () => {
      await page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href }), path)
      await expectFollowed(page)
      await check(path)
    })
  }
}

/**
 * Waits until the code for toasts is loaded, after the first paint, so that they also work offline. A
 * document without the app has none.
 */
export async function expectSettled(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await expect(toasts.or(page.locator('script[src*="plain-page"]'))).toBeAttached()
}

/**
 * Makes a test act as a person does, who looks first: `goto` and `reload` end when the page answers, and
 * what is pressed or read is on the page for the current URL, not on the one before. What happens before
 * a page answers is tested in `early-input.spec.ts`. A test that keeps a page's scripts from it opens it
 * with `WITHOUT_SCRIPTS`.
 */
export function waitForHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    const settle = async <T>(loading: Promise<T>): Promise<T> => {
      const response = await loading
      await page.waitForFunction(isHydrated, undefined, { timeout: SEE_MS })
      return response
    }
    const { goto, reload } = page
    page.goto = (...args) => {
      const loading = goto.apply(page, args)
      return args[1]?.waitUntil === WITHOUT_SCRIPTS.waitUntil ? loading : settle(loading)
    }
    page.reload = (...args) => settle(reload.apply(page, args))
    followBeforeActs(page)
  })
}

/** Methods that wait until the page for the current URL is shown. Assertions repeat until they hold. */
const ACTS = [
  ...(['click', 'dblclick', 'tap', 'hover', 'focus', 'press', 'pressSequentially'] as const),
  ...(['fill', 'clear', 'check', 'uncheck', 'selectOption', 'setInputFiles'] as const),
  ...(['all', 'allTextContents', 'boundingBox', 'count', 'elementHandle', 'evaluate'] as const),
  ...(['getAttribute', 'inputValue', 'isChecked', 'isVisible', 'textContent'] as const),
]

/** The pages whose acts wait. All locators have one class. */
const followed = new WeakSet<Page>()
let doLocatorsFollow = false

function followBeforeActs(page: Page): void {
  followed.add(page)
  if (doLocatorsFollow) return
  doLocatorsFollow = true
  const locators = Object.getPrototypeOf(page.locator('html'))
  for (const name of ACTS) {
    // Called as a method, so that Playwright's messages name the act.
    const act = Symbol(name)
    locators[act] = locators[name]
    locators[name] = async function (...args: unknown[]): Promise<unknown> {
      if (followed.has(this.page())) await expectFollowed(this.page())
      return this[act](...args)
    }
  }
}

/** For `goto`: the page gets no scripts, for which the load event would wait, so it is not hydrated. */
export const WITHOUT_SCRIPTS = { waitUntil: 'domcontentloaded' } as const

/** The line of a form that needs scripts. A selector, because Playwright finds no text in `noscript`. */
export const NEEDS_SCRIPTS = 'form > noscript > p'

/** Whether the page answers by itself, not through `before-paint.js`; runs in the page. */
function isHydrated(): boolean {
  // The cover after quick exit works without scripts.
  if (document.querySelector('form[action="/continue"]')) return true
  const isWaiting = 'earlyClick' in window && window.earlyClick !== undefined
  return !isWaiting && !document.querySelector('form[data-early]')
}

/** Collects the console errors and uncaught exceptions of a browser's pages. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

function expectOnly(expected: RegExp[], errors: string[]): void {
  const unexpected = errors.filter((error) => !expected.some((each) => each.test(error)))
  expect(unexpected, 'unexpected errors in the browser').toEqual([])
}

function mails(db: Db, address: string): Promise<{ subject: string; text: string }[]> {
  return db
    .selectFrom('outboxMail')
    .select(['subject', 'text'])
    .where('toAddress', '=', address)
    .orderBy('outboxMailId', 'desc')
    .execute()
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AxeOptions {
  rules?: string[]
}

/** Checks that axe finds nothing in either theme, and that nothing is cut off at 320 px. */
export async function expectSoundPage(page: Page): Promise<void> {
  // On a scrolled page, the header covers other elements.
  await page.evaluate(() => window.scrollTo(0, 0))
  await atRest(page, async () => {
    await expectNoViolations(page)
    // The themes differ only in colors. Turns off transitions, which would otherwise run one after
    // another from each element to its descendants.
    await page.evaluate(() => {
      const atOnce = new CSSStyleSheet()
      atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(atOnce)
    })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolations(page, { rules: ['color-contrast'] })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(() => {
      // Forces the new colors to be computed before transitions are turned on again.
      void document.documentElement.offsetWidth
      document.adoptedStyleSheets.pop()
    })
  })
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoSidewaysScroll(page)
  if (size) await page.setViewportSize(size)
}

/** Fails with axe's violations on the page in the current theme; checks all rules by default. */
export async function expectAccessible(page: Page, options: AxeOptions = {}): Promise<void> {
  await atRest(page, () => expectNoViolations(page, options))
}

/** Runs a check while nothing on the page is animated. */
async function atRest(page: Page, check: () => Promise<void>): Promise<void> {
  const isCalm = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (!isCalm) await page.emulateMedia({ reducedMotion: 'reduce' })
  await check()
  if (!isCalm) await page.emulateMedia({ reducedMotion: 'no-preference' })
}

async function expectNoViolations(page: Page, { rules }: AxeOptions = {}): Promise<void> {
  await expectFollowed(page)
  // A page whose chunk is still loading has only a spinner. Located by tag, because an open dialog
  // hides the heading from roles.
  await expect(page.locator('h1').first()).toBeVisible()
  // Content that is about to be replaced is shown with less opacity.
  await expect(page.locator('.opacity-60')).toHaveCount(0)
  await expectAtRest(page)
  const violations = await axeViolations(
    page,
    rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
  )
  const found = violations.map(
    ({ id, help, elements }) => `${id}: ${help}\n  ${elements.join('\n  ')}`,
  )
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/**
 * Waits until no animation is running, because colors in transition have a different contrast. The end
 * of a transition can start another one on elements that inherit the color.
 */
async function expectAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = (): Animation[] =>
      document.getAnimations().filter(
        ({ effect, playState, timeline }) =>
          playState !== 'finished' &&
          // What follows a scroll position instead of the time never ends.
          timeline === document.timeline &&
          effect instanceof KeyframeEffect &&
          // Hidden elements get no frames, so their transitions never end.
          effect.target?.checkVisibility() &&
          effect.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      )
    for (let rest = moving(); rest.length > 0; rest = moving())
      await Promise.allSettled(rest.map(({ finished }) => finished))
  })
}

/** Waits until the page for the current URL is rendered; until then, the previous one is shown. */
async function expectFollowed(page: Page): Promise<void> {
  await page.waitForFunction(hasFollowed, undefined, { timeout: SEE_MS })
}

/** Runs in the page. */
function hasFollowed(): boolean {
  // A static page has no router.
  if (!window.__TSR_ROUTER__) return true
  const { latestLocation, state } = window.__TSR_ROUTER__
  return state.status === 'idle' && state.resolvedLocation?.href === latestLocation.href
}

/** Fails if the page can be scrolled sideways after it has adapted to its new width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect
    .poll(overflow, { message: `pixels past the right edge of ${page.url()}` })
    .toBeLessThanOrEqual(0)
}

/** Waits for a toast that contains exactly these texts and is on screen. */
export async function expectToast(page: Page, ...texts: string[]): Promise<void> {
  // The same texts also appear briefly in a hidden region for screen readers.
  let toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  // Checks all texts at once, because a toast stays for only five seconds.
  for (const text of texts) toast = toast.filter({ has: page.getByText(text, { exact: true }) })
  // A toast about something else may be shown first.
  await expect(toast).toBeInViewport({ ratio: 0.95 })
}

/**
 * Checks or unchecks a box whose change is sent at once. Playwright's `check()` verifies right after
 * the click, but the page may render the change a moment later.
 */
export async function setBox(box: Locator, checked: boolean): Promise<void> {
  await expect(box).toBeChecked({ checked: !checked })
  await box.click()
  await expect(box).toBeChecked({ checked })
}

/**
 * Moves the focus to an element with the Tab key, like someone without a mouse, who must see where the
 * focus is at each stop.
 */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  // The server's shell can't be focused.
  await expect(target).toBeAttached()
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab')
    await expectVisibleFocus(page)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key does not lead to ${target}.`)
}

/**
 * Puts the caret at the end of an editor. The editor restores its selection about 20 ms after it gets
 * the focus, and would undo a key press before that. It also notices a moved caret a moment after the
 * browser; until then it ignores Backspace, because for it the caret is at the start.
 */
export async function focusEditorEnd(editor: Locator): Promise<void> {
  await editor.focus()
  await letEditorFollow(editor)
  await editor.press('ControlOrMeta+End')
  await letEditorFollow(editor)
}

async function letEditorFollow(editor: Locator): Promise<void> {
  await editor.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
}
