import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig } from '#server/config.ts'
import { SERVER_STEPS, serverText } from '#web/features/admin/today/hand-over.tsx'
import { expect, test } from '#web/testing/page-test.ts'
import { closeToast } from '#web/testing/steps.ts'

const SITE = { origin: 'https://river.example', title: 'Riverside' }
const EXAMPLE = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8')

/** The variables that a text sets. */
function settingsIn(text: string): Record<string, string> {
  const lines = text.matchAll(/^([A-Z][A-Z0-9_]+)=(.+)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

test.each(SERVER_STEPS)('the text about %s names the community and only known settings', (step) => {
  const text = serverText(step, SITE)
  expect(text).toContain('Riverside')
  expect(text).toMatch(/Then restart Folx\.$/)
  const names = Object.keys(settingsIn(text))
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) expect(EXAMPLE).toMatch(new RegExp(`^#?${name}=`, 'm'))
})

test.each([
  ['address', {}],
  ['payments', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  ['ai-provider', { AI_API_KEY: 'key', AI_MODEL: 'model' }],
  ['backup', { BACKUP_RECIPIENT: 'age1example' }],
] as const)('the server accepts the settings about %s', (step, own) => {
  const settings = settingsIn(serverText(step, SITE))
  expect(() => readConfig({ ...settings, ...own })).not.toThrow()
})

test('the server accepts the sender, whatever the community is called', () => {
  const text = serverText('email-provider', { ...SITE, title: "'Bob's #1: <Faith, Love> & Café" })
  const [line = ''] = text.match(/^MAIL_FROM=.*$/m) ?? []
  const mail = { ...parseEnv(line), MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost' }
  expect(readConfig(mail).mail).toMatchObject({
    from: '’Bob’s 1 Faith Love & Café <hello@your-domain.example>',
  })
})

test('the webhook addresses are those of the site', () => {
  expect(serverText('email-provider', SITE)).toContain('https://river.example/api/webhooks/resend')
  expect(serverText('payments', SITE)).toContain('https://river.example/api/webhooks/stripe')
})

test('a step that needs the server has a text to send, and a proof', async ({
  page,
  administrator,
  mailTo,
}) => {
  await page.goto('/admin')
  const setup = page.getByRole('region', { name: 'Set up your community' })
  await setup.getByRole('button', { name: 'What to set on the server: Email provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email provider' })
  await expect(dialog.getByLabel('Text for the server')).toHaveValue(/^MAIL_PROVIDER=resend$/m)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await setup.getByRole('button', { name: 'Send me a test email' }).click()
  await closeToast(page, 'Test email sent successfully')
  expect((await mailTo(administrator.email, /A test from/)).text).toContain('can send email')
  await expect(setup.getByRole('link', { name: 'Make a test purchase' })).toBeVisible()
  await expect(setup.getByRole('link', { name: 'Generate a sample' })).toBeVisible()
  await setup.getByRole('link', { name: 'Back up now' }).click()
  await expect(page).toHaveURL('/admin?tab=keeper')
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
  await found('failed', 'The last backup is 9 days old.')
  await page.goto('/admin')
  await expect(step.getByLabel('To do')).toBeVisible()
  await expect(step).toContainText('The last backup is 9 days old.')
  await page.getByRole('link', { name: '1 site check failed' }).click()
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    'The last backup is 9 days old.',
  )
  await found('ok', 'The last backup is 2 hours old.')
  await page.goto('/admin')
  await expect(step.getByLabel('Done')).toBeVisible()
})
