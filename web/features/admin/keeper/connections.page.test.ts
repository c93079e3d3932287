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
  await page.goto('/admin/connections')
  const card = page.getByRole('region', { name: 'Email' })
  await expect(card.getByText('Not connected.')).toBeVisible()
  await card.getByRole('button', { name: 'Connect: Email' }).click()
  // Only the fields of the chosen service are asked for.
  await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await card.getByRole('radio', { name: 'Gmail' }).click()
  await expect(card.getByLabel('App password')).toBeVisible()
  const steps = card.getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(
    steps.getByRole('link', { name: 'myaccount.google.com/apppasswords' }),
  ).toHaveAttribute('href', 'https://myaccount.google.com/apppasswords')
  // Almost everybody sends from the account's own address.
  await expect(card.getByLabel('Another address to send from (optional)')).toBeVisible()
  await expect(card.getByLabel('Name of the outgoing mail server')).toHaveCount(0)
  await card.getByRole('radio', { name: 'Another email server' }).click()
  const port = card.getByLabel('Port (optional)')
  await card.getByRole('button', { name: 'Save' }).click()
  // Each is at its field.
  const named = (label: string) => card.getByLabel(label)
  const address = named('Address that your emails come from')
  await expect(address).toHaveAccessibleDescription(/Fill this in\./)
  await expect(named('Name of the outgoing mail server')).toHaveAccessibleDescription(
    /Fill this in\./,
  )
  await card.getByLabel('Name that your emails come from (optional)').fill('St. Mary, Riverside')
  await address.fill('Riverside')
  await named('Name of the outgoing mail server').fill('127.0.0.1')
  await port.fill('smtp')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(port).toHaveAccessibleDescription(/from 1 to 65535/)
  await expect(address).toHaveAccessibleDescription(/This must be an address/)
  await address.fill('hello@riverside.example')
  await port.fill('1')
  await card.getByRole('button', { name: 'Save' }).click()
  const failure = card.getByRole('alert').filter({ hasText: '127.0.0.1:1 can’t be reached' })
  await expect(failure).toBeVisible()
  expect(context.config.mail).toEqual({ provider: 'outbox' })
  await port.fill(String(server.port))
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  await closeToast(page, 'Email saved')
  await expect(card.getByText('St. Mary, Riverside')).toBeVisible()
  await expect(card.getByText('hello@riverside.example')).toBeVisible()
  expect(context.config.mail).toMatchObject({
    from: '"St. Mary, Riverside" <hello@riverside.example>',
  })
  await card.getByRole('button', { name: 'Send me a test email: Email' }).click()
  await expect(
    card.getByText(`A test email is on its way to ${administrator.email}.`),
  ).toBeVisible()
  // Beside it, the notice of the change may come.
  const tests = server.taken.filter(({ mail }) => mail.subject?.startsWith('A test from '))
  expect(tests.map(({ to }) => to)).toEqual([administrator.email])
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
  // The test till is chosen, and a key of Stripe is left over.
  context.config.environment = { payments: ['PAYMENTS_PROVIDER', 'STRIPE_SECRET_KEY'] }
  await page.goto('/admin/connections')
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments).toContainText('Without it, your community can’t take payments.')
  await expect(payments).toContainText('Test payments, set on the server. Nobody is charged.')
  await expect(payments.getByRole('button', { name: /: Payments$/ })).toHaveCount(0)

  const card = page.getByRole('region', { name: 'AI' })
  await card.getByRole('button', { name: 'Connect: AI' }).click()
  await card.getByRole('radio', { name: 'OpenAI' }).click()
  await expect(card.getByLabel('Model')).toHaveValue('gpt-4.1-mini')
  await card.getByRole('radio', { name: 'Another service' }).click()
  await expect(card.getByLabel('Model')).toHaveValue('')
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
