import { expect, expectSoundPage, test } from './fixtures.ts'

test('business words are changed one by one, replaced by a file, and brought back', async ({
  adminPage: page,
}) => {
  test.slow()
  await page.goto('/admin/daily-content')
  await page.getByRole('link', { name: 'Business words' }).click()
  await expect(page).toHaveURL('/admin/business-words')
  await page.getByLabel('Find a word').fill('revenue')
  await page.getByRole('button', { name: 'Edit: Revenue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Meaning').fill('')
  await dialog.getByRole('button', { name: 'Save word' }).click()
  await expect(dialog.getByText('Meaning is required')).toBeVisible()
  await expectSoundPage(page)
  await dialog.getByLabel('Meaning').fill('What people pay you.')
  await dialog.getByRole('button', { name: 'Save word' }).click()
  await expect(page.getByText('Word saved successfully', { exact: true })).toBeVisible()
  await expect(page.getByText('What people pay you.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete: Revenue', exact: true }).click()
  await page.getByRole('button', { name: 'Delete word' }).click()
  await expect(page.getByText('Word deleted successfully', { exact: true })).toBeVisible()
  await expect(page.getByText('What people pay you.')).toHaveCount(0)
  await page.getByLabel('Find a word').fill('')

  await page.getByRole('link', { name: 'Import or export' }).click()
  const choose = (lines: string): Promise<void> =>
    page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'words.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Word,Meaning,Example\r\n${lines}`),
    })
  await choose('Tithe,,She gave it.')
  await expect(page.getByText('Line 2: Meaning is required')).toBeVisible()
  await choose('Tithe,A tenth of an income.,She gave it.')
  await expect(page.getByText('New: 1 word')).toBeVisible()
  await expect(page.getByText(/^Deleted: \d+ words/)).toBeVisible()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Use this word' }).click()
  await expect(page.getByText('Words imported', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/admin/business-words')
  await expect(page.getByText('A tenth of an income.')).toBeVisible()

  await page.goto('/flow')
  await expect(page.getByText('A tenth of an income.')).toBeVisible()

  await page.goto('/admin/business-words')
  await page.getByRole('button', { name: 'Use built-in words' }).click()
  await page.getByRole('button', { name: 'Delete my list' }).click()
  await expect(page.getByText('The built-in words are back', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit: Revenue', exact: true })).toBeVisible()
})
