import { expect, test } from '#web/testing/page-test.ts'

test('a page names itself below “Admin Dashboard”', async ({ adminPage: page }) => {
  for (const [tab, title] of [
    ['daily-content', 'Daily Content'],
    ['trivia', 'Trivia'],
    ['products', 'Products'],
    ['email', 'Email'],
    ['users', 'Users'],
    ['website-settings', 'Website settings'],
    ['keeper', 'Backups and health'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
    await expect(
      page.getByRole('heading', { level: 2, name: title, exact: true }).first(),
    ).toBeVisible()
  }
})
