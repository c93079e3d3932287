import type { DailyPage } from '#contract/daily.ts'
import { addDays, logicalDate, wallTime } from '#contract/logical-date.ts'
import type { TestMember } from '#server/testing/population.ts'
import { addMonths, monthOf } from '#web/lib/calendar.ts'
import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, type Site, test } from '#web/testing/page-test.ts'
import { callAs, closeToast } from '#web/testing/steps.ts'

/** The community's default time zone. */
const COMMUNITY_ZONE = 'America/Chicago'

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('dailyContent').execute()
})

/** Today's content for a member. */
async function dayOf(site: Site, member: TestMember): Promise<DailyPage> {
  const path = `/api/daily?date=${logicalDate(new Date(), COMMUNITY_ZONE)}`
  const { status, json } = await callAs(site, member, { method: 'GET', path })
  expect(status).toBe(200)
  // The server checked it with the contract's schema.
  return json as DailyPage
}

async function openPart(
  page: TestPage,
  part: 'AI Generation' | 'AI Settings' = 'AI Generation',
): Promise<void> {
  await page.goto('/admin/daily-content')
  await page.getByRole('tab', { name: part }).click()
  await expect(page.getByRole('tab', { name: part })).toHaveAttribute('aria-selected', 'true')
}

function generationCard(page: TestPage, name: 'Daily Message'): Locator {
  return page.getByRole('region', { name, exact: true })
}

