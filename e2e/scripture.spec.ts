import type { Locator, Page } from '@playwright/test'
import { DAY_MS } from '#contract/durations.ts'
import { storedRows } from './device-storage.ts'
import { expect, expectSoundPage, tabTo, test } from './fixtures.ts'
import type { Site } from './site.ts'
import { expectToast } from './story-steps.ts'

test.use({ siteName: 'offline', serviceWorkers: 'allow' })

const AWAY = /ERR_INTERNET_DISCONNECTED/
const STORY = `My brother John 15 years ago wrote Psalm 23:4 on a card.
I read it at 3:16 am, and later Romans 8:28, 38; 12:12 as well.`

function mark(page: Page, reference: string): Locator {
  return page.getByRole('button', { name: `${reference}, open the passage`, exact: true })
}

async function keptAnswers(page: Page): Promise<string[]> {
  const rows = await storedRows<{ queryKey: string[] }>(page, {
    database: 'folx',
    store: 'answer',
  })
  return rows.map(({ queryKey }) => queryKey[0] ?? '')
}

async function publishMessage(site: Site, cookie: string, content: string): Promise<void> {
  const form = new FormData()
  form.set('type', 'message')
  form.set('format', 'text')
  form.set('content', content)
  const response = await fetch(`${site.url}/api/admin/content/manual`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: site.url },
    body: form,
  })
  expect(response.status, await response.text()).toBe(200)
}

test('a reference opens its passage in place, even offline', async ({
  memberPage: page,
  context,
  site,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(AWAY)
  const { cookie } = await world.admin()
  await publishMessage(site, cookie, '<p>Tonight: <em>John 3:16-17</em>. Call us at 3:16.</p>')
  const author = await world.member()
  const storyId = await world.story({ author, title: 'A card', content: STORY })
  await world.reply({ author, storyId, content: '1 Cor 13 for me.' })

  await page.goto(`/flow?story=${storyId}`)
  await expect(mark(page, 'Psalm 23:4')).toBeVisible()
  await expect(mark(page, '1 Cor 13')).toBeVisible()
  const text = page.getByText('My brother John')
  await expect(text.getByRole('button')).toHaveText(['Psalm 23:4', 'Romans 8:28, 38; 12:12'])
  const copied = await text.evaluate((element) => {
    const selection = getSelection()
    selection?.selectAllChildren(element)
    const words = selection?.toString()
    selection?.removeAllRanges()
    return words
  })
  expect(copied).toBe(STORY)

  await tabTo(mark(page, 'Psalm 23:4'))
  await page.keyboard.press('Enter')
  const passage = page.getByRole('dialog', { name: 'Psalm 23:4' })
  await expect(passage.locator('mark')).toHaveText(/^4Even though I walk through the valley/)
  await expect(passage.getByText('World English Bible')).toBeVisible()
  await expect(passage).not.toContainText('Yahweh is my shepherd')
  await page.keyboard.press('Tab')
  await expectSoundPage(page)
  await passage.getByRole('button', { name: 'Show the whole chapter' }).press('Enter')
  await expect(passage).toContainText('Yahweh is my shepherd')
  await expect(passage.getByRole('button', { name: 'Show the whole chapter' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(mark(page, 'Psalm 23:4')).toBeFocused()

  await page.goto('/flow')
  await expect(mark(page, 'John 3:16-17')).toBeVisible()
  await expect(page.locator('[data-scripture]')).toHaveCount(1)
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const path of ['/api/user', '/api/scripture/John%203', '/api/scripture/Psalm%2023']) {
    await expect.poll(() => keptAnswers(page)).toContain(path)
  }

  await context.setOffline(true)
  await page.reload()
  await mark(page, 'John 3:16-17').press(' ')
  await expect(page.locator('mark').first()).toHaveText(/^16For God so loved the world/)
  await page.keyboard.press('Escape')
  await page.goto(`/flow?story=${storyId}`)
  await mark(page, 'Psalm 23:4').click()
  await expect(passage.locator('mark')).toBeVisible()
  await page.keyboard.press('Escape')
  await mark(page, 'Romans 8:28, 38; 12:12').click()
  const list = page.getByRole('dialog')
  await expect(list.getByRole('alert')).toContainText('This passage isn’t saved on this device.')
  await context.setOffline(false)
  await list.getByRole('button', { name: 'Retry' }).click()
  await expect(list.locator('mark')).toHaveText([/^28We know/, /^38For I am persuaded/])
  await list.getByRole('button', { name: 'Next: Romans 12:12' }).click()
  await expect(list.locator('mark')).toHaveText(/^12rejoicing in hope/)
})

test('journal days become a story draft, and nothing leaves the device before it is sent', async ({
  page,
  site,
  world,
  signIn,
}) => {
  const member = await world.member({ timeZone: 'UTC' })
  await signIn(member)
  for (const [daysAgo, notes] of [
    [1, 'Bread from a neighbor.'],
    [8, 'The kettle sang.'],
    [9, 'Not for anyone else.'],
  ] as const) {
    const madeAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
    const saved = await page.request.post('/api/moods', {
      data: { mood: 'grateful', notes, madeAt },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(saved.status()).toBe(201)
  }
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

  await page.goto('/flow?tab=exit')
  await page.getByRole('button', { name: 'Share your story' }).click()
  const form = page.getByRole('region', { name: /^Share Your Story/ })
  await form.getByLabel('Your story', { exact: true }).fill('I began this before.')

  await page.getByRole('button', { name: 'Mood and journal' }).click()
  await page.getByRole('button', { name: 'Journal', exact: true }).click()
  const journal = page.getByRole('dialog', { name: 'Your journal' })
  const start = journal.getByRole('button', { name: 'Write a story from my journal' })
  await start.press('Enter')
  const boxes = journal.getByRole('group', { name: 'Entries for your story' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  await boxes.nth(0).press(' ')
  await boxes.nth(1).press(' ')
  await expect(boxes.nth(1)).toBeChecked()
  await expect(journal.getByText('your unfinished story, “I began this before.”')).toBeVisible()
  await expectSoundPage(page)
  await tabTo(journal.getByRole('button', { name: 'Add to my unfinished story' }))
  await page.keyboard.press('Enter')

  await expect(journal).toHaveCount(0)
  const draft = form.getByLabel('Your story', { exact: true })
  await expect(draft).toHaveValue(
    /^I began this before\.\n\nI keep a journal\. These are days I was grateful for\.\n\nOne \w+ in \w+( \d{4})?:\nThe kettle sang\.\n\n(One|Another) \w+ in \w+( \d{4})?:\nBread from a neighbor\.$/,
  )
  await expect(form.getByLabel('Title')).toHaveValue('Days I was grateful for')
  await page.reload()
  await expect(draft).toHaveValue(/The kettle sang\./)
  expect(sent.filter((request) => /kettle|neighbor|began this/.test(request))).toEqual([])

  await form.getByLabel('Category').selectOption({ label: 'Faith' })
  await form.getByRole('button', { name: 'Submit story' }).click()
  await expectToast(page, 'Story submitted successfully')
  const stories = await site.db
    .selectFrom('story')
    .select('content')
    .where('memberId', '=', member.id)
    .execute()
  expect(stories).toEqual([{ content: expect.stringContaining('The kettle sang.') }])
  expect(stories[0]?.content).not.toContain('Not for anyone else.')
})
