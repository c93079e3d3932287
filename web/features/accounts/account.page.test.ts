import { expect, test } from '#web/testing/page-test.ts'

test('each section of the account has its own address', async ({ memberPage: page }) => {
  await page.goto('/account/notifications')
  const heading = (name: string) =>
    page.getByRole('main').getByRole('heading', { level: 2, name, exact: true })
  await expect(heading('Notifications')).toBeVisible()
  await expect(heading('Email preferences')).toBeVisible()
  await expect(heading('Profile')).toHaveCount(0)
  const sections = page.getByRole('navigation', { name: 'Account sections' })
  await sections.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/account/security')
  await expect(sections.getByRole('link', { name: 'Security' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await sections.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await sections.getByRole('link', { name: 'Profile' }).click()
  await expect(heading('Profile')).toBeVisible()
  await expect(heading('Notifications')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/account/data')

  // The whole account stays at its address, and an unknown section leads there.
  await page.goto('/account/unknown')
  await expect(page).toHaveURL('/account')
  for (const name of ['Profile', 'Notifications', 'Email preferences']) {
    await expect(heading(name)).toBeVisible()
  }
})
