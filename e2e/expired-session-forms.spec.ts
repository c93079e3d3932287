import { expectToast as expectExactToast, test } from './fixtures.ts'
import { SIGNED_OUT, signInAgain } from './session-steps.ts'
import { expect, expectToast, fillStory, openStoryForm } from './story-steps.ts'

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(SIGNED_OUT)
})

test('an unsent mood survives an expired session', async ({ page, member, endSession }) => {
  await page.goto('/flow')
  const panel = page.getByRole('region', { name: 'Mood & Gratitude' })
  await panel.getByRole('radio', { name: 'Joyful', exact: true }).check()
  const write = panel.getByRole('button', { name: /^Write your daily gratitude/ })
  if (await write.isVisible()) await write.click()
  const notes = panel.getByLabel('Your daily gratitude and mood expression')
  await notes.fill('A letter came.')
  await endSession(member)
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL(/\/flow/)
  await expect(notes).toHaveValue('A letter came.')
  await expect(panel.getByRole('radio', { name: 'Joyful', exact: true })).toBeChecked()
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await expectExactToast(page, 'Gratitude & Mood Sent Into The Universe Successfully')
})

test('an action checked after the session has expired is checked after signing in', async ({
  page,
  member,
  site,
  endSession,
}) => {
  await page.goto('/flow?tab=faith')
  const panel = page.getByRole('region', { name: 'Daily Actions', exact: true })
  const box = panel.getByRole('checkbox', { name: 'Prayer' })
  await expect(box).not.toBeChecked()
  await endSession(member)
  await box.check()
  const question = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(box).toBeChecked()
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username or email').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/flow?tab=faith')
  const ticks = (): Promise<unknown[]> =>
    site.db
      .selectFrom('actionTick')
      .select('actionType')
      .where('memberId', '=', member.id)
      .execute()
  await expect.poll(ticks).toEqual([{ actionType: 'prayer' }])
  await expect(box).toBeChecked()
  await page.reload()
  await expect(box).toBeChecked()
})

test('a recording survives an expired session', async ({ page, member, endSession }) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Spoken in the rain' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  const clock = card.getByText(/^\d:\d\d$/)
  await expect
    .poll(async () => Number((await clock.textContent())?.slice(-2)))
    .toBeGreaterThanOrEqual(2)
  await card.getByRole('button', { name: 'Finish' }).click()
  await expect(card.getByText('Your recording, as others will hear it')).toBeVisible()
  await endSession(member)
  await card.getByRole('button', { name: 'Submit story' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL('/flow?tab=exit')
  await expect(card.getByText(/^0:\d\d recorded$/)).toBeVisible()
  await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  await expect(card.getByLabel('Title')).toHaveValue('Spoken in the rain')
  await expect(card.getByText('Your recording, as others will hear it')).toBeVisible()
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
})
