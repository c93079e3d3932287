import { logicalDate } from '#contract/logical-date.ts'
import type { TestMember } from '#server/testing/population.ts'
import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, type Site, test } from '#web/testing/page-test.ts'
import { callAs, closeToast } from '#web/testing/steps.ts'

/** The community's default time zone. */
const COMMUNITY_ZONE = 'America/Chicago'

interface Showing {
  triviaId: number
  question: string
  options: string[]
  answer: string
}

/** Today's question in the database. */
function showing(site: Site): Promise<Showing> {
  return site.db
    .selectFrom('trivia')
    .select(['triviaId', 'question', 'options', 'answer'])
    .where('day', '=', logicalDate(new Date(), COMMUNITY_ZONE))
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow()
}

async function answer(site: Site, member: TestMember): Promise<void> {
  const { triviaId, options } = await showing(site)
  const body = { triviaId, answer: options[0] }
  const path = '/api/trivia/answer'
  const { status } = await callAs(site, member, { method: 'POST', path, body })
  expect(status).toBe(200)
}

function todaysCard(page: TestPage): Locator {
  return page.getByRole('region', { name: 'Today’s question' })
}

function bankEntry(page: TestPage, question: string): Locator {
  return page
    .getByRole('region', { name: 'Question bank' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: question, exact: true }) })
}

test('a member is redirected', async ({ memberPage: page }) => {
  await page.goto('/admin/trivia')
  await expect(page).not.toHaveURL(/admin/)
})

test('the question is replaced after a confirmation that shows how many answered', async ({
  adminPage: page,
  site,
  world,
}) => {
  const [first, second] = [await world.member(), await world.member()]
  await page.goto('/admin/trivia')
  const card = todaysCard(page)
  await expect(card.getByText('Nobody has answered today yet.')).toBeVisible()
  const before = await showing(site)
  await expect(card.getByText(before.question)).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'Correct answer' })).toContainText(
    before.answer,
  )

  // Two members answer while the page is open; the confirmation shows the current number.
  await answer(site, first)
  await answer(site, second)
  const regenerate = card.getByRole('button', { name: 'Regenerate Trivia' })
  await regenerate.click()
  const question = page.getByRole('alertdialog', { name: 'Show another question today?' })
  await expect(question).toContainText(
    '2 members have answered today. Their answers are kept; everyone else gets a new question.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await showing(site)).triviaId).toBe(before.triviaId)
  await page.route('**/api/admin/trivia/regenerate', (route) => route.abort())
  await regenerate.click()
  await question.getByRole('button', { name: 'Regenerate Trivia' }).click()
  await closeToast(page, /^Failed to regenerate trivia: We could not reach the server/)
  await expect(question.getByRole('alert')).toContainText('We could not reach the server')
  await page.unroute('**/api/admin/trivia/regenerate')

  await question.getByRole('button', { name: 'Regenerate Trivia' }).click()
  await closeToast(page, 'Trivia regenerated successfully')
  const after = await showing(site)
  expect(after.question).not.toBe(before.question)
  await expect(card.getByText(after.question)).toBeVisible()
  await expect(card.getByText('2 members have answered today.')).toBeVisible()
  const own = await callAs(site, first, { method: 'GET', path: '/api/trivia/today' })
  expect(own.json).toMatchObject({ answered: { triviaId: before.triviaId } })
})

