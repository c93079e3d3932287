import { expect, test } from '#web/testing/page-test.ts'

test('a member is redirected', async ({ memberPage: page }) => {
  await page.goto('/admin/settings')
  await expect(page).not.toHaveURL(/admin/)
})
