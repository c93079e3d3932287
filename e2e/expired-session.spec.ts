import { fillStory, openStoryForm } from '#web/testing/story-steps.ts'
import { expect, test } from './fixtures.ts'
import { addApp, SIGNED_OUT, signInAgain } from './session-steps.ts'
import { expectToast } from './story-steps.ts'

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(SIGNED_OUT)
})

test('a story survives a sign-in with a second factor', async ({
  page,
  member,
  site,
  expectedErrors,
  endSession,
}) => {
  expectedErrors.push(/status of 403 /)
  const { nextCode } = await addApp(site, member)
  await page.goto('/flow?tab=exit')
  const form = await openStoryForm(page)
  await fillStory(form, { title: 'A light in the hall', content: 'Somebody had waited.' })
  await endSession(member)
  await form.getByRole('button', { name: 'Submit story' }).click()
  await signInAgain(page, member)
  await page.getByLabel('Code from your authenticator app').fill(nextCode())
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL('/flow?tab=exit')
  await openStoryForm(page)
  await expect(form.getByLabel('Title')).toHaveValue('A light in the hall')
  await expect(form.getByLabel('Your story', { exact: true })).toHaveValue('Somebody had waited.')
  await form.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
})

test('another member who signs in does not see unsent text', async ({
  page,
  world,
  signIn,
  endSession,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  await signIn(member)
  await page.goto('/flow?tab=exit')
  const form = await openStoryForm(page)
  const words = form.getByLabel('Your story', { exact: true })
  await fillStory(form, { title: 'A door held open', content: 'It was raining.' })
  await endSession(member)
  await form.getByRole('button', { name: 'Submit story' }).click()
  await signInAgain(page, other)
  await expect(page).toHaveURL('/flow?tab=exit')
  await openStoryForm(page)
  await expect(words).toHaveValue('')

  // The same if the page stays open and another member signs in in another tab.
  await words.fill('These are the words of the second one.')
  await endSession(other)
  await form.getByLabel('Title').fill('Second')
  await form.getByLabel('Category').selectOption({ label: 'Faith' })
  await form.getByRole('button', { name: 'Submit story' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await signIn({ ...member, cookie: await world.session(member.id) })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('region', { name: 'Your unfinished story' })).toBeVisible()
  await openStoryForm(page)
  await expect(words).toHaveValue('It was raining.')
})

test('a reply is in view after signing in again, with a word about it', async ({
  page,
  member,
  world,
  endSession,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const content = Array.from({ length: 60 }, (_, line) => `It rained all day ${line}.`).join('\n\n')
  const storyId = await world.story({ author: await world.member(), content })
  await page.goto(`/flow?story=${storyId}`)
  const field = page.getByLabel('Your reply')
  await field.fill('I was there too.')
  await endSession(member)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await signInAgain(page, member)
  await expectToast(page, 'You’re signed in again')
  await expect(field).toHaveValue('I was there too.')
  await expect(field).toBeInViewport()
})

test('an unfinished story is in view after signing in again, with a word about it', async ({
  page,
  member,
  endSession,
}) => {
  await page.goto('/flow?tab=exit')
  const form = await openStoryForm(page)
  await fillStory(form, { title: 'A light in the yard', content: 'The dog knew first.' })
  await endSession(member)
  await form.getByRole('button', { name: 'Submit story' }).click()
  await signInAgain(page, member)
  await expectToast(page, 'You’re signed in again')
  await expect(page.getByRole('region', { name: 'Your unfinished story' })).toBeInViewport()
})
