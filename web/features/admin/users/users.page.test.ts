import { RIGHT_WORDS, RIGHTS, type Right } from '#contract/rights.ts'
import type { Locator, TestPage } from '#web/testing/page.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { closeToast } from '#web/testing/steps.ts'

function row(page: TestPage, username: string): Locator {
  return page
    .getByRole('region', { name: 'Users' })
    .getByRole('listitem')
    .filter({ hasText: username })
}

function rightOf(dialog: Locator, right: Right): Locator {
  return dialog.getByRole('checkbox', { name: RIGHT_WORDS[right].opens })
}

async function act(page: TestPage, username: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a member is redirected', async ({ memberPage: page }) => {
  await page.goto('/admin/users')
  await expect(page).not.toHaveURL(/admin/)
})

test('an email address is changed, and a taken one is refused', async ({
  adminPage: page,
  site,
  world,
  mailTo,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/admin/users')
  await expect(page.getByText('The audit log records each time this list is opened.')).toBeVisible()
  await expect(row(page, member.username)).toBeVisible()
  await page.getByLabel('Search users').fill(member.username)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  const entry = row(page, member.username)
  await expect(entry).toContainText(member.email)
  await expect(entry).toContainText(member.anonymousUsername)
  await expect(entry).not.toContainText(member.id)

  await act(page, member.username, 'Change email')
  const dialog = page.getByRole('dialog', { name: `Change email for ${member.username}` })
  await expect(dialog).toContainText('If the old address was verified, we’ll notify it.')
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  const field = dialog.getByLabel('New email')
  await field.fill(other.email)
  await field.press('Enter')
  // The open dialog hides toasts from roles, but they are still announced and visible.
  await expect(page.getByText('Failed to update email', { exact: true }).last()).toBeVisible()
  await expect(dialog.locator('[id$="-error"]')).toBeVisible()
  await expect(field).toHaveValue(other.email)

  const newEmail = `moved-${member.email}`
  await field.fill(newEmail)
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Actions for ${member.username}` })).toBeFocused()
  await closeToast(page, 'Email updated successfully')
  await expect(entry).toContainText(newEmail)
  await expect(entry).toContainText('Not verified')
  // The new address is not verified, so it gets nothing yet.
  await mailTo(member.email)
  await entry.getByRole('link', { name: member.username }).click()
  await expect(page.getByText(member.id)).toBeVisible()
  const listed = await site.db
    .selectFrom('auditEntry')
    .select('action')
    .where('action', '=', 'users-listed')
    .execute()
  expect(listed).toHaveLength(2)
})

test('the last administrator keeps their rights; one of two can give them up and is redirected', async ({
  page,
  site,
  world,
  signIn,
}) => {
  await site.db.updateTable('member').set({ rights: [] }).execute()
  const admin = await world.admin()
  await signIn(admin)
  await page.goto('/admin/team')
  const giveAway = async (): Promise<void> => {
    for (const right of RIGHTS) {
      await rightOf(dialog, right).uncheck()
    }
    await dialog.getByRole('button', { name: 'Save rights' }).click()
  }
  const dialog = page.getByRole('dialog', { name: `Rights for ${admin.anonymousUsername}` })
  await page.getByRole('button', { name: `Change rights for ${admin.anonymousUsername}` }).click()
  await giveAway()
  await expect(
    page.getByText(/Failed to change rights.*Nobody else has the right “Team”/).last(),
  ).toBeVisible()
  await world.admin()
  await giveAway()
  await expect(page).not.toHaveURL(/admin/)
  expect((await page.call('/api/admin/users')).status).toBe(403)
})

test('a long list of users has pages', async ({ adminPage: page, world }) => {
  for (let count = 0; count < 21; count += 1) await world.member()
  await page.goto('/admin/users')
  await expect(page.getByRole('listitem').filter({ hasText: 'Community username' })).toHaveCount(20)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/admin/users?page=2')
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
})