test('a member is redirected, and the daily content API refuses them', async ({
  page,
  member,
  site,
}) => {
  await page.goto('/admin/daily-content')
  await expect(page).not.toHaveURL(/admin/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Admin Dashboard')
  const answer = await callAs(site, member, { method: 'GET', path: '/api/admin/daily' })
  expect(answer.status).toBe(403)
})

test('both texts are generated at once and replace existing drafts', async ({
  adminPage: page,
  site,
  world,
}) => {
  const member = await world.member()
  await openPart(page)
  const card = page.getByRole('region', { name: 'Message and reflection' })
  const start = card.getByRole('button', { name: 'Auto-generate both for today' })
  const question = page.getByRole('alertdialog', { name: 'Generate and publish for today?' })
  await start.click()
  await expect(question).toContainText('Both are published right away')
  await expect(question).toContainText('Nothing is published for today yet.')
  await question.getByRole('button', { name: 'Generate and publish' }).click()
  await closeToast(page, 'Daily content generated successfully')
  await expect(card).toContainText('Daily Message: From the built-in library.')
  const first = await dayOf(site, member)
  expect(first.message?.content).toBeTruthy()
  expect(first.reflection?.content).toBeTruthy()

  await start.click()
  await expect(question).toContainText('Today’s message and reflection will be replaced.')
  await question.getByRole('button', { name: 'Generate and publish' }).click()
  await closeToast(page, 'Daily content generated successfully')
  const second = await dayOf(site, member)
  expect(second.message?.content).not.toBe(first.message?.content)
})

test('the settings show the time in both time zones and the next run', async ({
  adminPage: page,
  site,
}) => {
  await openPart(page, 'AI Generation')
  await expect(page.getByRole('link', { name: 'Connect one' })).toHaveCount(1)
  await expect(generationCard(page, 'Daily Message')).toContainText('For today, unless')
  await openPart(page, 'AI Settings')
  await expect(page.getByText(/^No AI is connected/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect one' })).toHaveCount(1)
  await expect(page.getByText('Nothing has been generated automatically yet.')).toBeVisible()
  const card = page.getByRole('region', { name: 'AI Settings' })
  const time = card.getByLabel('Time of day, in Central Time (Houston)')
  const prompt = card.getByLabel('Daily message prompt')
  const save = card.getByRole('button', { name: 'Save Settings' })
  await expect(time).toHaveCount(0)
  await card.getByRole('switch', { name: 'Generate content automatically every day' }).check()
  await time.fill('05:15')
  // The next 5:15 AM there; the clocks may change before.
  const { date, hour, minute } = wallTime(new Date(), COMMUNITY_ZONE)
  const isOver = hour * 60 + minute >= 5 * 60 + 15
  const next = new Date(`${addDays(date, isOver ? 1 : 0)}T12:00:00Z`)
  const chicago = next.toLocaleTimeString('en-US', {
    timeZone: COMMUNITY_ZONE,
    timeZoneName: 'longOffset',
  })
  const hoursBehind = Number(/GMT-0?(\d+)/.exec(chicago)?.[1])
  const utc = `${String(5 + hoursBehind).padStart(2, '0')}:15`
  await expect(time).toHaveAccessibleDescription(new RegExp(`that’s ${utc} in UTC`))
  await expect(card.getByText('You have changes that are not saved.')).toBeVisible()

  await prompt.fill('Good morning.')
  await save.click()
  const rule = 'The daily message prompt must contain {ai_response} exactly once.'
  await expect(card.getByText(rule)).toBeVisible()
  await expect(prompt).toBeFocused()
  await prompt.fill('{ai_response} {ai_response}')
  await expect(card.getByText(rule)).toBeVisible()
  await prompt.fill('“Jesus smiled.” (John 11:35)\n\n{ai_response}')
  await expect(card.getByText('A quotation in this prompt doesn’t match')).toBeVisible()
  await expect(card.getByText('John 11:35 says: Jesus wept.')).toBeVisible()
  await prompt.fill('Good morning.\n\n{ai_response}\n\nGo in peace.')
  await expect(card.getByText(rule)).toHaveCount(0)
  await expect(card.getByText('A quotation in this prompt doesn’t match')).toHaveCount(0)
  await card.getByLabel('Agent style').fill('Plain and warm.')
  await card.getByLabel('Reflection prompt').fill('Ask about work and rest.')

  // Unsaved changes are still there after a reload.
  await page.reload()
  await expect(card.getByLabel('Agent style')).toHaveValue('Plain and warm.')
  await expect(card.getByText('You have changes that are not saved.')).toBeVisible()
  await save.click()
  await closeToast(page, 'Settings saved successfully')
  await expect(card.getByText('You have changes that are not saved.')).toHaveCount(0)
  await expect(card.getByText(/^The next run is on/)).toContainText(
    / at 5:15 AM, (in |tomorrow|now)/,
  )
  await page.reload()
  await expect(time).toHaveValue('05:15')
  await expect(prompt).toHaveValue('Good morning.\n\n{ai_response}\n\nGo in peace.')
  await expect(time).toHaveAccessibleDescription(new RegExp(`that’s ${utc} in UTC`))
  const stored = await site.db.selectFrom('dailySettings').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ autoGenerate: true, generateAt: '05:15' })

  await card.getByLabel('Agent style').fill('')
  await card.getByRole('button', { name: 'Undo changes' }).click()
  await expect(card.getByLabel('Agent style')).toHaveValue('Plain and warm.')
  await card.getByRole('switch').uncheck()
  await prompt.fill('{ai_response}')
  await save.click()
  await closeToast(page, 'Settings saved successfully')
  await expect(time).toHaveCount(0)
})

test('the calendar marks the day that is being written, and only while its form is open', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/daily-content?part=manual')
  const calendar = page.getByRole('grid', { name: /^Calendar/ })
  const marked = calendar.locator('[aria-current="true"]')
  await expect(marked).toHaveCount(1)
  const today = await marked.getAttribute('data-day')
  const next = `${addMonths(monthOf(today ?? ''), 1)}-01`
  // The calendar opens the month of the form.
  await page.getByLabel('Publish for').fill(next)
  await expect(marked).toHaveAttribute('data-day', next)
  await page.getByRole('tab', { name: 'AI Generation' }).click()
  await expect(marked).toHaveCount(0)
})

test('a failed generation says so and leaves the draft', async ({ adminPage: page }) => {
  await openPart(page)
  const card = generationCard(page, 'Daily Message')
  await card.getByRole('button', { name: 'Generate message' }).click()
  await closeToast(page, 'Daily message generated successfully')
  const words = await card.getByRole('tabpanel', { name: 'Preview' }).textContent()
  await page.route('**/api/admin/generate-content', (route) => route.abort())
  await card.getByRole('button', { name: 'Generate another' }).click()
  await closeToast(page, /Failed to generate preview.*Please try again/)
  await expect(card.getByRole('tabpanel', { name: 'Preview' })).toHaveText(words)
  await card.getByRole('button', { name: 'Discard the draft of the Daily Message' }).click()
  await expect(card.getByRole('button', { name: 'Generate message' })).toBeFocused()
})