test('a question is added, found, edited and turned off', async ({ adminPage: page, site }) => {
  await page.goto('/admin/trivia')
  await page.getByRole('link', { name: 'Add question' }).click()
  const form = page.getByRole('region', { name: 'Add question' })
  const add = form.getByRole('button', { name: 'Add question' })
  await add.click()
  await expect(form.getByText('Question is required')).toBeVisible()
  await expect(form.getByText('Choose the right answer.')).toBeVisible()
  await expect(form.getByLabel('Subject')).toBeFocused()
  await form.getByLabel('Subject').selectOption('Business')
  const text = 'What does a ledger keep?'
  await form.getByLabel('Question', { exact: true }).fill(text)
  for (const [index, option] of ['Accounts', 'Horses', 'Letters'].entries()) {
    await form.getByLabel(`Option ${index + 1}`, { exact: true }).fill(option)
  }
  await form.getByRole('radio', { name: 'Option 1 is correct' }).check()
  await form.getByRole('button', { name: 'Remove option 4' }).click()
  await expect(form.getByLabel('Option 3', { exact: true })).toBeFocused()
  await form.getByRole('button', { name: 'Add option' }).click()
  await expect(form.getByLabel('Option 4', { exact: true })).toBeFocused()
  await page.keyboard.type('Accounts')
  await form.getByLabel('Explanation').fill('Each transaction is entered into it.')
  await form.getByLabel('Source').fill('Luca Pacioli, 1494')
  await add.click()
  await expect(form.getByText('Each option must differ.')).toBeVisible()

  // The first option is removed, the right answer chosen again, and typed text survives a reload.
  await form.getByRole('button', { name: 'Remove option 1' }).click()
  await expect(form.getByLabel('Option 3', { exact: true })).toHaveValue('Accounts')
  await form.getByRole('radio', { name: 'Option 3 is correct' }).check()
  await page.reload()
  await expect(form.getByLabel('Question', { exact: true })).toHaveValue(text)
  await expect(form.getByLabel('Option 3', { exact: true })).toHaveValue('Accounts')
  await expect(form.getByRole('radio', { name: 'Option 3 is correct' })).toBeChecked()
  await add.click()
  await closeToast(page, 'Question added successfully')
  await expect(form).toHaveCount(0)

  await page.getByLabel('Search questions').fill('ledger')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
  await page.getByLabel('Subject').selectOption('Bible')
  await expect(page.getByText('No questions found')).toBeVisible()
  await page.getByLabel('Subject').selectOption('Business')
  await expect(page).toHaveURL('/admin/trivia?q=ledger&subject=business')
  const entry = bankEntry(page, text)
  await expect(entry).toContainText('Added by your team')
  await expect(entry).toContainText('Not shown yet')
  await entry.getByText('Answer and explanation').click()
  await expect(entry.getByRole('listitem').filter({ hasText: 'Correct answer' })).toContainText(
    'Accounts',
  )

  await entry.getByRole('link', { name: `Edit: ${text}` }).click()
  const editing = page.getByRole('region', { name: 'Edit question' })
  await editing.getByLabel('Explanation').fill('Something else')
  await editing.getByRole('button', { name: 'Cancel' }).click()
  await entry.getByRole('link', { name: `Edit: ${text}` }).click()
  await expect(editing.getByLabel('Explanation')).toHaveValue(
    'Each transaction is entered into it.',
  )
  await editing.getByLabel('Source').fill('Luca Pacioli, Summa, 1494')
  await editing.getByRole('button', { name: 'Save question' }).click()
  await closeToast(page, 'Question saved successfully')
  await expect(entry).toContainText('Luca Pacioli, Summa, 1494')

  const inUse = entry.getByRole('switch', { name: `In use: ${text}` })
  await page.route('**/api/admin/trivia/questions/*', (route) => route.abort())
  await inUse.click()
  await closeToast(page, /^Failed to turn question off/)
  await expect(inUse).toBeChecked()
  await page.unroute('**/api/admin/trivia/questions/*')
  await inUse.click()
  await closeToast(page, 'Question turned off')
  await expect(inUse).not.toBeChecked()
  const row = await site.db
    .selectFrom('triviaQuestion')
    .select(['isEnabled', 'source', 'answer', 'options'])
    .where('question', '=', text)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    isEnabled: false,
    source: 'Luca Pacioli, Summa, 1494',
    answer: 'Accounts',
    options: ['Horses', 'Letters', 'Accounts'],
  })
  await page.reload()
  await expect(inUse).not.toBeChecked()
  await inUse.click()
  await closeToast(page, 'Question turned on')
})

test('the tab says when the questions begin to repeat', async ({ adminPage: page, site }) => {
  const showAllOn = (lastShownOn: string | null): Promise<unknown> =>
    site.db.updateTable('triviaQuestion').set({ lastShownOn }).execute()
  const words = todaysCard(page).getByText(
    'Every active question was shown in the last 90 days, so they repeat. Add more.',
  )
  await showAllOn(logicalDate(new Date(), COMMUNITY_ZONE))
  await page.goto('/admin/trivia')
  await expect(words).toBeVisible()
  await showAllOn(null)
  await page.reload()
  await expect(todaysCard(page).getByRole('button', { name: 'Regenerate Trivia' })).toBeVisible()
  await expect(words).toHaveCount(0)
})
