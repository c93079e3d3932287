import { fillStory, openStoryForm } from '#web/testing/story-steps.ts'
import { expect, test } from './fixtures.ts'
import { SIGNED_OUT, signInAgain } from './session-steps.ts'
import { expectToast, recordUntil } from './story-steps.ts'

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(SIGNED_OUT)
})

test('a recording survives an expired session', async ({ page, member, endSession }) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Spoken in the rain' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)
  await card.getByRole('button', { name: 'Finish' }).click()
  await expect(card.getByText('As others will hear it')).toBeVisible()
  await endSession(member)
  await card.getByRole('button', { name: 'Submit story' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL('/flow?tab=exit')
  await expect(card.getByText(/^\d+:\d\d recorded$/)).toBeVisible()
  await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  await expect(card.getByLabel('Title')).toHaveValue('Spoken in the rain')
  await expect(card.getByText('As others will hear it')).toBeVisible()
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
})
