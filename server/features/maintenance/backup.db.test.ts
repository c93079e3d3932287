import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { maintenanceEndpoints } from '#contract/maintenance.ts'
import { archiveName, listArchives, readManifest } from '#server/backup/manifest.ts'
import { newBackupKey } from '#server/backup/sealing.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import { test } from '#server/testing/world.ts'
import {
  createBackupSchedule,
  makeBackup,
  problemIn,
  type RunCommand,
  readBackups,
  setBackupTime,
  tryRestore,
} from './backup.ts'

async function withBackups(context: Context): Promise<Context> {
  const { identity, recipient } = await newBackupKey()
  const config = readConfig({
    BACKUP_DIR: '/backups',
    BACKUP_RECIPIENT: recipient,
    BACKUP_TIME: '03:15',
    BACKUP_DRILL_KEY: identity,
  })
  return { ...context, config }
}

test('a due backup or drill is made once, and retried an hour after a failure', async ({
  context,
  clock,
}) => {
  const ran: string[] = []
  let succeeds = false
  const run: RunCommand = async (script) => {
    ran.push(script)
    if (succeeds && script === 'backup.ts') {
      const values = { madeAt: context.now() }
      await context.db.insertInto('backupRecord').values(values).execute()
    }
    return succeeds ? undefined : 'The disk is full.'
  }
  const schedule = createBackupSchedule(await withBackups(context), run)
  await schedule.drill()
  await schedule.backUp()
  await schedule.backUp()
  expect(ran).toEqual(['backup.ts'])
  succeeds = true
  clock.advance({ minutes: 61 })
  await schedule.backUp()
  await schedule.backUp()
  expect(ran).toEqual(['backup.ts', 'backup.ts'])
  await schedule.drill()
  expect(ran.at(-1)).toBe('drill.ts')
  clock.advance({ minutes: 24 * 60 })
  succeeds = false
  await schedule.backUp()
  expect(ran.at(-1)).toBe('backup.ts')
  await context.db.deleteFrom('backupRecord').execute()
})

test('the time chosen on the page counts unless the server sets one', async ({ context }) => {
  const ran: string[] = []
  const run: RunCommand = async (script) => {
    ran.push(script)
    return undefined
  }
  const configured = await withBackups(context)
  const { backup } = configured.config
  if (!backup) throw new Error('Backups are configured.')
  const config = { ...configured.config, backup: { ...backup, time: undefined } }
  const schedule = createBackupSchedule({ ...context, config }, run)
  await schedule.backUp()
  expect(ran).toEqual([])
  await context.db.updateTable('websiteSettings').set({ backupTime: '04:30' }).execute()
  await schedule.backUp()
  expect(ran).toEqual(['backup.ts'])
  await context.db.updateTable('websiteSettings').set({ backupTime: null }).execute()
})

test('a time of backups that a colleague chose is never replaced unseen', async ({
  context,
  world,
}) => {
  const configured = await withBackups(context)
  const { backup } = configured.config
  if (!backup) throw new Error('Backups are configured.')
  const config = { ...configured.config, backup: { ...backup, time: undefined } }
  const site = { ...context, config }
  const admin = await world.admin()
  const save = (time: string | null, version?: string) =>
    setBackupTime(site, admin, { time, version })
  const { version } = await readBackups(site)
  const theirs = await save('02:00', version)
  await expect(save('04:00', version)).rejects.toMatchObject({
    code: 'conflict',
    newer: expect.objectContaining({ time: '02:00', version: theirs.version }),
  })
  expect(await save('04:00', theirs.version)).toMatchObject({ time: '04:00' })
  expect(await save(null)).toMatchObject({ time: null })
})

test('a backup that fails is a failed job, and the page says why until one is made', async ({
  api,
  context,
  world,
}) => {
  const problem = 'The storage service refuses this key.'
  await expect(makeBackup(context, async () => problem)).rejects.toThrow('The backup failed.')
  const admin = api.as(await world.admin())
  expect(await admin.call(maintenanceEndpoints.backups)).toMatchObject({ problem })
  const madeAt = new Date(Date.now() + 1_000)
  await context.db.insertInto('backupRecord').values({ madeAt }).execute()
  expect(await admin.call(maintenanceEndpoints.backups)).toMatchObject({ problem: null })
  await context.db.deleteFrom('backupRecord').execute()
  await context.db.deleteFrom('maintenanceRun').execute()
})

test('what a command printed is shown in its words, but no stack', () => {
  const end = { code: 1, signal: null }
  const warning = '(node:7) ExperimentalWarning: SQLite is an experimental feature\n'
  expect(problemIn(`${warning}The disk is full.\n`, end)).toBe('The disk is full.')
  const stack = 'TypeError: secret is not a function\n    at file:///srv/folx/server/x.ts:1:1\n'
  expect(problemIn(stack, end)).toMatch(/^Something unexpected went wrong: it ended with code 1\./)
  expect(problemIn('', { code: null, signal: 'SIGKILL' })).toContain('it was stopped (SIGKILL)')
})

