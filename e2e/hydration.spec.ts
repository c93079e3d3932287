import type { Page } from '@playwright/test'
import { MINUTE_MS } from '#contract/durations.ts'
import { logicalDate, nextDayStart } from '#contract/logical-date.ts'
import { World } from '#server/testing/population.ts'
import { type DateLocale, fullDateTime, longDay } from '#web/lib/dates.ts'
import { callAs } from './calls.ts'
import { expect, expectSettled, test } from './fixtures.ts'
import { startSite } from './site.ts'

/*
 * A page from the server is hydrated without an error, wherever its reader is. The server's clock
 * can't be moved, so the browser's is: to shortly before or after its day begins at 3 AM.
 */

function memberPages(storyId: number): string[] {
  return [
    '/dashboard',
    '/flow?tab=faith',
    '/flow?tab=exit',
    '/flow?tab=exit&list=prayer',
    '/flow?tab=guidance',
    `/flow?story=${storyId}`,
    '/account',
    '/account/notifications',
    '/live',
    '/guidance-responses',
  ]
}

const ADMIN_PAGES = [
  '/admin',
  '/admin/stories',
  '/admin/reports',
  '/admin/replies',
  '/admin/prayer',
  '/admin/transcripts',
  '/admin/active-stories',
  '/admin/tags',
  '/admin/guidance',
  '/admin/guidance?part=answered',
  '/admin/daily-content',
  '/admin/users',
  '/admin/joining',
  '/admin/team',
  '/admin/audit-log',
  '/admin/settings',
  '/admin/connections',
  '/admin/backups',
  '/admin/email',
  '/admin/products',
  '/admin/orders',
  '/admin/subscribers',
  '/admin/trivia',
  '/admin/scheduled-emails',
  '/resources',
  '/privacy-facts',
  '/rules',
]

/** For visitors, these are documents without the app. */
const PLAIN_PAGES = ['/', '/privacy-facts', '/rules', '/nowhere']

const VISITOR_PAGES = [
  '/auth',
  '/register',
  '/reset-password?token=unknown',
  '/email-change?token=unknown',
  '/first-admin?token=unknown',
  '/unsubscribe?token=unknown',
  '/till/unknown',
]

for (const { locale, timeZone, clock } of [
  { locale: 'en-US', timeZone: 'America/New_York', clock: '3:01' },
  { locale: 'de-DE', timeZone: 'Asia/Kathmandu', clock: '2:59' },
  { locale: 'es-MX', timeZone: 'Pacific/Auckland', clock: '3:01' },
]) {
  test(`a member’s pages are hydrated in ${locale} in ${timeZone} at ${clock} AM`, async ({
    openPage,
    world,
  }) => {
    // A new member also sees the card of the first days.
    const member = await world.member({ timeZone, createdAt: new Date() })
    const storyId = await world.story({ author: await world.member() })
    await world.reply({ author: member, storyId })
    await world.story({ author: member, title: 'A quiet road' })
    await world.prayerRequest({ author: member })
    await world.purchase({
      member,
      productId: await world.product({ productType: 'subscription' }),
    })
    const page = await openPage({ as: member, locale, timezoneId: timeZone })
    await ask(page)
    const turn = nextDayStart(new Date(), timeZone).getTime()
    const then = new Date(turn + (clock === '2:59' ? -MINUTE_MS : MINUTE_MS))
    await page.clock.setFixedTime(then)

    const today = longDay(logicalDate(new Date(), timeZone), locale)
    const flow = await page.goto('/flow')
    expect((await flow?.text())?.includes(`${today}</p>`), `the server’s page has ${today}`).toBe(
      true,
    )
    await expectHydrated(page)
    const shown = longDay(logicalDate(then, timeZone), locale)
    await expect(page.getByText(shown)).toBeVisible()

    for (const path of memberPages(storyId)) {
      await page.goto(path)
      await expectHydrated(page)
    }
  })
}

