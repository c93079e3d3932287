import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { DAY_MS } from '#contract/durations.ts'
import { longDay } from '#web/lib/dates.ts'
import { expect, expectSoundPage, expectToast, tabTo, test } from './fixtures.ts'

/** In UTC all days have the same length, so that entries made days apart are on different days. */
const HERE = { timeZone: 'UTC' }

const REFUSED = /status of (400|403|404|429|500) /

const NOTES = 'Your daily gratitude and mood expression'

const SHARED = 'Gratitude & Mood Sent Into The Universe Successfully'

interface Entry {
  mood: string
  notes?: string
  daysAgo?: number
}

/** Saves an entry like a page that was offline on that day. */
async function saveMood(page: Page, { daysAgo = 0, ...entry }: Entry): Promise<void> {
  const madeAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
  const answer = await page.request.post('/api/moods', {
    data: { ...entry, madeAt },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
}

function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Mood & Gratitude' })
}

/** Opens the panel below the line with the day. */
async function unfold(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Mood and journal', expanded: false }).click()
}

function mood(panel: Locator, name: string): Locator {
  return panel.getByRole('radio', { name, exact: true })
}

/** The day so many days ago as `YYYY-MM-DD`, where a day begins at 3 AM. */
function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS - 3 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

test('a member shares a mood with a note, finds it again and updates it', {
  tag: '@journey',
}, async ({ page, world, signIn }) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await unfold(panel)
  await expect(panel.getByText('Only you can read this.')).toBeVisible()
  await expect(panel.getByRole('radio')).toHaveCount(7)
  await expectSoundPage(page)

  let letThrough = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/moods', async (route) => {
    if (route.request().method() === 'POST') await gate
    await route.continue()
  })
  await mood(panel, 'Grateful').check()
  await panel.getByLabel(NOTES).fill('For the kettle, and for rain.')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Sharing...' })).toBeVisible()
  letThrough()
  await expectToast(page, SHARED)
  // Afterwards it is one line again.
  const fold = panel.getByRole('button', { name: 'Mood and journal' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(fold).toBeFocused()
  await expect(panel.getByRole('radio')).toHaveCount(0)

  await page.reload()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(panel.getByText('Grateful', { exact: true })).toBeVisible()
  await expect(panel.getByRole('blockquote')).toHaveText('For the kettle, and for rain.')
  expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(48)
  await expectSoundPage(page)
  await fold.click()
  await expect(fold).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(panel.getByRole('heading', { name: "Today's Gratitude" })).toBeVisible()
  const edit = panel.getByRole('button', { name: 'Edit today’s gratitude' })
  await expect(edit).toHaveAttribute('aria-expanded', 'false')
  await edit.click()
  await expect(edit).toHaveAttribute('aria-expanded', 'true')
  await expect(mood(panel, 'Grateful')).toBeChecked()
  await expect(panel.getByLabel(NOTES)).toHaveValue('For the kettle, and for rain.')
  await mood(panel, 'Peace').check()
  await panel.getByLabel(NOTES).fill('For the kettle, for rain, and for sleep.')
  await panel.getByRole('button', { name: 'Update Gratitude' }).click()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(panel.getByRole('blockquote')).toHaveText('For the kettle, for rain, and for sleep.')
  await expect(panel.getByText('Peace', { exact: true })).toBeVisible()

  const list = await page.request.get('/api/moods')
  expect(await list.json()).toMatchObject([
    { date: dayAgo(0), mood: 'peaceful', notes: 'For the kettle, for rain, and for sleep.' },
  ])
})

test('when the page becomes visible it shows what another device shared', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await unfold(panel)
  await expect(mood(panel, 'Peace')).toBeVisible()
  await saveMood(page, { mood: 'peaceful', notes: 'From the phone.' })
  await expect(async () => {
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await expect(panel.getByRole('blockquote').first()).toHaveText('From the phone.', {
      timeout: 3_000,
    })
  }).toPass()
})

