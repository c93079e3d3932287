import type { Page } from '@playwright/test'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import { expectSearch } from './story-steps.ts'

onEmptySite()

/** Natural text, in which lines can break in many places. */
const STORY = [
  'When my grandmother planted the orchard, nobody believed that a single tree would live.',
  'She carried the water up the hill herself, two buckets at a time, before the sun was up.',
  'I was eight, and I counted her steps; I still know that there were four hundred and twelve.',
  'Years later I asked her why she had gone on. She laughed, and said it was only a little way.',
].join(' ')

/** The number of characters on the longest line of the text that begins with these words. */
function longestLine(page: Page, beginning: string): Promise<number> {
  return page
    .getByText(beginning)
    .first()
    .evaluate((element) => {
      const text = element.firstChild
      if (!text) return 0
      const counts = new Map<number, number>()
      const range = document.createRange()
      for (let index = 0; index < (text.textContent ?? '').length; index++) {
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        const top = Math.round(range.getBoundingClientRect().top)
        counts.set(top, (counts.get(top) ?? 0) + 1)
      }
      return Math.max(...counts.values())
    })
}

test('a reader moves between stories in the order of their list, and back to the list', async ({
  memberPage: page,
  world,
}) => {
  const author = await world.member()
  for (let count = 1; count <= 8; count++) {
    await world.story({ author, title: `Row ${count}`, tags: ['Vineyard'] })
    await world.story({ author, title: `Weed ${count}` })
  }
  await page.goto('/flow?tab=exit&tag=Vineyard')
  await page.getByRole('link', { name: 'Row 3', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Row 3')
  const next = page.getByRole('button', { name: 'Next story' })
  const previous = page.getByRole('button', { name: 'Previous story' })

  // From the last story of the first page to the second page.
  await next.click()
  await expect(heading).toHaveText('Row 2')
  await expect(heading).toBeFocused()
  await expect(page).toHaveURL(/\/flow\?story=\d+&tag=Vineyard$/)
  await expect(next).toBeEnabled()
  await page.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('Row 1')
  await expect(next).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('Row 1')
  await page.reload()
  await expect(heading).toHaveText('Row 1')
  await previous.click()
  await expect(heading).toHaveText('Row 2')
  await page.goBack()
  await expect(heading).toHaveText('Row 1')
  await page.goBack()
  await expect(heading).toHaveText('Row 2')
  const readOn = page.getByRole('navigation', { name: 'Read on' })
  await expect(readOn.getByRole('link')).toHaveText(['PreviousRow 3', 'NextRow 1'])
  await readOn.getByRole('link', { name: 'Previous Row 3' }).click()
  await expect(heading).toHaveText('Row 3')

  await page.getByRole('button', { name: 'Back to stories' }).click()
  await expectSearch(page, { tab: 'exit', tag: 'Vineyard' })
  await expect(page.getByRole('link', { name: 'Row 3', exact: true })).toBeFocused()
})

test('a line of a story has at most 68 characters', async ({ memberPage: page, world }) => {
  const author = await world.member()
  const storyId = await world.story({ author, content: `${STORY} `.repeat(4).trim() })
  await page.goto(`/flow?story=${storyId}`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByText('When my grandmother')).toBeVisible()
  await page.evaluate(async () => void (await document.fonts.ready))
  const longest = await longestLine(page, 'When my grandmother')
  expect(longest).toBeLessThanOrEqual(68)
  expect(longest, 'and uses the room there is').toBeGreaterThan(54)
})

test('a member finds all of their stories in one place', async ({ page, member, world }) => {
  await page.goto('/flow?tab=exit&list=mine')
  await expect(page.getByText("You haven't shared any stories yet.")).toBeVisible()
  await world.story({ author: member, title: 'Published' })
  await world.story({ author: member, title: 'In review', status: 'pending' })
  const rejectionReason = 'Please leave out the name of the street.'
  await world.story({ author: member, title: 'Returned', status: 'rejected', rejectionReason })
  await world.story({ author: await world.member(), title: 'By another' })
  await page.goto('/flow?tab=exit')
  await page.getByRole('link', { name: 'My stories 1 in review, 1 needs a change' }).click()
  const lists = page.getByRole('navigation', { name: 'Which stories' })
  // While the list's data is on its way, the page before is still shown.
  await expect(lists.locator('[aria-current]')).toHaveCount(1)
  await expect(lists.locator('[aria-current]')).toHaveText(/^My stories/)
  const mine = page.getByRole('region', { name: 'My stories' })
  await expect(mine.getByRole('heading', { level: 3 })).toHaveText([
    'Returned',
    'In review',
    'Published',
  ])
  await expect(mine.getByText(rejectionReason)).toBeVisible()
  await expect(mine.getByText('For Approval')).toBeVisible()
  await expectSoundPage(page)
  await page.getByRole('link', { name: 'In review', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'In review' })).toBeVisible()
  await page.getByRole('button', { name: 'Next story' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Published' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next story' })).toBeDisabled()
  await page.getByRole('button', { name: 'Back to stories' }).click()
  await expectSearch(page, { tab: 'exit', list: 'mine' })
  await page.goto('/flow?tab=exit&list=mine&page=99')
  await expectSearch(page, { tab: 'exit', list: 'mine' })
  await expect(mine.getByRole('heading', { level: 3 })).toHaveCount(3)
})
