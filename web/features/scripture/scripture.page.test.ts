import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'

function mark(page: TestPage, reference: string): Locator {
  return page.getByRole('button', { name: `${reference}, open the passage`, exact: true })
}

test('a book of one chapter opens at its verse, and a verse numbered differently where it is', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  const content = 'I read (Jude 24) at night, and Romans 16:25 in the morning.'
  const storyId = await world.story({ author, title: 'A letter', content })

  await page.goto(`/flow?story=${storyId}`)
  await mark(page, 'Jude 24').click()
  const passage = page.getByRole('dialog')
  await expect(passage.locator('mark')).toHaveText(/^24Now to him who is able to keep them/)
  await page.keyboard.press('Escape')
  await mark(page, 'Romans 16:25').click()
  await expect(page.getByRole('dialog', { name: 'Romans 14:24' })).toContainText(
    'This translation numbers verses of Romans 16:25 differently.',
  )
  await expect(passage.locator('mark')).toHaveText(/^24Now to him who is able to establish you/)
})
