import { expect, test } from '#web/testing/page-test.ts'

test('while a story is open, other tabs work and its own tab leads back to the list', async ({
  memberPage: page,
  world,
}) => {
  const title = 'A lamp in the window'
  const storyId = await world.story({ author: await world.member(), title })
  await page.goto(`/flow?story=${storyId}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const stories = page.getByRole('link', { name: 'FOLX Stories', exact: true })
  await expect(stories).toHaveAttribute('aria-current', 'page')
  await stories.click()
  await expect(page).toHaveURL('/flow?tab=exit')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('link', { name: 'Guidance', exact: true }).click()
  await expect(page).toHaveURL('/flow?tab=guidance')
})

test('the mood opens from its line, and Open journal opens the journal', async ({
  memberPage: page,
}) => {
  await page.goto('/flow?tab=exit')
  const mood = page.getByRole('region', { name: 'Mood & Gratitude' })
  await expect(mood.getByText('How are you today?')).toBeVisible()
  await mood.getByRole('button', { name: 'Mood and journal' }).click()
  await mood.getByRole('radio', { name: 'Grateful', exact: true }).check()
  await mood.getByRole('button', { name: 'Share' }).click()
  // Once it is shared, the choice is gone.
  await expect(mood.getByRole('radio')).toHaveCount(0)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Open journal' }).click()
  const journal = page.getByRole('dialog', { name: 'Your journal' })
  await expect(journal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(journal).toHaveCount(0)
  await expect(page).toHaveURL('/flow')
})
