import type { Locator, Page } from '@playwright/test'
import { RIGHT_WORDS, type Right } from '#contract/rights.ts'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import { expectToast } from './story-steps.ts'

// An empty site: its list contains only the members of these tests.
onEmptySite()

const REFUSED = /status of (401|403|409) /

function row(page: Page, username: string): Locator {
  return page
    .getByRole('region', { name: 'Users' })
    .getByRole('listitem')
    .filter({ hasText: username })
}

function rightOf(dialog: Locator, right: Right): Locator {
  return dialog.getByRole('checkbox', { name: RIGHT_WORDS[right].opens })
}

async function act(page: Page, username: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function confirm(page: Page, title: string, consequence: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: title })
  await expect(question).toContainText(consequence)
  await question.getByRole('button').last().click()
  await expect(question).toHaveCount(0)
}

test('rights, suspension and sessions change at once, and are logged', { tag: '@journey' }, async ({
  page,
  admin,
  openPage,
  world,
  signIn,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push(REFUSED)
  const member = await world.member()
  const { username, anonymousUsername: name } = member
  await page.goto(`/admin/users?q=${username}`)
  const entry = row(page, username)
  await act(page, username, 'Change rights')
  await expect(page).toHaveURL(`/admin/team?q=${name.replaceAll(' ', '+')}`)
  const dialog = page.getByRole('dialog', { name: 'Add someone to the team' })
  await expect(dialog.getByLabel('Community username')).toHaveValue(name)
  await dialog.getByLabel('Role').selectOption('Helper')
  await expect(rightOf(dialog, 'stories')).toBeChecked()
  await rightOf(dialog, 'host').check()
  await expectSoundPage(page)
  await dialog.getByRole('button', { name: 'Save rights' }).click()
  await expectToast(page, `Rights saved for ${name}`)
  await expect(page).toHaveURL('/admin/team')
  const inTeam = page.getByRole('region', { name: 'Team' }).getByRole('listitem')
  const theirRow = inTeam.filter({ hasText: name })
  await expect(theirRow).toContainText('Stories, Guidance, Live room')
  await expect(theirRow).toContainText(`rights changed by ${admin.anonymousUsername}`)
  await expectSoundPage(page)
  await page.getByRole('button', { name: `Change rights for ${name}` }).click()
  const change = page.getByRole('dialog', { name: `Rights for ${name}` })
  for (const right of ['stories', 'guidance', 'host'] as const) {
    await rightOf(change, right).uncheck()
  }
  await change.getByRole('button', { name: 'Save rights' }).click()
  await expectToast(page, `${name} is no longer on the team`)
  await expect(theirRow).toHaveCount(0)
  await page.goto(`/admin/users?q=${username}`)
  await expect(entry).not.toContainText('Administrator')

  const theirs = await openPage({ as: member })
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await act(page, username, 'Suspend')
  const suspending = page.getByRole('dialog', { name: `Suspend ${username}?` })
  await expect(suspending).toContainText('can’t sign in until someone restores their account')
  await suspending.getByRole('button', { name: 'Suspend' }).click()
  await expect(suspending.getByText('Enter a reason.').first()).toBeVisible()
  await suspending.getByLabel('Reason').fill('Asked members for money.')
  await suspending.getByRole('button', { name: 'Suspend' }).click()
  await expectToast(page, `${username} is suspended`)
  await expect(entry).toContainText('Suspended')
  await theirs.goto('/auth')
  await theirs.getByLabel('Username or email').fill(username)
  await theirs.getByLabel('Password', { exact: true }).fill(member.password)
  await theirs.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(
    theirs.getByRole('main').getByText(/suspended. The reason given: “Asked members for money.”/),
  ).toBeVisible()

  await act(page, username, 'Restore')
  await confirm(page, `Restore ${username}?`, 'They can sign in again, with everything as it was.')
  await expectToast(page, `${username} is restored`)
  await signIn({ ...member, cookie: await world.session(member.id) }, theirs.context())
  expect((await theirs.request.get('/api/user')).status()).toBe(200)
  await act(page, username, 'End all sessions')
  await confirm(page, `End all sessions for ${username}?`, 'have to sign in again')
  await expectToast(page, `All sessions for ${username} have ended`)
  expect((await theirs.request.get('/api/user')).status()).toBe(401)

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveURL('/admin/audit-log')
  const log = page.getByRole('region', { name: 'Audit log' })
  await expect(log.getByRole('listitem').first()).toContainText(
    `Signed a user out everywhere · ${admin.anonymousUsername}`,
  )
  await expect(log.getByRole('listitem').first()).toContainText(`ID ${member.id.slice(0, 8)}`)
  await expectSoundPage(page)
  await log.getByLabel('Show only').selectOption('Suspended a user')
  await expect(page).toHaveURL('/admin/audit-log?action=user-suspended')
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await log.getByLabel('Show only').selectOption('Deleted a story')
  await expect(log.getByText('Nothing in the audit log yet')).toBeVisible()
})

test('Escape closes the menu, also when a toast is shown over it', async ({
  adminPage: page,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/toggle-publish/)
  const title = 'Soon off the shelf'
  await world.product({ title })
  await page.goto('/admin/products')
  const answer = Promise.withResolvers<void>()
  await page.route('**/toggle-publish', async (route) => {
    await answer.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await page.getByRole('button', { name: `Unpublish: ${title}` }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const trigger = page.getByRole('button', { name: /^Actions for / }).first()
  await trigger.click()
  await expect(page.getByRole('menu')).toBeVisible()
  answer.resolve()
  const message = page.locator('[data-toasts]').getByText('Failed to toggle product visibility')
  await expect(message).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(trigger).toBeFocused()
  // The error toast stays, because the key closed only the menu.
  await expect(message).toBeVisible()
})
