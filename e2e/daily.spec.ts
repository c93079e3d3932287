import type { Page } from '@playwright/test'
import { addDays, logicalDate, nextDayStart } from '#contract/logical-date.ts'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import type { Site } from './site.ts'

onEmptySite()

/** The community's default time zone. */
const COMMUNITY_ZONE = 'America/Chicago'

const PHONE = { width: 375, height: 720 }

function today(): string {
  return logicalDate(new Date(), COMMUNITY_ZONE)
}

interface DayContent {
  day: string
  message?: string
  reflection?: string
}

/** Inserts content into the database, for a day that nobody has requested yet. */
async function seed(site: Site, { day, message, reflection }: DayContent): Promise<void> {
  const texts = [
    { type: 'message' as const, content: message },
    { type: 'reflection' as const, content: reflection },
  ]
  for (const { type, content } of texts) {
    if (content === undefined) continue
    await site.db
      .insertInto('dailyContent')
      .values({ day, type, format: 'text', content, source: 'manual' })
      .execute()
  }
}

/** Publishes a text for today as an administrator. */
async function publish(
  site: Site,
  input: { cookie: string; type: string; content: string },
): Promise<void> {
  const form = new FormData()
  form.set('type', input.type)
  form.set('format', 'text')
  form.set('content', input.content)
  const response = await fetch(`${site.url}/api/admin/content/manual`, {
    method: 'POST',
    headers: { Cookie: input.cookie, Origin: site.url },
    body: form,
  })
  expect(response.status, await response.text()).toBe(200)
}

function card(page: Page, title: string) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, level: 2 }) })
}

function longDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'full',
    timeZone: 'UTC',
  })
}

