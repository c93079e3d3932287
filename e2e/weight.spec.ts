import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { READ_FIRST_MS } from '#web/app/page-loader.ts'
import { bought } from '#web/testing/shop.ts'
import { expect, openInApp, test } from './fixtures.ts'
import { MEMBER_PAGES } from './member-pages.ts'
import { buy } from './shop-steps.ts'

const KB = 1024
/** A phone on a slow connection with Lighthouse's values, in milliseconds and bytes per second. */
const PHONE = { width: 375, height: 720 }
const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const MOST_SHIFT = 0.05

/** Pixels: less than the height of anything that is pressed. */
const MOST_MOVE = 36

interface Weight {
  /** All scripts until the page has loaded completely. */
  script: number
  /** The scripts among them that were requested before the load event. */
  firstScript: number
  font: number
}

/** Compressed bytes over the network until the page has loaded completely. */
async function weigh(page: Page, path: string): Promise<Weight> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // On a slow machine, the network can also be idle before the first request.
  await page.waitForLoadState()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const resources = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation')
    const loadedAt = visit && 'loadEventStart' in visit ? Number(visit.loadEventStart) : 0
    return performance.getEntriesByType('resource').map((entry) => ({
      url: entry.name,
      isFirst: entry.startTime <= loadedAt,
      bytes: 'transferSize' in entry ? Number(entry.transferSize) : 0,
    }))
  })
  const sum = (ending: RegExp, all = resources): number =>
    all.reduce((total, { url, bytes }) => total + (ending.test(url) ? bytes : 0), 0)
  const first = resources.filter(({ isFirst }) => isFirst)
  return { script: sum(/\.js$/), firstScript: sum(/\.js$/, first), font: sum(/\.woff2$/) }
}

/** The cumulative layout shift until the last content and the fonts have loaded. */
async function shiftOf(page: Page, path: string, last: Locator): Promise<number> {
  const connection = await page.context().newCDPSession(page)
  await connection.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  await page.addInitScript(() => {
    const sum = (entries: PerformanceEntry[]): number =>
      entries.reduce((total, entry) => total + ('value' in entry ? Number(entry.value) : 0), 0)
    let shift = 0
    const observer = new PerformanceObserver((list) => {
      shift += sum(list.getEntries())
    })
    observer.observe({ type: 'layout-shift' })
    Object.assign(window, { readShift: () => shift + sum(observer.takeRecords()) })
  })
  await page.goto(path)
  await expect(last).toBeVisible()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  return page.evaluate('readShift()')
}

test('pages that need no app are light', async ({ openPage, expectedErrors }) => {
  expectedErrors.push(/status of 404 .*\/nowhere\)$/)
  for (const path of ['/', '/privacy-facts', '/rules', '/nowhere']) {
    const page = await openPage()
    const { firstScript, font } = await weigh(page, path)
    expect(
      firstScript,
      `${path}: bytes of JavaScript before the page is loaded`,
    ).toBeLessThanOrEqual(6 * KB)
    expect(font, `${path}: bytes of fonts`).toBeLessThanOrEqual(40 * KB)
    expect(firstScript, `${path}: the page has a script`).toBeGreaterThan(0)
    const fetched = page.locator('link[rel=prefetch]')
    await expect(fetched, `${path}: the app is fetched for the next page`).not.toHaveCount(0)
    await expect(page.locator('script:not([src])'), `${path}: scripts in the document`).toHaveCount(
      0,
    )
  }
})

test('the first signed-in page is light', async ({ memberPage: page }) => {
  const { script, firstScript } = await weigh(page, '/dashboard')
  expect(firstScript, 'bytes of JavaScript before the page is loaded').toBeLessThanOrEqual(176 * KB)
  expect(script, 'bytes of JavaScript').toBeLessThanOrEqual(185 * KB)
  expect(firstScript, 'the page is an app').toBeGreaterThan(50 * KB)
})

test('the first page of a member with purchases is also light', async ({
  page,
  member,
  openPage,
}) => {
  const title = 'Spiritual Business Membership'
  await buy(await openPage({ as: member }), title)
  const { script } = await weigh(page, '/dashboard')
  await expect(bought(page, title).getByText('Active')).toBeVisible()
  expect(script, 'bytes of JavaScript').toBeLessThanOrEqual(200 * KB)
})

test('landing and sign-in have no layout shift while they load slowly on a phone', async ({
  openPage,
}) => {
  test.slow()
  const visitor = await openPage({ viewport: PHONE })
  const joinUs = visitor.getByRole('link', { name: 'Join Us' })
  expect(await shiftOf(visitor, '/', joinUs), 'landing').toBeLessThanOrEqual(MOST_SHIFT)
  const register = visitor.getByRole('link', { name: 'Create one here' })
  expect(await shiftOf(visitor, '/auth', register), 'sign-in').toBeLessThanOrEqual(MOST_SHIFT)
})

test('the dashboard has no layout shift while it loads slowly on a phone', async ({
  openPage,
  world,
}) => {
  test.slow()
  const author = await world.member()
  for (const title of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    await world.story({ author, title: `${title} step` })
  }
  const member = await openPage({ viewport: PHONE, as: author })
  const newest = member.getByText('Fifth step')
  expect(await shiftOf(member, '/dashboard', newest), 'dashboard').toBeLessThanOrEqual(MOST_SHIFT)
})

