import { STORY_LIMITS } from '#contract/story-limits.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { closeToast, fillStory, listedStory, openStoryForm } from '#web/testing/steps.ts'

test('the address of a missing story or page offers a way back', async ({
  memberPage: page,
  world,
}) => {
  const other = await world.member()
  const hidden = await world.story({ author: other, title: 'Not yet', status: 'pending' })
  await world.story({ author: other, title: 'Always here' })
  for (const story of ['999999', String(hidden)]) {
    await page.goto(`/flow?story=${story}`)
    await expect(page.getByRole('heading', { name: "We can't find this story" })).toBeVisible()
    await expect(page.getByText('Not yet')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Read other stories' }).click()
  await expect(listedStory(page, 'Always here')).toBeVisible()
  const { length } = await (await page.call('/api/stories?pageSize=100')).json()
  const last = Math.ceil(length / 6)
  await page.goto('/flow?tab=guidance')
  await page.goto('/flow?tab=exit&page=999')
  await expect(page).toHaveURL(last > 1 ? `/flow?tab=exit&page=${last}` : '/flow?tab=exit')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Page 999')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/flow?tab=guidance')
  await page.goto('/flow?story=nonsense&page=-1&category=nonsense&tab=exit')
  await expect(listedStory(page, 'Always here')).toBeVisible()
})

test('text pasted past the limit is counted, not cut off, and an emoji counts as one', async ({
  memberPage: page,
}) => {
  await page.goto('/flow?tab=exit')
  const card = await openStoryForm(page)
  const title = card.getByLabel('Title')
  await title.fill('🙏'.repeat(140))
  await expect(card.getByText('10 characters left')).toBeVisible()
  await title.fill('🙏'.repeat(152))
  await expect(card.getByText('2 characters too many')).toBeVisible()
  await expect(title).toHaveValue('🙏'.repeat(152))
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  const words = card.getByLabel('Your story', { exact: true })
  const tooLong = 'a'.repeat(STORY_LIMITS.content + 3)
  await words.fill(tooLong)
  await expect(card.getByText('3 characters too many')).toBeVisible()
  await expect(words).toHaveValue(tooLong)
  await fillStory(card, { title: '🙏'.repeat(151), content: 'One too many.' })
  await card.getByRole('button', { name: 'Submit story' }).click()
  await expect(card.getByText('Title must be 150 characters or less')).toBeVisible()
  await expect(title).toBeFocused()
  await title.fill('🙏'.repeat(150))
  await card.getByRole('button', { name: 'Submit story' }).click()
  await closeToast(page, 'Story submitted successfully')
  await expect(card.getByText(/characters (left|too many)/)).toHaveCount(0)
})
