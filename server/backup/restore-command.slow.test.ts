import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { createBackupBucket } from '#server/ports/backups/bucket.ts'
import { bucketEnvironment, openKit, test } from '#server/testing/backup-kit.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { startS3Server } from '#server/testing/providers/s3-server.ts'
import { emptyDatabase, type TestDatabase } from '#server/testing/template-database.ts'
import { createBackup } from './create.ts'
import { newBackupKey } from './sealing.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs `npm run restore` like an operator; returns its exit code and everything it printed. */
function restore(
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const { PATH, HOME } = process.env
  const command = [join(ROOT, 'scripts/restore.ts'), ...args]
  // Not in the project's folder, because of its `.env`.
  const options = {
    env: { PATH, HOME, ...COMPILE_CACHE, ...environment },
    cwd: environment.DATA_DIR,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    )
  })
}

async function settingsOf({ url }: TestDatabase): Promise<{ restored_from: Date | null }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select restored_from from website_settings')
  await client.end()
  return rows
}

test('a backup from a bucket is restored into an empty external database, which is then confirmed', async ({
  context,
  world,
}) => {
  const { database: source } = context.config
  if (source.provider !== 'url') throw new Error('Tests name their database.')
  const { username } = await world.member()
  const folder = await mkdtemp(join(tmpdir(), 'folx-external-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { identity, recipient } = await newBackupKey()
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const { archive } = await createBackup({
    place: createBackupBucket({ ...s3.config, prefix: 'site' }),
    source: {
      databaseUrl: source.ownerUrl,
      files: context.files,
      masterKey: Buffer.alloc(32, 7),
    },
    recipient,
    now: new Date('2026-03-05T12:00:00Z'),
    madeBy: 'hand',
  })
  await writeFile(join(folder, 'backup.key'), identity)
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  const dataDir = join(folder, 'data')
  await mkdir(join(dataDir, 'files'), { recursive: true })
  await writeFile(join(dataDir, 'files/of-before'), 'the present site')
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ...bucketEnvironment(s3.config),
  }
  const args = ['--from', 's3://folx/site', '--key-file', join(folder, 'backup.key')]

  const restored = await restore(environment, ...args, '--yes')
  expect(restored, restored.text).toMatchObject({ code: 0 })
  expect(restored.text).toContain(`The backup ${archive} is complete`)
  expect(restored.text).toContain('the database has to be empty')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query('select from member where username = $1', [username])
  expect(rows).toHaveLength(1)
  await client.end()
  expect(await readFile(join(dataDir, 'data.key'), 'utf8')).toBe(`${'07'.repeat(32)}\n`)
  const aside = (await readdir(dataDir)).find((name) => name.startsWith('before-restore-')) ?? ''
  expect(await readdir(join(dataDir, aside, 'files'))).toEqual(['of-before'])

  const again = await restore(environment, ...args, '--yes')
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') })
  expect(await settingsOf(database)).toEqual([{ restored_from: new Date('2026-03-05T12:00:00Z') }])

  const confirmed = await restore(environment, '--confirm')
  expect(confirmed).toMatchObject({ code: 0, text: expect.stringContaining('on every node') })
  expect(await settingsOf(database)).toEqual([{ restored_from: null }])
  const twice = await restore(environment, '--confirm')
  expect(twice.text).toContain('does not wait for a confirmation')
})

test('a backup in which something is missing is restored only with --incomplete, and ends with 3', async ({
  context,
  filled: _,
}) => {
  const kit = await openKit(context)
  const { archive } = await kit.back()
  await rm(join(kit.folder, 'member-keys'), { recursive: true })
  const [object = ''] = await kit.place.list('objects')
  await kit.place.remove(object)
  const folder = await mkdtemp(join(tmpdir(), 'folx-incomplete-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'backup.key'), kit.key.identity)
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
  }
  const args = ['--from', kit.folder, '--key-file', join(folder, 'backup.key'), '--yes']
  const missing = new RegExp(
    `The backup ${archive} is not complete. Missing in \\S+: 1 of 2 files \\(\\S+\\) and 1 of 1 keys of private writing.`,
  )
  const refused = await restore(environment, ...args)
  expect(refused).toMatchObject({ code: 1, text: expect.stringMatching(missing) })
  expect(refused.text).not.toContain('is complete')
  const done = await restore(environment, ...args, '--incomplete')
  expect(done).toMatchObject({ code: 3, text: expect.stringMatching(missing) })
  expect(done.text).toContain('Restored 1 files and 0 keys of private writing.')
  expect(done.text).not.toContain('is complete')
  expect(await settingsOf(database)).toEqual([{ restored_from: new Date('2026-03-05T12:00:00Z') }])
})