test('the first document of each page that a server sends is whole', async () => {
  // On a new server, because code suspends a rendering only until it is loaded.
  const site = await startSite()
  const world = new World(site.db)
  const author = await world.member()
  const storyId = await world.story({ author })
  const [member, admin] = [await world.member(), await world.admin()]
  const pages = [
    ...[...PLAIN_PAGES, ...VISITOR_PAGES].map((path) => ({ path, as: { cookie: '' } })),
    ...memberPages(storyId).map((path) => ({ path, as: member })),
    ...ADMIN_PAGES.map((path) => ({ path, as: admin })),
  ]
  for (const { path, as } of pages) {
    const document = await (await callAs(site, as, { method: 'GET', path })).text()
    expect.soft(document, path).toMatch(/<main.*<h1.*<\/main>/s)
    expect.soft(document, path).not.toMatch(/<(div|template) [^>]*id="[SB]:/)
  }
  await site.stop()
})

test('on a device in another zone, its own replaces the account’s after hydration', async ({
  openPage,
  world,
}) => {
  const account: DateLocale = { locale: 'es-MX', timeZone: 'America/New_York' }
  const device: DateLocale = { locale: 'es-MX', timeZone: 'Asia/Kathmandu' }
  const member = await world.member({ timeZone: account.timeZone })
  const story = { author: member, title: 'A quiet road', status: 'pending' } as const
  await world.story(story)
  const page = await openPage({ as: member, locale: 'es-MX', timezoneId: device.timeZone })
  const answer = await page.goto('/dashboard')
  const time = page.getByRole('listitem').filter({ hasText: story.title }).locator('time')
  const submitted = new Date((await time.getAttribute('datetime')) ?? '')
  const [first, then] = [fullDateTime(submitted, account), fullDateTime(submitted, device)]
  expect((await answer?.text())?.includes(first), `the server’s page has ${first}`).toBe(true)
  await expect(time).toHaveAttribute('title', then)
})

test('an administrator’s pages are hydrated, and can be read without scripts', async ({
  openPage,
  world,
}) => {
  test.slow()
  const locale = 'de-DE'
  const timeZone = 'Asia/Kathmandu'
  const member = await world.member()
  await world.story({ author: member, status: 'pending', tags: ['Hope'] })
  const storyId = await world.story({ author: member })
  await world.reply({ author: member, storyId })
  await world.prayerRequest({ author: member })
  await world.purchase({ member, productId: await world.product() })
  const options = { as: await world.admin({ timeZone }), locale, timezoneId: timeZone }
  const page = await openPage(options)
  await ask(page)
  await page.clock.setFixedTime(nextDayStart(new Date(), timeZone).getTime() + MINUTE_MS)
  await expectHydratedAndReadable(ADMIN_PAGES, {
    page,
    plain: await openPage({ ...options, javaScriptEnabled: false }),
  })
})

test('a visitor’s pages are hydrated, and can be read without scripts', async ({
  openPage,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 /)
  const options = { locale: 'de-DE', timezoneId: 'Asia/Kathmandu' }
  const page = await openPage(options)
  const plain = await openPage({ ...options, javaScriptEnabled: false })
  await expectHydratedAndReadable(VISITOR_PAGES, { page, plain })
  for (const path of PLAIN_PAGES) {
    await page.goto(path)
    await plain.goto(path)
    expect(await headingsOf(plain), path).toEqual(await headingsOf(page))
  }
})

test('the pages of a member can be read without scripts', async ({ openPage, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author, tags: ['Hope'] })
  await world.reply({ author, storyId })
  await world.prayerRequest({ author })
  const as = await world.member({ createdAt: new Date() })
  await expectHydratedAndReadable(memberPages(storyId), {
    page: await openPage({ as }),
    plain: await openPage({ as, javaScriptEnabled: false }),
  })
})

/** Opens each page with scripts and without: what can be seen has the same headings. */
async function expectHydratedAndReadable(
  paths: readonly string[],
  { page, plain }: { page: Page; plain: Page },
): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expectHydrated(page)
    // What the server refuses to read, a page asks for again, and says why.
    if (/email-change|till/.test(path)) continue
    await plain.goto(path)
    expect(await headingsOf(plain), path).toEqual(await headingsOf(page))
  }
}

/** The headings that can be seen. */
function headingsOf(page: Page): Promise<string[]> {
  return page.getByRole('heading').allTextContents()
}

async function ask({ request }: { request: Page['request'] }): Promise<void> {
  const answer = await request.post('/api/guidance', {
    data: { content: 'How do I begin?', category: 'faith' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
}

/** Waits until nothing is left to hydrate. Errors fail the test in `fixtures.ts`. */
async function expectHydrated(page: Page): Promise<void> {
  await expectSettled(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
