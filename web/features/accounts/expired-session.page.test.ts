import { expect, test } from '#web/testing/page-test.ts'
import { closeToast, signInAgain } from '#web/testing/steps.ts'
import { fillStory, openStoryForm } from '#web/testing/story-steps.ts'

test('a story survives an expired session and is sent after signing in', async ({
  page,
  member,
  endSession,
}) => {
  await page.goto('/flow?tab=exit')
  const form = await openStoryForm(page)
  await fillStory(form, { title: 'A door held open', content: 'It was raining.' })
  await endSession(member)
  await form.getByRole('button', { name: 'Submit story' }).click()
  const question = page.getByRole('alertdialog', { name: 'You’ve been signed out' })
  await expect(question).toContainText('Your draft is saved on this device')
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(form).toContainText('Please log in to share your story')
  await form.getByRole('button', { name: 'Submit story' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL('/flow?tab=exit')
  await openStoryForm(page)
  await expect(form.getByLabel('Title')).toHaveValue('A door held open')
  await expect(form.getByLabel('Your story', { exact: true })).toHaveValue('It was raining.')
  await form.getByRole('button', { name: 'Submit story' }).click()
  await closeToast(page, 'Story submitted successfully')
})

test('a reply survives an expired session, and the link in the banner leads back', async ({
  page,
  member,
  world,
  endSession,
}) => {
  const storyId = await world.story({ author: await world.member() })
  await page.goto(`/flow?story=${storyId}`)
  await page.getByLabel('Your reply').fill('I was there too.')
  await endSession(member)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL(`/flow?story=${storyId}`)
  await expect(page.getByLabel('Your reply')).toHaveValue('I was there too.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await closeToast(page, 'Reply submitted successfully')
})

test('a guidance request survives an expired session', async ({ page, member, endSession }) => {
  await page.goto('/flow?tab=guidance')
  const words = page.getByLabel('Your request')
  await words.fill('How do I forgive?')
  await page.getByLabel('Category').selectOption('Relationships')
  await endSession(member)
  await page.getByRole('button', { name: 'Submit request' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL('/flow?tab=guidance')
  await expect(words).toHaveValue('How do I forgive?')
})

test('unsaved settings are back after an expired session, with a word about it', async ({
  page,
  world,
  signIn,
  endSession,
}) => {
  const admin = await world.admin()
  await signIn(admin)
  await page.goto('/admin/joining')
  const days = page.getByLabel('Days a member counts as new')
  await days.fill('9')
  await endSession(admin)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await signInAgain(page, admin)
  await closeToast(page, 'You’re signed in again')
  await expect(days).toHaveValue('9')
  await expect(page.getByText('You have changes that are not saved.')).toBeVisible()
})
