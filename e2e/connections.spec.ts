import { startMailServer } from '#server/testing/mail-server.ts'
import { expect, expectSoundPage, onEmptySite, test } from './fixtures.ts'
import { expectToast } from './story-steps.ts'

// An empty site: email is connected for all of it.
onEmptySite()

test('an email server is connected on a phone, and a test email arrives', async ({
  page,
  admin,
}) => {
  const server = await startMailServer()
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin')
  await page.getByText('Email service', { exact: true }).click()
  await page.getByRole('link', { name: 'Connect one' }).click()
  const card = page.getByRole('region', { name: 'Email' })
  await card.getByRole('button', { name: 'Connect: Email' }).click()
  await card.getByText('Another email server').click()
  await card.getByLabel('Name that your emails come from (optional)').fill('Riverside')
  await card.getByLabel('Address that your emails come from').fill('hello@riverside.example')
  await card.getByLabel('Name of the outgoing mail server').fill('127.0.0.1')
  await card.getByLabel('Port (optional)').fill(String(server.port))
  await expectSoundPage(page)
  await card.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Email saved')
  await card.getByRole('button', { name: 'Send me a test email: Email' }).click()
  await expect(card.getByRole('status')).toContainText(`is on its way to ${admin.email}`)
  // Beside it, the notice of the change may come.
  const tests = server.taken.filter(({ mail }) => mail.subject?.startsWith('A test from '))
  expect(tests.map(({ to }) => to)).toEqual([admin.email])
  await expectSoundPage(page)
  await card.getByRole('button', { name: 'Disconnect: Email' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(card.getByText('Not connected.')).toBeVisible()
  // Not awaited: the replaced adapter keeps its connection open for a while.
  void server.close()
})
