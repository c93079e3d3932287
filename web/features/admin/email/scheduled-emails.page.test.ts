import { expect, test } from '#web/testing/page-test.ts'

test('an email that was sent meanwhile cannot be opened for changes', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/scheduled-emails?edit=999999')
  await expect(page.getByText('This email can no longer be changed')).toBeVisible()
})
