import { expect, expectSoundPage, test } from './fixtures.ts'

test('the tab and its dialogs are accessible, and the question bank has pages', async ({
  adminPage: page,
}) => {
  test.slow()
  await page.goto('/admin?tab=trivia')
  await expect(page.getByRole('navigation', { name: 'Pages of questions' })).toContainText(
    'Page 1 of 1',
  )
  await page.getByText('Answer and explanation').first().click()
  await expectSoundPage(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/admin?tab=trivia&page=2')
  await page.getByLabel('Subject').selectOption('Bible')
  await expect(page).toHaveURL('/admin?tab=trivia&part=bible')
  await page.getByRole('button', { name: 'Add question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add question' })
  await dialog.getByRole('button', { name: 'Add question' }).click()
  await expect(dialog.getByText('Question is required')).toBeVisible()
  await expectSoundPage(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Regenerate Trivia' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectSoundPage(page)
})
