import { startMailServer } from '#server/testing/mail-server.ts'
import { expect, test } from '#web/testing/page-test.ts'
import { closeToast } from '#web/testing/steps.ts'

test('email is connected, tested, changed and disconnected', async ({
  adminPage: page,
  administrator,
  context,
  onTestFinished,
}) => {
  const server = await startMailServer()
  onTestFinished(async () => {
    await context.db.deleteFrom('connection').execute()
    await context.connections.refresh()
    // Not awaited: the replaced adapter keeps its connection open for a while.
    void server.close()
  })
  await page.goto('/admin?tab=connections')
  const card = page.getByRole('region', { name: 'Email' })
  await expect(card.getByText('Not connected.')).toBeVisible()
  await card.getByRole('button', { name: 'Connect: Email' }).click()
  await card.getByRole('radio', { name: 'Another email server' }).click()
  await card.getByLabel('Port (optional)').fill('smtp')
  await card.getByRole('button', { name: 'Save' }).click()
  // Each is at its field.
  const named = (label: string) => card.getByLabel(label)
  await expect(named('Sender')).toHaveAccessibleDescription(/Fill this in\./)
  await expect(named('Server name')).toHaveAccessibleDescription(/Fill this in\./)
  await expect(named('Port (optional)')).toHaveAccessibleDescription(/from 1 to 65535/)
  await expect(named('Sender')).toBeFocused()
  await card.getByLabel('Sender').fill('Riverside')
  await card.getByLabel('Server name').fill('127.0.0.1')
  await card.getByLabel('Port (optional)').fill(String(server.port))
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText(/This must be an address, or a name with an address/)).toBeVisible()
  await card.getByLabel('Sender').fill('Riverside <hello@riverside.example>')
  await card.getByLabel('Port (optional)').fill('1')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('alert')).toContainText('127.0.0.1:1 can’t be reached')
  expect(context.config.mail).toEqual({ provider: 'outbox' })
  await card.getByLabel('Port (optional)').fill(String(server.port))
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  await closeToast(page, 'Email saved')
  await expect(card.getByText('Riverside <hello@riverside.example>')).toBeVisible()
  await card.getByRole('button', { name: 'Send me a test email: Email' }).click()
  await expect(
    card.getByText(`A test email is on its way to ${administrator.email}.`),
  ).toBeVisible()
  expect(server.taken.map(({ to }) => to)).toEqual([administrator.email])
  await card.getByRole('button', { name: 'Disconnect: Email' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect Email?' })
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(card.getByText('Not connected.')).toBeVisible()
})

test('a stored secret is never shown, and an area of the server can’t be changed', async ({
  adminPage: page,
  context,
  onTestFinished,
}) => {
  onTestFinished(async () => {
    context.config.environment = {}
    await context.db.deleteFrom('connection').execute()
    await context.connections.refresh()
  })
  context.config.environment = { payments: ['PAYMENTS_PROVIDER', 'STRIPE_SECRET_KEY'] }
  await page.goto('/admin?tab=connections')
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(
    payments.getByText(/Set up on the server, which takes precedence over this page/),
  ).toBeVisible()
  await expect(payments.getByRole('button', { name: 'Connect: Payments' })).toHaveCount(0)

  const card = page.getByRole('region', { name: 'AI' })
  await card.getByRole('button', { name: 'Connect: AI' }).click()
  await card.getByLabel('Address').fill('https://ai.example/v1')
  await card.getByLabel('Model').fill('writer-1')
  await card.getByLabel('API key').fill('secret-key')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Save anyway' }).click()
  await expect(card.getByText('Stored')).toBeVisible()
  await card.getByRole('button', { name: 'Change: AI' }).click()
  await expect(card.getByLabel('API key')).toHaveValue('')
  await card.getByLabel('Model').fill('writer-2')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('button', { name: 'Save anyway' }).click()
  await expect(card.getByText('writer-2')).toBeVisible()
  expect(context.config.ai).toMatchObject({ model: 'writer-2', apiKey: 'secret-key' })
})

test('a new backup key is shown once, and its public half is entered', async ({
  adminPage: page,
}) => {
  await page.goto('/admin?tab=connections')
  const card = page.getByRole('region', { name: 'Backups' })
  await card.getByRole('button', { name: 'Connect: Backups' }).click()
  await card.getByRole('button', { name: 'Make a new backup key' }).click()
  await expect(card.getByLabel('Secret half of the backup key')).toHaveValue(/^AGE-SECRET-KEY-1/)
  await expect(card.getByLabel('Public half of the backup key')).toHaveValue(/^age1/)
})
