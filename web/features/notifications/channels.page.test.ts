import { expect, test } from '#web/testing/page-test.ts'
import { expectToast, setBox } from '#web/testing/steps.ts'

test('a choice that the server refuses is undone, and the others stay', async ({
  memberPage: page,
}) => {
  await page.goto('/account/notifications')
  await expect(page.getByText('This site doesn’t send email yet.')).toBeAttached()
  await page.getByText('Your stories and replies', { exact: true }).click()
  const replies = page.getByLabel('New replies to your story: Email')
  const answers = page.getByLabel('Answers to your reply: Email')
  await setBox(replies, true)
  await expectToast(page, 'Notifications saved')
  await page.route('**/api/notifications/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  )
  await answers.click()
  await expectToast(page, 'Your choice was not saved')
  await expect(answers).not.toBeChecked()
  await expect(replies).toBeChecked()
  await page.unroute('**/api/notifications/settings')

  // Quiet hours with the same start and end are invalid.
  await setBox(page.getByLabel('Quiet hours'), true)
  await page.getByLabel('From', { exact: true }).fill('07:00')
  await page.getByLabel('To', { exact: true }).focus()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22:00')
})
