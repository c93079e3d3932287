import { newBackupKey } from '#server/backup/sealing.ts'
import { readConfig } from '#server/config.ts'
import { test as base, expect } from '#web/testing/page-test.ts'
import { closeToast } from '#web/testing/steps.ts'

/** `setUp` sets the server's variables about backups for a test. */
const test = base.extend('setUp', ({ context }, { onCleanup }) => {
  const { backup } = context.config
  onCleanup(() => {
    context.config.backup = backup
  })
  return async (variables: Record<string, string> = {}): Promise<void> => {
    const { recipient } = await newBackupKey()
    const set = { BACKUP_DIR: '/backups', BACKUP_RECIPIENT: recipient, ...variables }
    context.config.backup = readConfig(set).backup
  }
})

test('a page without backups leads to where they are set up', async ({ adminPage: page }) => {
  await page.goto('/admin?tab=keeper')
  await expect(page.getByText(/Backups aren’t set up yet/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Connect a place for them' }).click()
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
})

test('a backup is made now, and every day at a chosen time', async ({
  adminPage: page,
  site,
  context,
  setUp,
}) => {
  await setUp()
  await page.goto('/admin?tab=keeper')
  const card = page.getByRole('region', { name: 'Your backups' })
  await card.getByRole('button', { name: 'Back up now' }).click()
  await expect(card.getByRole('status')).toHaveText('A backup is being made…')
  // No worker runs in this test: the backup ends as it would there.
  const end = (state: 'failed' | 'completed'): Promise<unknown> =>
    context.pool.query(
      `update job.job set state = $1, completed_on = now() where name = 'make-backup'`,
      [state],
    )
  await end('failed')
  await expect(card.getByText('The backup failed')).toBeVisible()
  await expect(card.getByRole('status')).toHaveText('There is no backup yet.')

  await card.getByRole('button', { name: 'Back up now' }).click()
  await expect(card.getByRole('status')).toHaveText('A backup is being made…')
  await site.db.insertInto('backupRecord').values({ madeAt: new Date() }).execute()
  await end('completed')
  await expect(card.getByRole('status')).toContainText('The last backup was made')
  await expect(card.getByText('The backup failed')).toHaveCount(0)

  await card.getByRole('switch', { name: 'Back up every day' }).click()
  await closeToast(page, 'Time of the daily backup saved')
  await card.getByLabel('Time of the daily backup').fill('04:30')
  await card.getByRole('button', { name: 'Save time' }).click()
  await expect(card.getByRole('button', { name: 'Save time' })).toHaveCount(0)
  const saved = site.db.selectFrom('websiteSettings').select('backupTime')
  expect(await saved.executeTakeFirst()).toEqual({ backupTime: '04:30' })
  await card.getByRole('switch', { name: 'Back up every day' }).click()
  await closeToast(page, 'Daily backup turned off')
  expect(await saved.executeTakeFirst()).toEqual({ backupTime: null })
})

test('a time that the server sets is not offered for a change', async ({
  adminPage: page,
  setUp,
}) => {
  await setUp({ BACKUP_TIME: '03:15' })
  await page.goto('/admin?tab=keeper')
  await expect(page.getByText(/every day at 03:15. BACKUP_TIME on the server/)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Back up every day' })).toHaveCount(0)
})
