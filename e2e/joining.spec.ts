import type { Page } from '@playwright/test'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'

// An empty site, because these tests restrict who may join.
onEmptySite()

/** Fills in the registration form, with names based on `name`. */
async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a quiet morning walk')
  await page.getByLabel('Community Username').fill(`Heron ${name}`)
}

test('a community chooses its members', { tag: '@journey' }, async ({
  page,
  openPage,
  world,
  mailTo,
}) => {
  const admin = await openPage({ as: await world.admin() })
  await admin.goto('/admin/joining')
  const choose = async (mode: string): Promise<void> => {
    await admin.getByRole('radio', { name: mode }).check()
    const unsaved = admin.getByText('You have changes that are not saved.')
    await expect(unsaved).toBeVisible()
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(unsaved).toBeHidden()
  }

  await choose('By invitation')
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1, name: 'By invitation only' })).toBeVisible()
  await expectSoundPage(page)

  await admin.getByRole('button', { name: 'Create invitation' }).click()
  const link = admin.getByRole('textbox', { name: 'Invitation link' })
  await expect(link).toHaveValue(/#invite=/)
  await expectSoundPage(admin)
  await page.goto(await link.inputValue())
  await expect(page.getByText('You’re invited')).toBeVisible()
  await expect(page).toHaveURL('/register')
  await fillIn(page, 'river')
  // The typed text and the invitation survive a reload.
  await page.reload()
  await expect(page.getByText('You’re invited')).toBeVisible()
  await expect(page.getByText('Username is available', { exact: true })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a quiet morning walk')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await admin.reload()
  const invitations = admin.getByRole('list', { name: 'Invitations' })
  await expect(invitations.getByText('Used up')).toBeVisible()

  await choose('By application')
  const applicant = await openPage()
  await applicant.goto('/register')
  await expect(applicant.getByRole('heading', { level: 1, name: 'Ask to join' })).toBeVisible()
  await expectSoundPage(applicant)
  const email = 'applicant@example.org'
  await applicant.getByLabel('Email').fill(email)
  await applicant.getByLabel('About you').fill('A neighbor told me about you.')
  await applicant.getByRole('button', { name: 'Send code' }).click()
  const code = /\b(\d{6})\b/.exec((await mailTo(email, /code/)).text)?.[1] ?? ''
  await applicant.getByLabel('Verification code').fill(code)
  await applicant.getByRole('button', { name: 'Send application' }).click()
  await expect(applicant.getByText('Your application was sent')).toBeVisible()
  const item = admin.getByRole('region', { name: 'Open application' })
  await expect(item.getByText('A neighbor told me about you.')).toBeVisible()
  const nav = admin.getByRole('navigation', { name: 'Administration' })
  await expect(nav.getByRole('link', { name: /^Users 1/ })).toBeVisible()
  await expectSoundPage(admin)
  await item.getByRole('button', { name: 'Approve' }).click()
  await item.getByRole('button', { name: 'Undo' }).click()
  await item.getByRole('button', { name: 'Approve' }).click()
  // Leaving the page sends the decision.
  await nav.getByRole('link', { name: 'Today' }).click()
  const invitation = await mailTo(email, /invitation/)
  await applicant.goto(/http\S+#invite=\S+/.exec(invitation.text)?.[0] ?? '')
  await expect(applicant.getByText('You’re invited')).toBeVisible()
  await nav.getByRole('link', { name: 'Users' }).click()
  await admin.getByRole('link', { name: 'Joining' }).click()
  await expect(admin.getByText('No applications are waiting')).toBeVisible()

  await choose('Closed')
  const visitor = await openPage()
  await visitor.goto('/register')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Closed for now' })).toBeVisible()
})
