import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { userEndpoints } from '#contract/users.ts'
import { examineChain } from '#server/checks/audit-chain.ts'
import { parseCheckpoint } from '#server/db/checkpoint.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { TRIAL_FILES } from '#server/ports/files/port.ts'
import {
  NOON,
  putFile,
  restore,
  rowsOf,
  TOMORROW,
  test,
  textOf,
  useUpTagIds,
} from '#server/testing/backup-kit.ts'
import { databaseOf } from '#server/testing/database-of.ts'
import { createBackup } from './create.ts'
import { listArchives } from './manifest.ts'
import { confirmRestoration } from './restoration.ts'
import { verifyArchive } from './restore.ts'

test('a restored site has the same rows, files, keys and queued jobs, and waits for confirmation', async ({
  context,
  kit,
}) => {
  const lastTagId = await useUpTagIds(databaseOf(context).ownerUrl)
  // The backup is made by a job of the site.
  await context.jobs.send(context.db, 'make-backup', {})
  const before = await rowsOf(databaseOf(context).ownerUrl)
  const { archive, manifest } = await kit.back()
  const { database, files } = await restore(kit, archive)

  const { website_settings: settings, ...after } = await rowsOf(database.ownerUrl)
  const { website_settings: liveSettings, ...expected } = before
  expect(after).toEqual(expected)
  expect(Object.values(expected).flat().length).toBeGreaterThan(10)
  expect(settings?.[0]).toContain('2026-03-05 12:00:00+00')

  const keys: string[] = []
  for await (const { key } of context.files.list()) keys.push(key)
  expect(keys.some((key) => key.startsWith('member-keys/'))).toBe(true)
  expect(manifest.files.count).toBeGreaterThanOrEqual(2)
  for (const key of keys) {
    expect(await textOf(files, key), key).toBe(await textOf(context.files, key))
    expect(await files.stat(key)).toEqual(await context.files.stat(key))
  }

  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows: jobs } = await client.query(
    `select data, start_after > now() + interval '50 minutes' as "isLater" from job.job
     where name = 'remove-file' and state = 'created'`,
  )
  expect(jobs).toContainEqual({ data: { key: 'products/old.pdf' }, isLater: true })
  const { rows: backups } = await client.query(`select from job.job where name = 'make-backup'`)
  expect(backups).toEqual([])
  // Sequences continue where they were, and triggers are enabled again.
  const { rows: added } = await client.query(
    `insert into tag (name, name_key) values ('after', 'after') returning tag_id`,
  )
  expect(added).toEqual([{ tag_id: lastTagId + 1 }])
  const { rows: disabled } = await client.query(
    `select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'`,
  )
  expect(disabled).toEqual([])
  expect(await confirmRestoration(database.url)).toBe(true)
  expect(await confirmRestoration(database.url)).toBe(false)
  const { website_settings: confirmed } = await rowsOf(database.ownerUrl)
  expect(confirmed).toEqual(liveSettings)
  await client.end()
})

test('the chain of the audit log is restored as it was, and goes on after it', async ({
  admin,
  kit,
}) => {
  await admin.call(userEndpoints.list)
  const { archive, manifest } = await kit.back()
  const { database } = await restore(kit, archive)
  const { db, close } = connectDatabase({ url: database.url, max: 1 })
  onTestFinished(() => close())
  const checkpoint = parseCheckpoint(manifest.auditCheckpoint ?? '')
  if (!checkpoint) throw new Error('The backup has no checkpoint.')
  const known = [{ ...checkpoint, source: 'in the backup' }]
  const { length } = await examineChain(db, known)
  expect(await confirmRestoration(database.url)).toBe(true)
  const after = { length: length + 1, faults: [], contradicted: [] }
  expect(await examineChain(db, known)).toMatchObject(after)
  const entries = await db.selectFrom('auditEntry').select(['action', 'detail']).execute()
  expect(entries).toContainEqual({
    action: 'site-restored',
    detail: { backup: '2026-03-05T12:00:00+00:00' },
  })
})

test('an archive contains no readable text, name or key', async ({ filled: member, kit }) => {
  await kit.back()
  const names = await kit.place.list('.')
  for (const name of names) {
    const bytes = await readFile(join(kit.folder, name))
    for (const secret of [member.email, member.anonymousUsername, 'Bread for the road']) {
      expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false)
    }
    expect(bytes.includes(kit.masterKey), `the master key in ${name}`).toBe(false)
  }
  expect(names.length).toBeGreaterThan(50)
})

