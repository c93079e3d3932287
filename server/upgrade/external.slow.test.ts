import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listArchives } from '#server/backup/manifest.ts'
import { newBackupKey } from '#server/backup/sealing.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { installJobs } from '#server/db/jobs.ts'
import { requireSameMasterKey } from '#server/db/master-key-check.ts'
import { compareMigrations, migrate, readMigrations } from '#server/db/migrate.ts'
import { findRole, grantToApplication } from '#server/db/roles.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { emptyDatabase } from '#server/testing/template-database.ts'

const MASTER_KEY = Buffer.alloc(32, 7)
const ROOT = join(import.meta.dirname, '../..')

function run(
  environment: Record<string, string>,
  script: string,
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const { PATH, HOME } = process.env
  // Not in the project's folder, because of its `.env`.
  const options = {
    env: { PATH, HOME, ...COMPILE_CACHE, ...environment },
    cwd: environment.DATA_DIR,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'scripts', script), ...args],
      options,
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
}

test('an external database is backed up, the upgrade is tried in an embedded one, and then applied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folx-external-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  await mkdir(join(dataDir, 'files'), { recursive: true })
  await writeFile(join(dataDir, 'data.key'), `${MASTER_KEY.toString('hex')}\n`, { mode: 0o600 })
  const { url, ownerUrl, drop } = await emptyDatabase(inject('adminUrl'))
  onTestFinished(drop)
  // As the previous release left it.
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(ownerUrl, { until: names.at(-2) })
  await installJobs(ownerUrl)
  await grantToApplication(ownerUrl, (await findRole(url)).name)
  const { db, close } = connectDatabase({ url, max: 1 })
  await requireSameMasterKey(db, keysFrom(MASTER_KEY))
  await close()
  const environment = {
    TMPDIR: tmpdir(),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
  }

  const unprepared = await run(environment, 'upgrade.ts')
  expect(unprepared).toMatchObject({ code: 2, text: expect.stringContaining('Set BACKUP_DIR') })
  const { identity, recipient } = await newBackupKey()
  const keyFile = join(folder, 'backup.key')
  await writeFile(keyFile, identity)
  const backups = join(folder, 'backups')
  const prepared = { ...environment, BACKUP_DIR: backups, BACKUP_RECIPIENT: recipient }
  const upgraded = await run(prepared, 'upgrade.ts', '--key-file', keyFile)
  expect(upgraded, upgraded.text).toMatchObject({ code: 0 })
  expect(upgraded.text).toMatch(/PASSED[\s\S]*Start this release on every node/)
  expect(upgraded.text).toMatch(/newer ones? ran/)
  expect(await listArchives(createBackupFolder(backups))).toHaveLength(1)
  expect(await compareMigrations(ownerUrl)).toMatchObject({ pending: [], unknown: [] })
  expect(await run(prepared, 'upgrade.ts')).toMatchObject({
    code: 0,
    text: expect.stringContaining('There is nothing to do'),
  })
  expect(await run(prepared, 'rollback.ts', '--confirm')).toMatchObject({
    code: 1,
    text: expect.stringContaining('npm run restore -- --from'),
  })
})
