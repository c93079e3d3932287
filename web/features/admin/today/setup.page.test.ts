import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { serverText } from '#web/features/admin/today/setup-card.tsx'
import { expect, test } from '#web/testing/page-test.ts'
import { closeToast } from '#web/testing/steps.ts'

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8')

test('the text about the address names the community, and the server accepts its settings', () => {
  const text = serverText({ title: 'Riverside' })
  expect(text).toContain('Riverside')
  expect(text).toMatch(/Then restart Folx\.$/m)
  const lines = text.matchAll(/^([A-Z][A-Z0-9_]+)=(.+)$/gm)
  const settings = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
  expect(Object.keys(settings)).toEqual(['PUBLIC_URL', 'TRUST_PROXY'])
  for (const name of Object.keys(settings)) expect(EXAMPLE).toMatch(new RegExp(`^#${name}=`, 'm'))
  expect(readConfig(settings)).toMatchObject({ isPublic: true, trustProxy: 1 })
})

test('a step has a link, or a text to send, and a proof', async ({
  page,
  administrator,
  mailTo,
  context,
  onTestFinished,
}) => {
  const { mail } = context.config
  onTestFinished(() => {
    context.config.mail = mail
  })
  await page.goto('/admin')
  const setup = page.getByRole('region', { name: 'Set up your community' })
  await setup.getByText('Public address').click()
  await setup.getByRole('button', { name: 'What to set on the server: Public address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Public address' })
  await expect(dialog.getByLabel('Text for the server')).toHaveValue(/^PUBLIC_URL=/m)
  await dialog.getByRole('button', { name: 'Close' }).click()
  // Nothing is connected yet.
  const test = setup.getByRole('button', { name: 'Send me a test email' })
  await expect(test).toHaveCount(0)
  await expect(
    setup.getByText(/^Make a test purchase|^Generate a sample|^Back up now/),
  ).toHaveCount(0)
  context.config.mail = { provider: 'smtp', from: 'a@folx.example', url: 'smtp://127.0.0.1:1' }
  await page.goto('/admin')
  await setup.getByText(/^\d done$/).click()
  await test.click()
  await closeToast(page, 'Test email sent successfully')
  expect((await mailTo(administrator.email, /A test from/)).text).toContain('can send email')
  await setup.getByText('First backup', { exact: true }).click()
  await setup.getByRole('link', { name: 'Make the first backup' }).click()
  await expect(page).toHaveURL('/admin/backups')
})

test('Today says about a backup what Backups and health says', async ({
  adminPage: page,
  site,
}) => {
  const step = page
    .getByRole('region', { name: 'Set up your community' })
    .getByRole('listitem')
    .filter({ hasText: 'First backup' })
  const found = async (state: string, finding: string): Promise<void> => {
    await site.db.deleteFrom('checkResult').execute()
    const row = { checkName: 'backup', checkedAt: new Date(), isTold: true }
    await site.db
      .insertInto('checkResult')
      .values({ ...row, state, finding })
      .execute()
  }
  await site.db.insertInto('backupRecord').values({ madeAt: new Date() }).execute()
  await found('warning', 'The last backup is 3 days old.')
  await page.goto('/admin')
  await expect(step.getByLabel('To do')).toBeVisible()
  await expect(step).toContainText('The last backup is 3 days old.')
  await found('failed', 'The last backup is 9 days old.')
  await page.goto('/admin')
  await expect(page.getByText('The last backup is 9 days old.')).toHaveCount(1)
  await expect(step.getByLabel('To do')).toBeVisible()
  await page.getByRole('link', { name: 'The last backup is 9 days old.' }).click()
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    'The last backup is 9 days old.',
  )
  await found('ok', 'The last backup is 2 hours old.')
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'Tomorrow: no message yet' })).toBeVisible()
  await page.getByText(/^\d done$/).click()
  await expect(step.getByLabel('Done')).toBeVisible()
})

test('setting up ends with answers, for a church without a shop', async ({
  adminPage: page,
  site,
}) => {
  await page.goto('/admin')
  const setup = page.getByRole('region', { name: 'Set up your community' })
  // Only the next step is open.
  await expect(setup.getByRole('button', { name: /: / })).toHaveCount(1)
  await setup.getByText('Payment service').click()
  await setup.getByRole('button', { name: 'We don’t need this: Payment service' }).click()
  await setup.getByText(/^\d done$/).click()
  await expect(setup.getByText('You said that you don’t need this.')).toBeVisible()
  const again = setup.getByRole('button', { name: 'Open it again: Payment service' })
  await again.click()
  await expect(again).toHaveCount(0)
  await setup.getByText('Payment service').click()
  await setup.getByRole('button', { name: 'We don’t need this: Payment service' }).click()
  await expect(setup).toContainText('The name is Folx, with the built-in logo.')
  await setup.getByRole('button', { name: 'This is right: Name and logo' }).click()
  await expect(setup).toContainText('You said that this is right.')
  const rest = setup.getByRole('button', { name: /^We don’t need this: / })
  const open = setup.getByLabel('To do')
  for (;;) {
    const [next] = await rest.all()
    if (!next) break
    const count = await open.count()
    await next.click()
    await expect.poll(() => open.count()).toBeLessThan(count)
  }
  await expect(setup).toHaveCount(0)
  await site.db.deleteFrom('setupAnswer').execute()
})