test('a file that only tries the store is not part of a backup', async ({ context, kit }) => {
  const before = (await kit.back()).manifest.files.count
  await putFile(context.files, `${TRIAL_FILES}now`, 'tried')
  onTestFinished(() => context.files.remove(`${TRIAL_FILES}now`))
  expect((await kit.back(TOMORROW)).manifest.files.count).toBe(before)
})

test('unchanged files are not copied again, and deleted keys are removed from the mirror', async ({
  context,
  filled: member,
  kit,
}) => {
  await kit.back()
  const objects = await kit.place.list('objects')
  const mirror = await kit.place.list('member-keys')
  await putFile(context.files, 'products/copy.pdf', 'a guide')
  const { fileKey } = await context.db
    .deleteFrom('memberKey')
    .where('memberId', '=', member.id)
    .returning('fileKey')
    .executeTakeFirstOrThrow()
  await context.files.remove(fileKey)
  await kit.back(TOMORROW)
  expect((await kit.place.list('objects')).sort()).toEqual(objects.sort())
  expect(await kit.place.list('member-keys')).toHaveLength(mirror.length - 1)
  expect(await listArchives(kit.place)).toHaveLength(2)
})

test('an interrupted backup does not count as an archive, and the next one cleans up', async ({
  context,
  kit,
}) => {
  const { place } = kit
  let writes = 0
  const breaking: BackupPlace = {
    ...place,
    write: (name, body) => {
      writes += 1
      if (writes !== 12) return place.write(name, body)
      body.destroy()
      throw new Error('The disk is full.')
    },
  }
  const source = {
    databaseUrl: databaseOf(context).ownerUrl,
    files: context.files,
    masterKey: kit.masterKey,
  }
  const { recipient } = kit.key
  const broken = createBackup({ place: breaking, source, recipient, now: NOON, madeBy: 'hand' })
  await expect(broken).rejects.toThrow('The disk is full.')
  expect(await listArchives(place)).toEqual([])
  expect((await place.list('.')).length).toBeGreaterThan(0)
  const { archive } = await kit.back(TOMORROW)
  const folders = new Set((await place.list('.')).map((name) => name.split('/')[0]))
  expect([...folders].sort()).toEqual([archive, 'community.json', 'member-keys', 'objects'].sort())
  await verifyArchive({ place, archive, identity: kit.key.identity })
})

test('objects of an interrupted backup are removed', async ({ kit }) => {
  const { place } = kit
  await kit.back()
  const orphan = `objects/ab/${'ab'.repeat(32)}.age`
  await place.write(orphan, Readable.from(['no archive names it']))
  await kit.back(TOMORROW)
  expect(await place.has(orphan)).toBe(false)
  expect((await place.list('objects')).length).toBeGreaterThan(0)
})

test('two backups into one place exclude each other, but a killed one does not block the next', async ({
  kit,
}) => {
  const { lock } = createBackupFolder(kit.folder)
  {
    await using _other = await lock()
    await expect(kit.back()).rejects.toThrow(/^Another backup into .* is under way\./)
    expect(await listArchives(kit.place)).toEqual([])
  }
  const [first, second] = await Promise.allSettled([kit.back(), kit.back(TOMORROW)])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  const program = `import { createBackupFolder } from '#server/ports/backups/folder.ts'
    await createBackupFolder(process.argv[1]).lock()
    console.log('locked')
    setInterval(() => {}, 1_000)`
  const flags = ['--input-type=module', '--eval', program, kit.folder]
  const other = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  const later = new Date(TOMORROW.getTime() + DAY_MS)
  await expect(kit.back(later)).rejects.toThrow('is under way')
  other.kill('SIGKILL')
  await once(other, 'exit')
  await kit.back(later)
})

test('listing archives does not list the objects', async ({ kit }) => {
  const { archive } = await kit.back()
  const listed: string[] = []
  const watched: BackupPlace = {
    ...kit.place,
    list: (folder) => {
      listed.push(folder)
      return kit.place.list(folder)
    },
  }
  expect(await listArchives(watched)).toEqual([archive])
  expect(listed).toEqual([])
})
