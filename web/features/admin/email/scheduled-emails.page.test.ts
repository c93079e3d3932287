import { expect, test } from '#web/testing/page-test.ts'

test('an email that was sent meanwhile cannot be opened for changes', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/scheduled-emails?edit=999999')
  await expect(page.getByText('This email can no longer be changed')).toBeVisible()
})

test('an email has a page, which the list leads to, and whose number must exist', async ({
  adminPage: page,
  site,
}) => {
  const { mailingId } = await site.db
    .insertInto('mailing')
    .values({
      kind: 'broadcast',
      clientKey: 'a-page-of-its-own',
      createdBy: null,
      subject: 'News from the garden',
      html: '<p>Beans are up.</p>',
      sendAt: new Date(Date.now() + 86_400_000),
      createdAt: new Date(),
    })
    .returning('mailingId')
    .executeTakeFirstOrThrow()
  await page.goto('/admin/scheduled-emails')
  await page.getByRole('link', { name: 'News from the garden', exact: true }).click()
  await expect(page).toHaveURL(`/admin/email/${mailingId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'News from the garden' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The email' })).toBeVisible()
  await expect(
    page.getByText(/^\d+ (person|people)\. Without an email service it would be kept unsent\.$/),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Warnings' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions: News from the garden' }).click()
  await page.getByRole('menuitem', { name: 'Cancel email' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel email' }).click()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Duplicate: News from the garden' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Warnings' })).toHaveCount(0)
  await page.getByRole('link', { name: 'All emails' }).click()
  await expect(page).toHaveURL('/admin/scheduled-emails')
  for (const id of ['999999', 'x']) {
    await page.goto(`/admin/email/${id}`)
    await expect(page.getByText(/^There’s no such email\./)).toBeVisible()
  }
})