test('an empty day says so, and newly published content appears on the open page', {
  tag: '@journey',
}, async ({ memberPage: page, site, world }) => {
  await page.clock.install()
  await page.goto('/flow')
  await expect(page.getByRole('link', { name: 'Daily WORD', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByText('No message available for today.', { exact: true })).toBeVisible()
  await expect(page.getByText('No reflection available for today.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous day' })).toHaveCount(0)

  const { cookie } = await world.admin()
  await publish(site, { cookie, type: 'message', content: '<p>Begin with <em>thanks</em>.</p>' })
  await publish(site, { cookie, type: 'reflection', content: '<p>Whom do you thank?</p>' })
  await page.clock.fastForward(61_000)
  await expect(card(page, 'Daily Message').locator('em')).toHaveText('thanks')
  await expect(card(page, 'Daily Reflection')).toContainText('Whom do you thank?')
  await expect(page.getByText(/^No (message|reflection) available/)).toHaveCount(0)

  const word = page.getByRole('region', { name: 'Business word of the day' })
  const response = await fetch(`${site.url}/api/daily`)
  const { word: expected } = (await response.json()) as {
    word: { word: string; meaning: string; example: string }
  }
  for (const text of [expected.word, expected.meaning, expected.example]) {
    await expect(word.getByText(text, { exact: true })).toBeVisible()
  }
})

test('past days can be read one by one, each under its own address', async ({
  memberPage: page,
  site,
}) => {
  const [near, far] = [addDays(today(), -2), addDays(today(), -5)]
  await seed(site, { day: near, message: '<p>A near message.</p>' })
  await seed(site, { day: far, reflection: '<p>A far reflection.</p>' })
  await page.goto('/flow')
  await expect(page.getByRole('heading', { name: 'Daily WORD' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to today' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Previous day' }).click()
  await expect(page).toHaveURL(`/flow?date=${near}`)
  await expect(page.getByRole('heading', { name: longDay(near) })).toBeFocused()
  await expect(card(page, 'Daily Message')).toContainText('A near message.')
  await expect(
    page.getByText('No reflection available for this day.', { exact: true }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Previous day' }).click()
  await expect(page).toHaveURL(`/flow?date=${far}`)
  await expect(page.getByText('A far reflection.')).toBeVisible()
  await expect(page.getByText('No message available for this day.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous day' })).toHaveCount(0)
  await expectSoundPage(page)

  await page.reload()
  await expect(page.getByText('A far reflection.')).toBeVisible()
  await page.getByRole('link', { name: 'Next day' }).click()
  await expect(page.getByText('A near message.')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('A far reflection.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to today' }).click()
  await expect(page).toHaveURL('/flow')
  await expect(page.getByRole('heading', { name: 'Daily WORD' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Next day' })).toHaveCount(0)
})

test('no script in a text runs, whatever the database contains', async ({
  page,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  // Chromium also reports what the sanitizer parses, before it is removed.
  expectedErrors.push(/^Executing inline event handler violates .* has been blocked/)
  const day = addDays(today(), -9)
  const message =
    '<p>Safe words.</p><img src="/none.png" alt="A field" onerror="document.title=\'taken\'"><script>document.title="taken"</script><a href="javascript:document.title=\'taken\'">A link</a>'
  await seed(site, { day, message })
  await page.route('**/none.png', (route) => route.fulfill({ status: 200, body: '' }))
  await signIn(await world.member())
  await page.goto(`/flow?date=${day}`)
  const text = card(page, 'Daily Message')
  await expect(text).toContainText('Safe words.')
  await text.getByText('A link').click()
  await expect(text.locator('script, [onerror], [href^="javascript"]')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Daily WORD/)
})

test('footer images are shown in two columns from small screens up, and only if there are any', async ({
  memberPage: page,
  site,
  world,
  openPage,
}) => {
  await page.goto('/flow')
  await expect(page.getByRole('heading', { name: 'Business word of the day' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Meditation|Mindfulness/ })).toHaveCount(0)

  const [icon] = await page.locator('link[rel="apple-touch-icon"], link[rel="icon"]').all()
  const address = (await icon?.getAttribute('href')) ?? ''
  await site.db
    .updateTable('websiteSettings')
    .set({ footerImage1: address, footerImage2: address })
    .execute()
  // A member without requests so far, so no answer is cached for them.
  const other = await openPage({ as: await world.member() })
  await other.goto('/flow')
  const meditation = other.getByRole('img', { name: 'Meditation', exact: true })
  const mindfulness = other.getByRole('img', { name: 'Mindfulness', exact: true })
  await expect(meditation).toBeVisible()
  const apart = async (side: 'x' | 'y'): Promise<number> => {
    const [one, two] = [await meditation.boundingBox(), await mindfulness.boundingBox()]
    return one && two ? Math.abs(one[side] - two[side]) : Number.NaN
  }
  await expect.poll(() => apart('y')).toBe(0)
  const box = await meditation.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await other.setViewportSize(PHONE)
  await expect.poll(() => apart('x')).toBe(0)
  await site.db
    .updateTable('websiteSettings')
    .set({ footerImage1: null, footerImage2: null })
    .execute()
})

test("an open page shows the new day at 3 AM in the community's zone", async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.member({ timeZone: COMMUNITY_ZONE }))
  const turn = nextDayStart(new Date(), COMMUNITY_ZONE)
  const tomorrow = logicalDate(turn, COMMUNITY_ZONE)
  // The server's clock can't be moved, so after 3 AM its answer is changed to tomorrow's.
  let hasTurned = false
  await page.route('**/api/daily', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const ofTomorrow = {
      date: tomorrow,
      today: tomorrow,
      message: { content: '<p>A new morning.</p>' },
      reflection: { content: '<p>What is new?</p>' },
    }
    await route.fulfill({ json: hasTurned ? { ...answer, ...ofTomorrow } : answer })
  })
  await page.clock.install({ time: turn.getTime() - 10 * 60_000 })
  await page.goto('/flow')
  const mood = page.getByRole('region', { name: 'Mood & Gratitude' })
  await expect(mood.getByText(longDay(today()))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Daily Message' })).toBeVisible()
  await expect(page.getByText('A new morning.')).toHaveCount(0)
  hasTurned = true
  await page.clock.fastForward(10 * 60_000 + 1000)
  await expect(mood.getByText(longDay(tomorrow))).toBeVisible()
  await expect(page.getByText('A new morning.')).toBeVisible()
})