test('a trial restore gets the key of this run only, and only the right one', async ({
  api,
  context,
  world,
}) => {
  const before = context.config.backup
  onTestFinished(() => {
    context.config.backup = before
  })
  const configured = await withBackups(context)
  context.config.backup = configured.config.backup
  const key = configured.config.backup?.drillKey ?? ''
  const keeper = await world.admin()
  const admin = api.as(keeper)
  const attempt = (text: string) =>
    admin.refuse(maintenanceEndpoints.tryRestore, { body: { key: text } })
  expect((await attempt('hello')).fields).toHaveProperty('key')
  expect((await attempt((await newBackupKey()).identity)).fields?.key).toContain('another key')
  expect(await attempt(key)).toMatchObject({ code: 'conflict' })

  await context.db.insertInto('backupRecord').values({ madeAt: new Date() }).execute()
  const ran: unknown[] = []
  const run: RunCommand = async (script, options) => {
    ran.push([script, options])
    return 'Restore: The disk is full.'
  }
  const text = `# The key of our backups\n${key}\n`
  const started = await tryRestore(context, keeper, text, run)
  expect(started.trial).toMatchObject({ isRunning: true, hasPassed: null })
  await expect
    .poll(async () => (await admin.call(maintenanceEndpoints.backups)).trial)
    .toMatchObject({ isRunning: false, problem: 'Restore: The disk is full.' })
  expect(ran).toEqual([['drill.ts', { args: ['--key-stdin'], input: key }]])
  const { rows } = await context.pool.query(
    `select m::text from maintenance_run m union all select a::text from audit_entry a`,
  )
  expect(JSON.stringify(rows)).not.toContain(key)
  await context.db.deleteFrom('backupRecord').execute()
  await context.db.deleteFrom('maintenanceRun').execute()
})

test('a backup is started once, on a restored site only when it is confirmed, and has failed if none was made', async ({
  api,
  context,
  world,
}) => {
  const before = { backup: context.config.backup, isUnconfirmed: context.isUnconfirmed }
  onTestFinished(() => {
    context.config.backup = before.backup
    context.isUnconfirmed = before.isUnconfirmed
  })
  context.config.backup = (await withBackups(context)).config.backup
  context.isUnconfirmed = true
  const admin = api.as(await world.admin())
  const refused = await admin.request(maintenanceEndpoints.backUp)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('until someone confirms on the server that it is the live site')
  expect(await admin.call(maintenanceEndpoints.backups)).toMatchObject({ isRunning: false })
  context.isUnconfirmed = false
  for (const _ of ['first', 'second']) {
    expect(await admin.call(maintenanceEndpoints.backUp)).toMatchObject({ isRunning: true })
  }
  const started = context.db
    .selectFrom('auditEntry')
    .select('action')
    .where('action', '=', 'backup-started')
  expect(await started.execute()).toHaveLength(1)

  await context.pool.query(
    `update job.job set state = 'completed', completed_on = now() where name = 'make-backup'`,
  )
  expect(await admin.call(maintenanceEndpoints.backups)).toMatchObject({ isRunning: false })
  // Another node makes one on its schedule.
  const row = { kind: 'backup', startedAt: new Date(), aliveAt: new Date() } as const
  await context.db.insertInto('maintenanceRun').values(row).execute()
  expect(await admin.call(maintenanceEndpoints.backups)).toMatchObject({ isRunning: true })
  // It was killed.
  const aliveAt = new Date(Date.now() - 120_000)
  await context.db.updateTable('maintenanceRun').set({ aliveAt }).execute()
  expect(await admin.call(maintenanceEndpoints.backups)).toMatchObject({
    isRunning: false,
    problem: null,
  })
  await context.db.deleteFrom('maintenanceRun').execute()
})

test('nothing is done without a schedule', async ({ context }) => {
  const schedule = createBackupSchedule(context, async () => {
    throw new Error('It ran.')
  })
  await schedule.backUp()
  await schedule.drill()
})

test('a scheduled backup is made by the command, in a separate process', async ({ context }) => {
  const { database, dataDir } = context.config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const folder = await mkdtemp(join(tmpdir(), 'folx-scheduled-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { recipient } = await newBackupKey()
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    BACKUP_DIR: folder,
    BACKUP_RECIPIENT: recipient,
    BACKUP_TIME: '03:15',
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const schedule = createBackupSchedule({ ...context, config: readConfig(environment) })
  await schedule.backUp()
  const place = createBackupFolder(folder)
  const archives = await listArchives(place)
  expect(archives).toHaveLength(1)
  expect(await readManifest(place, archives[0] ?? '')).toMatchObject({ madeBy: 'schedule' })
  await schedule.backUp()
  expect(await listArchives(place)).toHaveLength(1)
  // Backups are named after the second.
  await expect.poll(() => archiveName(new Date())).not.toBe(archives[0])
  // One that an administrator asks for is kept as long as one made by hand.
  await makeBackup(context)
  const byHand = (await listArchives(place)).at(-1)
  expect(await readManifest(place, byHand ?? '')).toMatchObject({ madeBy: 'hand' })
  await context.db.deleteFrom('backupRecord').execute()
})
