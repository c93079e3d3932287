import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { expectToast } from '#web/testing/steps.ts'

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

test('without a mood nothing is shared, and the written text survives a reload', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await panel.getByRole('button', { name: WRITE }).click()
  await expect(panel.getByLabel(NOTES)).toBeFocused()
  await panel.getByLabel(NOTES).fill('A letter came.')
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  const moods = panel.getByRole('radiogroup', { name: 'How are you feeling?' })
  const reason = "Share your mood: Please select how you're feeling before sharing."
  await expect(moods).toHaveAccessibleDescription(reason)
  await expect(panel.getByText(reason)).toBeVisible()
  await expect(mood(panel, 'Joyful')).toBeFocused()

  await page.reload()
  await expect(panel.getByLabel(NOTES)).toHaveValue('A letter came.')
  await mood(panel, 'Joyful').check()
  await page.reload()
  await expect(mood(panel, 'Joyful')).toBeChecked()
  await panel.getByLabel(NOTES).fill('x'.repeat(1_995))
  await expect(panel.getByText('5 characters left')).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(mood(panel, 'Joyful')).not.toBeChecked()
  await page.reload()
  await expect(panel.getByRole('button', { name: WRITE })).toBeVisible()
  await expect(mood(panel, 'Joyful')).not.toBeChecked()
})

test('crisis words show helplines, checked only on the device', async ({ page, world, signIn }) => {
  await signIn(await world.member(HERE))
  await page.goto('/flow')
  const panel = panelOf(page)
  await mood(panel, 'Sad').check()
  await panel.getByLabel(NOTES).fill('A long day.')
  await expect(panel.getByRole('link', { name: 'Call 988' })).toHaveCount(0)
  await panel.getByLabel(NOTES).fill('I want to kill myself.')
  await expect(panel.getByRole('link', { name: 'Call 988' })).toBeVisible()
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectToast(page, SHARED)
})
