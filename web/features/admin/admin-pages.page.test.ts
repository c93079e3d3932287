import { expect, test } from '#web/testing/page-test.ts'

test('every address of the administration opens its page', async ({ adminPage: page }) => {
  const nav = page.getByRole('navigation', { name: 'Administration' })
  for (const [address, title] of [
    ['/admin', 'Today'],
    ['/admin?tab=stories', 'Stories'],
    ['/admin?tab=stories&part=reports', 'Reports'],
    ['/admin?tab=active-stories', 'Active Stories'],
    ['/admin?tab=guidance', 'Guidance'],
    ['/admin?tab=tags', 'Tags'],
    ['/admin/scheduled-emails', 'Scheduled Emails'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveTitle(new RegExp(`^${title} · `))
    await expect(nav.locator('[aria-current=page]')).toHaveText(new RegExp(`^${title}`))
  }
})

test('a page names itself below “Admin Dashboard”', async ({ adminPage: page }) => {
  const nav = page.getByRole('navigation', { name: 'Administration' })
  for (const [tab, heading, title = heading] of [
    ['daily-content', 'Daily Content'],
    ['trivia', 'Trivia'],
    ['products', 'Products'],
    ['email', 'Email'],
    ['users', 'Users'],
    ['website-settings', 'Website settings', 'Settings'],
    ['connections', 'Connections'],
    ['keeper', 'Backups and health'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`)
    await expect(page).toHaveTitle(new RegExp(`^${title} · `))
    await expect(nav.locator('[aria-current=page]')).toHaveText(new RegExp(`^${title}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
    await expect(
      page.getByRole('heading', { level: 2, name: heading, exact: true }).first(),
    ).toBeVisible()
  }
})
