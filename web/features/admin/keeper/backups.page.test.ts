import { newBackupKey } from '#server/backup/sealing.ts'
import { readConfig } from '#server/config.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { test as base, expect } from '#web/testing/page-test.ts'
import { closeToast } from '#web/testing/steps.ts'

/** `setUp` sets the server's variables about backups for a test, and returns their key. */
const test = base.extend('setUp', ({ context }, { onCleanup }) => {
  const { backup } = context.config
  onCleanup(async () => {
    context.config.backup = backup
    for (const table of ['backup_record', 'drill_record', 'maintenance_run']) {
      await context.pool.query(`delete from ${table}`)
    }
  })
  return async (variables: Record<string, string> = {}): Promise<string> => {
    const { recipient, identity } = await newBackupKey()
    const set = { BACKUP_DIR: '/backups', BACKUP_RECIPIENT: recipient, ...variables }
    context.config.backup = readConfig(set).backup
    return identity
  }
})

test('place and key are set up here, and nothing is saved before the key is kept', async ({
  adminPage: page,
  context,
  onTestFinished,
}) => {
  onTestFinished(async () => {
    await context.db.deleteFrom('connection').execute()
    await context.connections.refresh()
  })
  await page.goto('/admin/backups')
  const card = page.getByRole('region', { name: 'Your backups' })
  await expect(card.getByRole('button', { name: 'Back up now' })).toHaveCount(0)
  await card.getByRole('radio', { name: 'A folder' }).click()
  await card.getByLabel('Whole path of the folder').fill('~/backups')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Make or enter a key first.')).toBeVisible()
  await card.getByRole('button', { name: 'Make the key' }).click()
  await expect(card.getByText(/^AGE-SECRET-KEY-1/)).toBeVisible()
  await expect(card.getByRole('checkbox')).toHaveCount(0)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Confirm first that you’ve kept the key.')).toBeVisible()
  await card.getByRole('button', { name: 'Copy key' }).click()
  await card.getByRole('checkbox', { name: 'I’ve kept the key in two safe places.' }).click()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByLabel('Whole path of the folder')).toHaveAccessibleDescription(
    /must be a whole path/,
  )
  const folder = await makeFolder()
  await card.getByLabel('Whole path of the folder').fill(folder)
  await card.getByRole('button', { name: 'Save' }).click()
  await closeToast(page, 'Backups saved')
  await expect(card.getByText(`Backups go to ${folder}.`)).toBeVisible()
  await expect(card.getByText(/same disk as your site’s/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Back up now' })).toBeVisible()
})

test('before the first backup, its step replaces the problem; storage at Amazon is made in numbered steps', async ({
  adminPage: page,
  site,
  onTestFinished,
}) => {
  onTestFinished(async () => {
    await site.db.deleteFrom('checkResult').execute()
  })
  const checked = { checkedAt: new Date(), isTold: true, meaning: null, action: null }
  const rows = [
    { checkName: 'backup', state: 'failed', finding: 'There is no backup yet.' },
    { checkName: 'disk', state: 'ok', finding: 'Half of the disk is free.' },
  ]
  await site.db.deleteFrom('checkResult').execute()
  await site.db
    .insertInto('checkResult')
    .values(rows.map((row) => ({ ...row, ...checked })))
    .execute()
  await page.goto('/admin/backups')
  await expect(
    page.getByText('Apart from the unfinished steps above, the checks found no problems.'),
  ).toBeVisible()
  await expect(page.locator('details').filter({ hasText: 'Fine (1)' })).not.toHaveAttribute('open')
  await expect(page.getByRole('list', { name: 'Problems' })).toHaveCount(0)
  const card = page.getByRole('region', { name: 'Your backups' })
  await card.getByRole('radio', { name: 'Amazon S3' }).click()
  await expect(card.getByRole('listitem').filter({ hasText: /^Choose a name\./ })).toBeVisible()

  await site.db.insertInto('backupRecord').values({ madeAt: new Date() }).execute()
  await page.goto('/admin/backups')
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    'There is no backup yet.',
  )
  await site.db.deleteFrom('backupRecord').execute()
})

test('a backup is made now, and every day at a chosen time', async ({
  adminPage: page,
  site,
  context,
  setUp,
}) => {
  await setUp()
  await page.goto('/admin/backups')
  const card = page.getByRole('region', { name: 'Your backups' })
  const status = card.getByText(
    /A backup is being made…|There is no backup yet|The last backup was/,
  )
  await card.getByRole('button', { name: 'Back up now' }).click()
  await expect(status).toHaveText('A backup is being made…')
  // No worker runs in this test: the backup ends as it would there.
  const end = async (problem: string | null): Promise<void> => {
    const now = new Date()
    const row = { startedAt: now, aliveAt: now, endedAt: now, problem }
    await site.db
      .insertInto('maintenanceRun')
      .values({ kind: 'backup', ...row })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
      .execute()
    await context.pool.query(
      `update job.job set state = 'completed', completed_on = now() where name = 'make-backup'`,
    )
  }
  await end('The disk is full.')
  await expect(card.getByText('The last backup failed')).toBeVisible()
  await expect(card.getByText('The disk is full.')).toBeVisible()
  await expect(status).toHaveText('There is no backup yet.')

  await card.getByRole('button', { name: 'Back up now' }).click()
  await expect(status).toHaveText('A backup is being made…')
  await site.db.insertInto('backupRecord').values({ madeAt: new Date() }).execute()
  await end(null)
  await expect(status).toContainText('The last backup was made')
  await expect(card.getByText('The last backup failed')).toHaveCount(0)

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

test('a trial restore takes the right key only, and says how it ended', async ({
  adminPage: page,
  site,
  setUp,
}) => {
  await setUp()
  await site.db.insertInto('backupRecord').values({ madeAt: new Date() }).execute()
  const now = new Date()
  const row = { startedAt: now, aliveAt: now, endedAt: now, problem: 'Journal: It can’t be read.' }
  await site.db
    .insertInto('maintenanceRun')
    .values({ kind: 'drill', ...row })
    .execute()
  await page.goto('/admin/backups')
  const card = page.getByRole('region', { name: 'Your backups' })
  await expect(card.getByText(/No backup has been restored yet/)).toBeVisible()
  await expect(card.getByText('Journal: It can’t be read.')).toBeVisible()
  const field = card.getByLabel('Your backup key')
  await field.fill((await newBackupKey()).identity)
  await card.getByRole('button', { name: 'Try a restore' }).click()
  await expect(field).toHaveAccessibleDescription(/This is another key/)
})

test('a time that the server sets is not offered for a change', async ({
  adminPage: page,
  setUp,
}) => {
  await setUp({ BACKUP_TIME: '03:15' })
  await page.goto('/admin/backups')
  await expect(page.getByText(/every day at 03:15. This time is set on your server/)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Back up every day' })).toHaveCount(0)
})