test('an offline mood is kept on the device and sent automatically later', async ({
  page,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/)
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await unfold(panel)
  await expect(mood(panel, 'Peace')).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await mood(panel, 'Peace').check()
  await panel.getByLabel(NOTES).fill('Fog over the river.')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  const kept = 'Saved on this device. We’ll send it when you’re back online.'
  await expectToast(page, kept)
  await unfold(panel)
  await expect(panel.getByText(kept)).toBeVisible()
  await expect(panel.getByRole('blockquote').last()).toHaveText('Fog over the river.')
  await expect(panel.getByRole('button', { name: /^Delete the entry for/ })).toHaveCount(0)

  await page.unrouteAll()
  await page.reload()
  await unfold(panel)
  await expect(panel.getByRole('button', { name: /^Delete the entry for/ })).toBeVisible()
  await expect(panel.getByText(kept)).toHaveCount(0)
  expect(await (await page.request.get('/api/moods')).json()).toMatchObject([
    { date: dayAgo(0), mood: 'peaceful', notes: 'Fog over the river.' },
  ])
})

test('the latest five entries can be read and deleted, only by their author', async ({
  page,
  openPage,
  world,
  signIn,
}) => {
  await signIn(await world.member(HERE))
  for (const daysAgo of [1, 2, 3, 4, 5, 6]) {
    await saveMood(page, { mood: 'sad', daysAgo, notes: `Written ${daysAgo} days ago.` })
  }
  await saveMood(page, { mood: 'joyful', daysAgo: 7 })
  await saveMood(page, { mood: 'angry', notes: 'Written today.' })
  await page.goto('/flow')
  const panel = panelOf(page)
  await unfold(panel)
  await panel.getByText('Previous entries').click()
  const entries = panel.getByRole('listitem')
  await expect(entries).toHaveCount(5)
  await expect(entries.first()).toContainText('Written 1 days ago.')
  await expect(entries.first().getByText('yesterday')).toHaveAttribute(
    'title',
    longDay(dayAgo(1), 'en-US'),
  )
  await expect(entries.last()).toContainText('Written 5 days ago.')
  await expect(entries.filter({ hasText: 'Written today.' })).toHaveCount(0)

  for (const daysAgo of [2, 3]) {
    const day = longDay(dayAgo(daysAgo), 'en-US')
    await entries.getByRole('button', { name: `Delete the entry for ${day}` }).click()
    await page.getByRole('button', { name: 'Delete entry' }).click()
    await expect(entries.filter({ hasText: `Written ${daysAgo} days ago.` })).toHaveCount(0)
  }
  await expect(entries.last()).toContainText('No notes')
  await expect(entries).toHaveCount(5)
  await expectSoundPage(page)

  const other = await openPage({ as: await world.admin(HERE) })
  await other.goto('/flow')
  await unfold(panelOf(other))
  await panelOf(other).getByText('Previous entries').click()
  await expect(panelOf(other).getByText('Today’s entry will be here tomorrow.')).toBeVisible()
  await expect(panelOf(other).getByRole('radio', { checked: true })).toHaveCount(0)
})

