import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { callAs, expectToast } from '#web/testing/steps.ts'

/** In UTC all days have the same length, so that entries made days apart are on different days. */
const HERE = { timeZone: 'UTC' }

const WRITE = 'Write your daily gratitude and mood expression'

const NOTES = 'Your daily gratitude and mood expression'

const SHARED = 'Gratitude & Mood Sent Into The Universe Successfully'

function panelOf(page: TestPage): Locator {
  return page.getByRole('region', { name: 'Mood & Gratitude' })
}

function mood(panel: Locator, name: string): Locator {
  return panel.getByRole('radio', { name, exact: true })
}

/** Opens the panel below the line with the day. */
async function unfold(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Mood and journal', expanded: false }).click()
}

/** Waits for a toast with exactly these texts, and closes it. */
async function expectClosed(page: TestPage, ...texts: string[]): Promise<void> {
  await expectToast(page, ...texts)
  const toasts = page.locator('[data-toasts] > li')
  await toasts.getByLabel('Close').click()
  await expect(toasts).toHaveCount(0)
}

test('without a mood nothing is shared, and the written text survives a reload', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await unfold(panel)
  await panel.getByRole('button', { name: WRITE }).click()
  await expect(panel.getByLabel(NOTES)).toBeFocused()
  await panel.getByLabel(NOTES).fill('A letter came.')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  const moods = panel.getByRole('radiogroup', { name: 'How are you feeling?' })
  const reason = "Share your mood: Please select how you're feeling before sharing."
  await expect(moods).toHaveAccessibleDescription(reason)
  await expect(panel.getByText(reason)).toBeVisible()
  await expect(mood(panel, 'Joyful')).toBeFocused()

  // It folds again, on a reload as on another tab, and says that something was begun.
  await page.reload()
  await expect(panel.getByText('Not shared yet')).toBeVisible()
  await expect(panel.getByLabel(NOTES)).toHaveCount(0)
  await unfold(panel)
  await expect(panel.getByLabel(NOTES)).toHaveValue('A letter came.')
  await mood(panel, 'Joyful').check()
  await page.getByRole('link', { name: 'Guidance', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Guidance', level: 1 })).toBeVisible()
  await expect(panel.getByText('Not shared yet')).toBeVisible()
  await unfold(panel)
  await expect(mood(panel, 'Joyful')).toBeChecked()
  await panel.getByLabel(NOTES).fill('x'.repeat(1_995))
  await expect(panel.getByText('5 characters left')).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(mood(panel, 'Joyful')).not.toBeChecked()
  await page.reload()
  await unfold(panel)
  await expect(panel.getByRole('button', { name: WRITE })).toBeVisible()
  await expect(mood(panel, 'Joyful')).not.toBeChecked()
})

test('crisis words show helplines, checked only on the device', async ({ page, world, signIn }) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await unfold(panel)
  await mood(panel, 'Sad').check()
  await panel.getByLabel(NOTES).fill('A long day.')
  await expect(panel.getByRole('link', { name: 'Call 988' })).toHaveCount(0)
  await panel.getByLabel(NOTES).fill('I want to kill myself.')
  await expect(panel.getByRole('link', { name: 'Call 988' })).toBeVisible()
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectToast(page, SHARED)
  // They stay once the form is folded.
  await expect(panel.getByLabel(NOTES)).toHaveCount(0)
  await expect(panel.getByRole('link', { name: 'Call 988' })).toBeVisible()
})

test('a failure keeps the written text, and an entry that could not be deleted stays', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await page.route(/\/api\/moods(\/[^?]*)?$/, async (route) => {
    const isChange = route.request().method() !== 'GET'
    if (isChange) await route.fulfill({ status: 500, body: '' })
    else await route.continue()
  })
  await unfold(panel)
  await mood(panel, 'Meh').check()
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectClosed(page, 'Unable to share', 'Please try sharing your mood expression again.')
  await expect(mood(panel, 'Meh')).toBeChecked()
  await page.unrouteAll()
  const slower = 'Too many attempts. Please try again in 2 minutes.'
  await page.route('**/api/moods', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { message: slower, code: 'rate_limited' } })
      : route.continue(),
  )
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectClosed(
    page,
    'Unable to share',
    `${slower} Please try sharing your mood expression again.`,
  )
  await page.unrouteAll()
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectClosed(page, SHARED)
  await unfold(panel)
  await expect(panel.getByRole('button', { name: WRITE })).toBeVisible()

  await page.route('**/api/moods/*', async (route) => {
    if (route.request().method() === 'DELETE') await route.fulfill({ status: 500, body: '' })
    else await route.continue()
  })
  await panel.getByRole('button', { name: /^Delete the entry for/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this entry?' })
  await question.getByRole('button', { name: 'Delete entry' }).click()
  await expectClosed(page, 'Unable to delete', 'Please try again.')
  await page.unrouteAll()
  await page.route('**/api/moods/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 429, json: { message: slower, code: 'rate_limited' } })
      : route.continue(),
  )
  await panel.getByRole('button', { name: /^Delete the entry for/ }).click()
  await question.getByRole('button', { name: 'Delete entry' }).click()
  await expectClosed(page, 'Unable to delete', `${slower} Please try again.`)
  await page.unrouteAll()
  await panel.getByRole('button', { name: /^Delete the entry for/ }).click()
  await question.getByRole('button', { name: 'Delete entry' }).click()
  await expectClosed(page, 'Mood expression deleted successfully')
  await expect(mood(panel, 'Meh')).not.toBeChecked()
  expect(await (await page.call('/api/moods')).json()).toEqual([])
})

test('deleting an entry that another device already deleted removes it from the page', async ({
  page,
  world,
  signIn,
  site,
}) => {
  const member = await world.member(HERE)
  await signIn(member)
  const madeAt = new Date().toISOString()
  const body = { mood: 'sad', notes: 'Written on the bus.', madeAt }
  const saved = await callAs(site, member, { method: 'POST', path: '/api/moods', body })
  expect(saved.status).toBe(201)
  await page.goto('/flow')
  const panel = panelOf(page)
  await expect(panel.getByRole('blockquote')).toHaveText('Written on the bus.')
  const [entry] = await (await page.call('/api/moods')).json()
  await callAs(site, member, { method: 'DELETE', path: `/api/moods/${entry.id}` })
  await unfold(panel)
  await panel.getByRole('button', { name: /^Delete the entry for/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this entry?' })
  await question.getByRole('button', { name: 'Delete entry' }).click()
  await expectClosed(page, 'Unable to delete', 'This entry does not exist. Please try again.')
  await expect(panel.getByRole('blockquote')).toHaveCount(0)
})
