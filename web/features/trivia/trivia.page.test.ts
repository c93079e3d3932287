import { type Question, questionOfToday } from '#server/testing/trivia.ts'
import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { expectToast } from '#web/testing/steps.ts'

function card(page: TestPage): Locator {
  return page.getByRole('region', { name: 'Daily Success Trivia Challenge' })
}

function radio(page: TestPage, option: string): Locator {
  return card(page).getByRole('radio', { name: option, exact: true })
}

function submit(page: TestPage): Locator {
  return card(page).getByRole('button', { name: 'Submit' })
}

async function openTrivia(page: TestPage): Promise<void> {
  await page.goto('/flow?tab=faith')
  await expect(card(page).getByRole('radio').first()).toBeVisible()
}

async function expectAnswered(page: TestPage, question: Question, own: string): Promise<void> {
  await expect(card(page).getByRole('radio')).toHaveCount(0)
  for (const text of [question.question, question.answer, own, question.explanation]) {
    await expect(card(page).getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card(page).getByText(`Source: ${question.source}`)).toBeVisible()
  const isRight = own === question.answer
  await expect(card(page).getByText('Your answer: correct')).toHaveCount(isRight ? 1 : 0)
}

test('a question that fails to load and a refused answer show errors', async ({
  memberPage: page,
  site,
}) => {
  let isBroken = true
  await page.route('**/api/trivia/**', (route) =>
    isBroken
      ? route.fulfill({ status: 429, json: { message: 'Please wait a moment.', code: 'internal' } })
      : route.continue(),
  )
  await page.goto('/flow?tab=faith')
  await expect(
    card(page).getByText('Failed to load trivia. Please try again later.', { exact: true }),
  ).toBeVisible()
  isBroken = false
  await card(page).getByRole('button', { name: 'Retry' }).click()
  await expect(card(page).getByRole('radio').first()).toBeVisible()

  const question = await questionOfToday(site.db)
  await radio(page, question.answer).check()
  isBroken = true
  await submit(page).click()
  await expectToast(page, 'Error', 'Please wait a moment.')
  await expect(radio(page, question.answer)).toBeChecked()
  isBroken = false
  await submit(page).click()
  await expectAnswered(page, question, question.answer)
})

test('an answer that is submitted twice at once is sent once', async ({
  memberPage: page,
  site,
}) => {
  let sent = 0
  await page.route('**/api/trivia/answer', (route) => {
    sent += 1
    return route.continue()
  })
  await openTrivia(page)
  const { wrong } = await questionOfToday(site.db)
  await radio(page, wrong).check()
  await submit(page).dblclick()
  await expect(card(page).getByText('Wrong Answer!')).toBeVisible()
  expect(sent).toBe(1)
})

test('the question is fetched again each time it is shown', async ({ memberPage: page }) => {
  let asked = 0
  await page.route('**/api/trivia/today', (route) => {
    asked += 1
    return route.continue()
  })
  await openTrivia(page)
  expect(asked).toBe(1)
  await page.getByRole('link', { name: 'Daily WORD', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Daily WORD' })).toBeVisible()
  await page.getByRole('link', { name: 'Faith Action', exact: true }).click()
  await expect(card(page).getByRole('radio').first()).toBeVisible()
  expect(asked).toBe(2)
})