test('the whole journal is shown by month and as a chart, and can be downloaded', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.member(HERE))
  await saveMood(page, { mood: 'peaceful', daysAgo: 29, notes: 'Snow.\nAnd quiet.' })
  await saveMood(page, { mood: 'anxious', daysAgo: 1 })
  await saveMood(page, { mood: 'angry', notes: 'The bus left early.' })
  await page.goto('/flow')
  await unfold(panelOf(page))
  await panelOf(page).getByRole('button', { name: 'Journal', exact: true }).click()
  const journal = page.getByRole('dialog', { name: 'Your journal' })
  await expect(journal).toBeFocused()
  await expect(
    journal.getByText('In these four weeks you wrote on 2 days: Anxious 1×, Pissed 1×.'),
  ).toBeVisible()
  const dots = journal.getByRole('list', { name: 'Your last four weeks' }).getByRole('listitem')
  await expect(dots).toHaveCount(28)
  await expect(dots.last()).toContainText(`${shortDay(dayAgo(0))}: Pissed`)
  await expect(dots.nth(-2)).toContainText(`${shortDay(dayAgo(1))}: Anxious`)
  await expect(dots.nth(-3)).toHaveText(`${shortDay(dayAgo(2))}: no entry`)
  await journal.getByRole('button', { name: `${shortDay(dayAgo(0))}, Pissed` }).click()
  await expect(journal.getByText('The bus left early.')).toBeVisible()
  await expectSoundPage(page)

  const month = monthName(dayAgo(0))
  await expect(journal.getByRole('heading', { name: month })).toBeVisible()
  await expect(journal.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await journal.getByRole('button', { name: 'Previous month' }).click()
  await expect(journal.getByRole('heading', { name: month })).toHaveCount(0)
  await expect(journal.getByText('The bus left early.')).toHaveCount(0)
  await journal.getByRole('button', { name: 'Next month' }).click()
  await expect(journal.getByRole('heading', { name: month })).toBeVisible()
  // The first of the last 30 days is in this month or one of the two before.
  const first = journal.getByRole('button', { name: `${shortDay(dayAgo(29))}, Peace` })
  const months = new Set(Array.from({ length: 30 }, (_, days) => monthName(dayAgo(days))))
  for (const name of [...months].slice(1)) {
    await journal.getByRole('button', { name: 'Previous month' }).click()
    await expect(journal.getByRole('heading', { name })).toBeVisible()
  }
  await first.click()
  await expect(journal.getByText('And quiet.')).toBeVisible()

  const download = page.waitForEvent('download')
  await journal.getByRole('button', { name: 'Download my journal' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`folx-journal-${dayAgo(0)}.txt`)
  const text = await readFile(await file.path(), 'utf8')
  const days = [29, 1, 0].map((days) => longDay(dayAgo(days), 'en-US'))
  expect(text.split('\n').filter((line) => days.includes(line))).toEqual(days)
  expect(text).toContain('😌 Peace\nSnow.\nAnd quiet.\n')
  expect(text).toContain('😠 Pissed\nThe bus left early.\n')
})

test('the journal can be searched and shows this day in other years', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const member = await world.member(HERE)
  await signIn(member)
  await saveMood(page, { mood: 'peaceful', daysAgo: 2, notes: 'Snow on the café roof.' })
  const [year = '', ...day] = dayAgo(0).split('-')
  const yearAgo = [Number(year) - 1, ...day].join('-').replace('02-29', '02-28')
  await site.db
    .updateTable('moodEntry')
    .set({ day: yearAgo })
    .where('memberId', '=', member.id)
    .execute()
  await saveMood(page, { mood: 'sad', daysAgo: 1, notes: 'The bus left early.' })
  await page.goto('/flow')
  await unfold(panelOf(page))
  await panelOf(page).getByRole('button', { name: 'Journal', exact: true }).click()
  const journal = page.getByRole('dialog', { name: 'Your journal' })
  const thisDay = journal.getByRole('region', { name: 'On this day' })
  await expect(thisDay.getByRole('listitem')).toHaveText(
    /Peace\s*1 year ago · .*Snow on the café roof\./,
  )

  const search = journal.getByRole('search')
  await search.getByLabel('Search your journal').fill('CAFE snow')
  await search.getByRole('button', { name: 'Search' }).click()
  await expect(search.getByText('1 entry found.')).toBeVisible()
  await expect(search.getByRole('listitem')).toContainText('Snow on the café roof.')
  await expectSoundPage(page)
  await search.getByLabel('Search your journal').fill('tram')
  await page.keyboard.press('Enter')
  await expect(search.getByText('No entries found.')).toBeVisible()
  await expect(search.getByRole('button', { name: 'Search earlier entries' })).toHaveCount(0)

  // On a phone, what was written comes before the trend, and the X stays in view.
  await page.setViewportSize({ width: 375, height: 812 })
  const download = journal.getByRole('button', { name: 'Download my journal' })
  const weeks = journal.getByRole('heading', { name: 'Four weeks' })
  const parts = [journal.getByRole('table'), thisDay, search, download, weeks]
  const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(await journal.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 812 })
  await weeks.scrollIntoViewIfNeeded()
  await expect(journal.getByRole('heading', { name: 'Your journal' })).toBeInViewport({ ratio: 1 })
  await expect(journal.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await expectSoundPage(page)
})