test('the daily page has no layout shift while it loads slowly on a phone', async ({
  openPage,
  world,
}) => {
  test.slow()
  const member = await openPage({ viewport: PHONE, as: await world.member() })
  const word = member.getByRole('heading', { name: 'Business word of the day' })
  expect(await shiftOf(member, '/flow', word), 'Daily WORD').toBeLessThanOrEqual(MOST_SHIFT)
  const other = await openPage({ viewport: PHONE, as: await world.member() })
  const submit = other.getByRole('button', { name: 'Submit' })
  expect(await shiftOf(other, '/flow?tab=faith', submit), 'Faith Action').toBeLessThanOrEqual(
    MOST_SHIFT,
  )
})

/** Of the usual length: every day has another one, and it is asked for again whenever it is shown. */
const USUAL_QUESTION = {
  triviaQuestion: 'What did the dove carry in its beak when it came back to Noah in the evening?',
  options: ['A fig branch', 'An ear of grain', 'An olive leaf', 'A sprig of hyssop'],
}

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
  test(`nothing moves on a page that is opened from another one over a slow network, ${viewport.width} px wide`, async ({
    openPage,
    world,
  }) => {
    test.slow()
    const [author, member] = [await world.member(), await world.member()]
    const story = await world.story({ author, title: 'The porch light' })
    await world.story({ author: member, title: 'Twelve minutes in the car' })
    await world.prayerRequest({ author, content: 'For my brother.' })
    const page = await openPage({ viewport, as: member })
    await page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') await wait(400)
      await route.fallback()
    })
    await page.route('**/api/trivia/today', async (route) => {
      const response = await route.fetch()
      await wait(400)
      await route.fulfill({ response, json: { ...(await response.json()), ...USUAL_QUESTION } })
    })
    await page.addInitScript(followControls)
    await page.addInitScript(waitLonger, READ_FIRST_MS)
    for (const path of [...MEMBER_PAGES, `/flow?story=${story}`]) {
      await openInApp(page, path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main .animate-pulse')).toHaveCount(0)
      const moved = await page.evaluate(() => Object(window).largestMove as number)
      expect.soft(moved, `${path}: pixels`).toBeLessThanOrEqual(MOST_MOVE)
    }
  })
}

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
  test(`the tabs of /flow open like pages at ${viewport.width} px: the old one stays until the new one’s data is there`, async ({
    openPage,
    world,
  }) => {
    test.slow()
    const author = await world.member()
    await world.story({ author, title: 'The porch light' })
    await world.prayerRequest({ author, content: 'For my brother.' })
    const page = await openPage({ viewport, as: await world.member() })
    await page.goto('/flow')
    const tabs = page.getByRole('navigation', { name: 'Daily Practice' })
    const old = page.getByRole('heading', { level: 1 })
    for (const [name, things] of [
      ['FOLX Stories', 'The porch light'],
      ['Guidance', 'Your request'],
    ] as const) {
      const before = await old.textContent()
      const arrived = Promise.withResolvers<void>()
      await page.route('**/api/**', async (route) => {
        await arrived.promise
        await route.fallback()
      })
      await page.evaluate(watchPlaceholders)
      await tabs.getByRole('link', { name }).click()
      await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(old).toHaveText(before ?? '')
      arrived.resolve()
      await expect(old).toHaveText(name)
      await expect(page.locator('main').getByText(things).first()).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      const placeholders = await page.evaluate(() => Object(window).placeholders as string[])
      expect(placeholders, `${name}: spinners and skeletons`).toEqual([])
    }
  })
}

/** In the page: gives a page's data a minute, because on a busy machine it comes late. */
function waitLonger(usualMs: number): void {
  const start = window.setTimeout.bind(window)
  const patient = (work: TimerHandler, ms?: number, ...args: unknown[]): number =>
    start(work, ms === usualMs ? 60_000 : ms, ...args)
  Object.assign(window, { setTimeout: patient })
}

/** In the page: each spinner and skeleton of the page that is shown from now on. */
function watchPlaceholders(): void {
  const seen = new Set<string>()
  Object(window).placeholders = []
  const look = (): void => {
    for (const each of document.querySelectorAll('main :is(.animate-pulse, .animate-spin)')) {
      seen.add(each.className.toString())
    }
    Object(window).placeholders = [...seen]
    requestAnimationFrame(look)
  }
  look()
}

/** In the page: how far a link, a button or a field has moved since it was first shown, in pixels. */
function followControls(): void {
  const first = new WeakMap<Element, number>()
  Object(window).largestMove = 0
  const look = (): void => {
    for (const control of document.querySelectorAll(
      'main :is(a, button, input, select, textarea)',
    )) {
      const { top, height } = control.getBoundingClientRect()
      if (height === 0) continue
      const at = top + scrollY
      const before = first.get(control) ?? at
      first.set(control, before)
      Object(window).largestMove = Math.max(Object(window).largestMove, Math.abs(at - before))
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
