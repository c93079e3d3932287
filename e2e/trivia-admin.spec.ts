import { expect, expectSoundPage, test } from './fixtures.ts'

test('the tab and its forms are accessible, and the question bank has pages', async ({
  adminPage: page,
}) => {
  test.slow()
  await page.goto('/admin/trivia')
  await expect(page.getByRole('navigation', { name: 'Pages of questions' })).toContainText(
    'Page 1 of 1',
  )
  await page.getByText('Answer and explanation').first().click()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/admin/trivia?page=2')
  await page.getByLabel('Subject').selectOption('Bible')
  await expect(page).toHaveURL('/admin/trivia?subject=bible')
  await page.getByRole('link', { name: 'Add question' }).click()
  const form = page.getByRole('region', { name: 'Add question' })
  await form.getByRole('button', { name: 'Add question' }).click()
  await expect(form.getByText('Question is required')).toBeVisible()
  await expectSoundPage(page)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/admin/trivia?subject=bible')
  await page.getByRole('button', { name: 'Regenerate Trivia' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectSoundPage(page)
})

test('questions from a file are shown before they are imported', async ({
  adminPage: page,
  site,
}) => {
  await page.goto('/admin/trivia')
  await page.getByRole('link', { name: 'Import or export' }).click()
  await expect(page).toHaveURL('/admin/trivia/file')
  const headings = 'Subject;Question;Option 1;Option 2;Right answer;Explanation;Source'
  const choose = (line: string): Promise<void> =>
    page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'questions.csv',
      mimeType: 'text/csv',
      // As older spreadsheets save it, which isn’t UTF-8.
      buffer: Buffer.from(`${headings}\r\n${line}`, 'latin1'),
    })
  await choose('bible;Who met René?;Ana;Ben;Cara;They met.;A letter')
  await expect(page.getByText('Nothing can be imported yet')).toBeVisible()
  await expect(page.getByText('Line 2: The right answer must be one of the options.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await expectSoundPage(page)

  await choose('bible;Who met René?;Ana;Ben;2;They met.;A letter')
  await expect(page.getByText('New: 1 question')).toBeVisible()
  await expect(page.getByText('Who met René?')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 question' }).click()
  await expect(page).toHaveURL('/admin/trivia')
  const bank = page.getByRole('region', { name: 'Question bank' })
  await expect(bank.getByRole('heading', { name: 'Who met René?' })).toBeVisible()
  const rows = await site.db
    .selectFrom('triviaQuestion')
    .select('answer')
    .where('question', '=', 'Who met René?')
    .execute()
  expect(rows).toEqual([{ answer: 'Ben' }])

  await page.getByRole('link', { name: 'Import or export' }).click()
  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all questions' }).click()
  const path = await (await exported).path()
  await page.getByLabel('File', { exact: true }).setInputFiles(path)
  await expect(
    page.getByText(/^There’s nothing new in this file\. Already there: \d+ questions\./),
  ).toBeVisible()
})