test('a search loads the journal in parts', async ({ page, world, signIn }) => {
  await signIn(await world.member(HERE))
  await saveMood(page, { mood: 'sad', notes: 'The bus left early.' })
  // Simulates a long journal, whose later pages are requested only on demand.
  const asked: string[] = []
  await page.route(/\/api\/moods\?.*page=/, async (route) => {
    const number = new URL(route.request().url()).searchParams.get('page') ?? ''
    asked.push(number)
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '650' } })
  })
  await page.goto('/flow')
  await unfold(panelOf(page))
  await panelOf(page).getByRole('button', { name: 'Journal', exact: true }).click()
  const search = page.getByRole('dialog', { name: 'Your journal' }).getByRole('search')
  await search.getByLabel('Search your journal').fill('bus')
  await page.keyboard.press('Enter')
  await expect(search.getByText(/^1 entry found since/)).toBeVisible()
  expect(asked.sort()).toEqual(['1', '2', '3', '4'])
  await search.getByRole('button', { name: 'Search earlier entries' }).click()
  await expect(search.getByText('1 entry found.')).toBeVisible()
  expect(asked.sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
})

test('a device without emoji shows words instead of boxes', async ({ page, openPage, world }) => {
  const member = await world.member(HERE)
  const storyId = await world.story({ author: await world.member() })
  const phone = await openPage({ as: member })
  // All characters look the same there, because nothing is drawn.
  await phone.addInitScript(() => {
    CanvasRenderingContext2D.prototype.fillText = () => undefined
  })
  await saveMood(phone, { mood: 'peaceful' })
  await phone.goto('/flow')
  await expect(phone.locator('html')).toHaveAttribute('data-emoji', 'none')
  await unfold(panelOf(phone))
  await panelOf(phone).getByRole('button', { name: 'Journal', exact: true }).click()
  const journal = phone.getByRole('dialog', { name: 'Your journal' })
  const face = journal.getByRole('list', { name: 'Your last four weeks' }).getByText('😌')
  await expect(face).toHaveCSS('font-size', '0px')
  await expect(face).toHaveAttribute('data-word', 'Pe')
  expect(await face.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(
    '"Pe"',
  )
  await phone.goto(`/flow?story=${storyId}`)
  const heart = phone.getByRole('button', { name: /^Heart/ }).locator('.emoji')
  await expect(heart).toHaveCSS('font-size', '0px')
  await expect(heart).toHaveAttribute('data-word', 'Heart')

  await page.goto('/auth', { waitUntil: 'networkidle' })
  await expect(page.locator('html')).not.toHaveAttribute('data-emoji')
})

test('a locked journal shows nothing until the password is given', async ({
  page,
  site,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const member = await world.member(HERE)
  await signIn(member)
  await saveMood(page, { mood: 'sad', notes: 'Nobody else is to read this.' })
  await page.goto('/flow')
  const panel = panelOf(page)
  await unfold(panel)
  await panel.getByRole('button', { name: 'Journal', exact: true }).click()
  const journal = page.getByRole('dialog', { name: 'Your journal' })
  await journal.getByText('Lock my journal').click()
  await journal.getByLabel('Ask for my password').selectOption('After 5 minutes')
  await journal.getByLabel('Password', { exact: true }).fill('not my password')
  await journal.getByRole('button', { name: 'Save lock' }).click()
  await expect(journal.getByText('This is not your current password.')).toBeVisible()
  await journal.getByLabel('Password', { exact: true }).fill(member.password)
  await journal.getByRole('button', { name: 'Save lock' }).click()
  // An open dialog hides everything around it from roles.
  await expect(page.getByText('Lock set', { exact: true })).toBeVisible()
  await journal.getByRole('button', { name: 'Lock now' }).click()
  await expect(journal).toHaveCount(0)
  await expect(panel.getByText('Your journal is locked.').first()).toBeVisible()
  await expect(page.getByText('Nobody else is to read this.')).toHaveCount(0)

  await page.reload()
  await expect(panel.getByText('Your journal is locked.').first()).toBeVisible()
  await unfold(panel)
  await expectSoundPage(page)
  await panel.getByLabel('Password', { exact: true }).fill('a loud evening drive')
  await panel.getByRole('button', { name: 'Open my journal' }).click()
  await expect(panel.getByText('This is not your current password.')).toBeVisible()
  await panel.getByLabel('Password', { exact: true }).fill(member.password)
  await panel.getByRole('button', { name: 'Open my journal' }).click()
  await expect(panel.getByRole('blockquote').first()).toHaveText('Nobody else is to read this.')

  // As if the page had been idle for six minutes. Repeated, because a pending call counts as use.
  await expect(async () => {
    await site.db
      .updateTable('session')
      .set({ journalSeenAt: new Date(Date.now() - 6 * 60_000) })
      .where('memberId', '=', member.id)
      .execute()
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await expect(panel.getByText('Your journal is locked.').first()).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByText('Nobody else is to read this.')).toHaveCount(0)
})

test('a mood can be shared by keyboard alone', async ({ page, world, signIn }) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await tabTo(panel.getByRole('button', { name: 'Mood and journal' }))
  await page.keyboard.press('Enter')
  await expect(mood(panel, 'Joyful')).toBeVisible()
  await tabTo(mood(panel, 'Joyful'))
  for (const name of ['Peace', 'Grateful']) {
    await page.keyboard.press('ArrowRight')
    await expect(mood(panel, name)).toBeChecked()
  }
  await page.keyboard.press('Tab')
  await expect(panel.getByLabel(NOTES)).toBeFocused()
  await page.keyboard.type('For mornings.')
  await tabTo(panel.getByRole('button', { name: 'Share', exact: true }))
  await page.keyboard.press('Enter')
  await expectToast(page, SHARED)
  await expect(panel.getByRole('button', { name: 'Mood and journal' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(panel.getByRole('button', { name: /^Delete the entry/ }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Delete entry' }))
  await page.keyboard.press('Enter')
  await expect(mood(panel, 'Joyful')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Today', exact: true })).toBeFocused()
})

test('an open page shows the new day at 3 AM', async ({ page, world, signIn }) => {
  await page.clock.install()
  await signIn(await world.member(HERE))
  await saveMood(page, { mood: 'grateful', notes: 'For this day.' })
  await page.goto('/flow')
  const panel = panelOf(page)
  await expect(panel.getByRole('blockquote')).toHaveText('For this day.')
  await page.clock.fastForward(DAY_MS)
  await expect(panel.getByRole('blockquote')).toHaveCount(0)
  await expect(panel.getByText(longDay(dayAgo(-1), 'en-US'))).toBeVisible()
  await unfold(panel)
  await expect(panel.getByRole('radio', { checked: false })).toHaveCount(7)
  await panel.getByText('Previous entries').click()
  await expect(panel.getByRole('listitem')).toContainText(['For this day.'])
})

function shortDay(day: string): string {
  return formatted(day, { month: 'long', day: 'numeric' })
}

function monthName(day: string): string {
  return formatted(day, { month: 'long', year: 'numeric' })
}

function formatted(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
}
