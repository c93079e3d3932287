import { fillStory, openStoryForm, storyCard } from '#web/testing/story-steps.ts'
import { expect, expectSoundPage, test } from './fixtures.ts'
import { expectToast, recordUntil } from './story-steps.ts'

test('the form is closed until a member wants to write, also on a large screen', async ({
  page,
  world,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(await world.member())
  await page.goto('/flow?tab=exit')
  const card = storyCard(page)
  await expect(page.getByRole('button', { name: 'Share your story' })).toBeVisible()
  await expect(card.getByLabel('Title')).toHaveCount(0)
})

test('an unfinished story can be continued, discarded and restored', async ({
  memberPage: page,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Half a loaf', content: 'It began with flour.' })
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)
  await card.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()

  await card.getByRole('button', { name: 'Continue later' }).click()
  const unfinished = card.getByRole('region', { name: 'Your unfinished story' })
  await expect(unfinished).toContainText('Half a loaf')
  await expect(unfinished).toContainText('It began with flour.')
  await expect(unfinished.getByText(/^\d+:\d\d recorded$/)).toBeVisible()
  await expectSoundPage(page)

  await unfinished.getByRole('button', { name: 'Discard' }).click()
  await expect(card.getByText('Draft discarded.')).toBeVisible()
  await expect(unfinished).toHaveCount(0)
  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(unfinished.getByText(/^\d+:\d\d recorded$/)).toBeVisible()
  await openStoryForm(page)
  await expect(card.getByLabel('Title')).toHaveValue('Half a loaf')
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()

  // Discarded before the page has found the recording, and gone once the page says so.
  const found = Promise.withResolvers<void>()
  await page.route(/\/assets\/recording-draft-/, async (route) => {
    await found.promise
    await route.fallback()
  })
  await page.reload()
  await unfinished.getByRole('button', { name: 'Discard' }).click()
  await expect(unfinished).toContainText('Half a loaf')
  found.resolve()
  await expect(card.getByText('Draft discarded.')).toBeVisible()
  await page.reload()
  await openStoryForm(page)
  await expect(card.getByLabel('Title')).toHaveValue('')
  await card.getByRole('tab', { name: 'Record' }).click()
  await expect(card.getByRole('button', { name: 'Start recording' })).toBeVisible()
})

test('two tabs of one draft follow each other, so that neither replaces the other', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await fillStory(card, { title: 'Half a loaf', content: 'It began with flour.' })
  const other = await context.newPage()
  await other.goto('/flow?tab=exit')
  const otherCard = await openStoryForm(other)
  const text = (of: typeof card) => of.getByLabel('Your story', { exact: true })
  await expect(text(otherCard)).toHaveValue('It began with flour.')

  await text(card).fill('It began with flour. Then came a whole paragraph.')
  await expect(text(otherCard)).toHaveValue('It began with flour. Then came a whole paragraph.')
  await text(otherCard).pressSequentially('!')
  await expect(text(card)).toHaveValue('It began with flour. Then came a whole paragraph.!')

  await card.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
  await expect(text(otherCard)).toHaveValue('')
  await other.close()
})

test('a draft with only a recording is restored, whichever tab was open', async ({
  memberPage: page,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  await card.getByRole('tab', { name: 'Record' }).click()
  await card.getByRole('button', { name: 'Start recording' }).click()
  await recordUntil(card, 2)
  await card.getByRole('tab', { name: 'Write' }).click()
  await page.reload()
  await expect(card.getByText(/^\d+:\d\d recorded$/)).toBeVisible()
  await openStoryForm(page)
  await expect(card.getByRole('tab', { name: 'Record' })).toHaveAttribute('aria-selected', 'true')
  await expect(card.getByRole('button', { name: 'Play your recording' })).toBeVisible()
})
