import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { moodEndpoints } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { emptyDatabase, type TestDatabase } from '#server/testing/template-database.ts'
import { test } from '#server/testing/world.ts'
import { type Backup, createBackup } from './create.ts'
import { listArchives, writeManifest } from './manifest.ts'
import { type BackupPlace, createBackupFolder } from './place.ts'
import { confirmRestoration } from './restoration.ts'
import { restoreSite, verifyArchive } from './restore.ts'
import { type BackupKey, newBackupKey, seal } from './sealing.ts'
import { listTables } from './tables.ts'

const NOON = new Date('2026-03-05T12:00:00Z')
const TOMORROW = new Date('2026-03-06T12:00:00Z')
const MASTER_KEY = Buffer.alloc(32, 7)

interface Kit {
  folder: string
  place: BackupPlace
  key: BackupKey
  back(now?: Date): Promise<Backup>
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openKit({ config, files }: Context): Promise<Kit> {
  const { database } = config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const folder = await temporaryFolder()
  const place = createBackupFolder(folder)
  const key = await newBackupKey()
  const source = { databaseUrl: database.ownerUrl, files, masterKey: MASTER_KEY }
  const { recipient } = key
  return {
    ...{ folder, place, key },
    back: (now = NOON) => createBackup({ place, source, recipient, now }),
  }
}

interface Restored {
  database: TestDatabase
  files: FileStore
}

async function emptySite(): Promise<Restored> {
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  return { database, files: createDiskFiles(await temporaryFolder()) }
}

async function restore({ place, key }: Kit, archive: string): Promise<Restored> {
  const site = await emptySite()
  const { database: urls, files } = site
  const { identity } = key
  await verifyArchive({ place, archive, identity })
  await restoreSite({ place, archive, identity, urls, files })
  return site
}

async function putFile(files: FileStore, key: string, text: string): Promise<void> {
  await files.put({ key, contentType: 'audio/mp4', body: Readable.from([text]) })
}

async function textOf(files: FileStore, key: string): Promise<string> {
  return (await buffer((await files.read(key)).stream)).toString()
}

async function shareMood(api: TestApi, member: TestMember, notes: string): Promise<void> {
  await api.as(member).call(moodEndpoints.save, { body: { mood: 'joyful', notes } })
}

/** Every row of every table, as text. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables: Record<string, string[]> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from public.${pg.escapeIdentifier(name)} t order by 1`,
      )
      tables[name] = rows.map(({ row }) => row)
    }
    return tables
  } finally {
    await client.end()
  }
}

/** Adds tags and deletes them, so that the largest id is not the last one; returns the last one. */
async function useUpTagIds(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ tag_id: number }>(
    `insert into tag (name, name_key) values ('one', 'one'), ('two', 'two') returning tag_id`,
  )
  await client.query(`delete from tag where name_key in ('one', 'two')`)
  await client.end()
  return Math.max(...rows.map(({ tag_id: id }) => id))
}

function ownerUrl({ config: { database } }: Context): string {
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  return database.ownerUrl
}

/** A community with something in many tables, files, and a sealed text. */
async function fill(context: Context, world: World, api: TestApi): Promise<TestMember> {
  const member = await world.member()
  const story = await world.story({ author: member, title: 'Bread for the road' })
  await world.reply({ storyId: story, author: await world.member() })
  await shareMood(api, member, 'Only for me.')
  await putFile(context.files, `stories/${story}.m4a`, `the voice of ${story}`)
  await putFile(context.files, 'products/guide.pdf', 'a guide')
  await inTransaction(context.db, (trx) =>
    context.jobs.send(trx, 'remove-file', { key: 'products/old.pdf' }, { startAfter: 3_600 }),
  )
  return member
}

test('a restored site has the same rows, files, keys and queued work, and waits for its operator', async ({
  context,
  world,
  api,
}) => {
  await fill(context, world, api)
  const lastTagId = await useUpTagIds(ownerUrl(context))
  const kit = await openKit(context)
  const before = await rowsOf(ownerUrl(context))
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
  // Sequences go on where they were, and triggers count again.
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

test('an archive holds no readable word, name or key', async ({ context, world, api }) => {
  const member = await fill(context, world, api)
  const kit = await openKit(context)
  await kit.back()
  const names = await kit.place.list('.')
  for (const name of names) {
    const bytes = await readFile(join(kit.folder, name))
    for (const secret of [member.email, member.anonymousUsername, 'Bread for the road']) {
      expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false)
    }
    expect(bytes.includes(MASTER_KEY), `the master key in ${name}`).toBe(false)
  }
  expect(names.length).toBeGreaterThan(50)
})

test('unchanged files are not copied again, deleted keys leave the mirror', async ({
  context,
  world,
  api,
}) => {
  const member = await fill(context, world, api)
  const kit = await openKit(context)
  await kit.back()
  const objects = await kit.place.list('objects')
  const mirror = await kit.place.list('member-keys')
  await putFile(context.files, 'products/copy.pdf', 'a guide')
  const { fileKey } = await context.db
    .selectFrom('memberKey')
    .select('fileKey')
    .where('memberId', '=', member.id)
    .executeTakeFirstOrThrow()
  await context.files.remove(fileKey)
  await kit.back(TOMORROW)
  expect((await kit.place.list('objects')).sort()).toEqual(objects.sort())
  expect(await kit.place.list('member-keys')).toHaveLength(mirror.length - 1)
  expect(await listArchives(kit.place)).toHaveLength(2)
})

test('an archive that broke off is none, and the next one clears up', async ({
  context,
  world,
  api,
}) => {
  await fill(context, world, api)
  const kit = await openKit(context)
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
    databaseUrl: ownerUrl(context),
    files: context.files,
    masterKey: MASTER_KEY,
  }
  const { recipient } = kit.key
  const broken = createBackup({ place: breaking, source, recipient, now: NOON })
  await expect(broken).rejects.toThrow('The disk is full.')
  expect(await listArchives(place)).toEqual([])
  expect((await place.list('.')).length).toBeGreaterThan(0)
  const { archive } = await kit.back(TOMORROW)
  const folders = new Set((await place.list('.')).map((name) => name.split('/')[0]))
  expect([...folders].sort()).toEqual([archive, 'member-keys', 'objects'].sort())
  await verifyArchive({ place, archive, identity: kit.key.identity })
})

test('objects of a backup that broke off do not stay', async ({ context, world, api }) => {
  await fill(context, world, api)
  const kit = await openKit(context)
  const { place } = kit
  const orphan = `objects/ab/${'ab'.repeat(32)}.age`
  await place.write(orphan, Readable.from(['no archive names it']))
  await kit.back()
  expect(await place.has(orphan)).toBe(false)
  expect((await place.list('objects')).length).toBeGreaterThan(0)
})

test('two backups into one place exclude each other, and a killed one does not', async ({
  context,
  world,
  api,
}) => {
  await fill(context, world, api)
  const kit = await openKit(context)
  const { lock } = createBackupFolder(kit.folder)
  {
    using _other = await lock()
    await expect(kit.back()).rejects.toThrow(/^Another backup into .* is under way\./)
    expect(await listArchives(kit.place)).toEqual([])
  }
  const [first, second] = await Promise.allSettled([kit.back(), kit.back(TOMORROW)])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  const program = `import { createBackupFolder } from '#server/backup/place.ts'
    await createBackupFolder(process.argv[1]).lock()
    console.log('locked')
    setInterval(() => {}, 1_000)`
  const flags = ['--input-type=module', '--eval', program, kit.folder]
  const other = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  await expect(kit.back(TOMORROW)).rejects.toThrow('is under way')
  other.kill('SIGKILL')
  await once(other, 'exit')
  await kit.back(TOMORROW)
})

test('archives are listed without a look at the objects', async ({ context, world, api }) => {
  await fill(context, world, api)
  const kit = await openKit(context)
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

test('damage is named before anything is restored', async ({ context, world, api }) => {
  await fill(context, world, api)
  const kit = await openKit(context)
  const { archive } = await kit.back()
  const { place, key } = kit
  const verify = (name = archive): Promise<unknown> =>
    verifyArchive({ place, archive: name, identity: key.identity })
  const flip = async (name: string): Promise<() => Promise<void>> => {
    const path = join(kit.folder, name)
    const bytes = await readFile(path)
    const changed = Buffer.from(bytes)
    const at = Math.floor(changed.length / 2)
    changed[at] = (changed[at] ?? 0) ^ 1
    await writeFile(path, changed)
    return () => writeFile(path, bytes)
  }
  for (const part of ['tables/member.copy.zst.age', 'jobs.ndjson.zst.age', 'data.key.age']) {
    const mend = await flip(`${archive}/${part}`)
    await expect(verify()).rejects.toThrow(`${archive}/${part} in the backup is damaged.`)
    await mend()
  }
  const mend = await flip(`${archive}/manifest.json`)
  await expect(verify()).rejects.toThrow('is damaged')
  await mend()
  await rm(join(kit.folder, archive, 'tables/story.copy.zst.age'))
  await expect(verify()).rejects.toThrow(
    `${archive}/tables/story.copy.zst.age is missing in the backup.`,
  )
  await expect(verify('2020-01-01T00-00-00Z')).rejects.toThrow('no manifest')
})

test('a missing or damaged file or key is named before anything is restored', async ({
  context,
  world,
  api,
}) => {
  await fill(context, world, api)
  const kit = await openKit(context)
  const { archive } = await kit.back()
  const [object = ''] = await kit.place.list('objects')
  const path = join(kit.folder, object)
  const bytes = await readFile(path)
  const { place, key } = kit
  const verified = (): Promise<unknown> => verifyArchive({ place, archive, identity: key.identity })
  await writeFile(path, bytes.subarray(0, -1))
  const damaged = /^The file \S+ in the backup is damaged\./
  await expect(verified()).rejects.toThrow(damaged)
  // Sealed as it should be, but with other bytes.
  const other = await seal(key.recipient, Readable.from([Buffer.from('another file')]))
  await writeFile(path, await buffer(other))
  await expect(verified()).rejects.toThrow(damaged)
  const { database: urls, files } = await emptySite()
  const { identity } = key
  await expect(restoreSite({ place, archive, identity, urls, files })).rejects.toThrow(damaged)
  await rm(path)
  await expect(verified()).rejects.toThrow(/^The file \S+ is missing in the backup\./)
  await writeFile(path, bytes)
  await verified()
  const [mirrored = ''] = await place.list('member-keys')
  await writeFile(join(kit.folder, mirrored), 'no key')
  await expect(verified()).rejects.toThrow(`${mirrored} in the backup is damaged.`)
})

test('another key opens nothing, and a filled site is left alone', async ({
  context,
  world,
  api,
}) => {
  await fill(context, world, api)
  const kit = await openKit(context)
  const { archive } = await kit.back()
  const { identity: stranger } = await newBackupKey()
  await expect(verifyArchive({ place: kit.place, archive, identity: stranger })).rejects.toThrow(
    'This key does not open the backup.',
  )
  const { database: urls, files } = await restore(kit, archive)
  const input = { place: kit.place, archive, identity: kit.key.identity, urls, files }
  await expect(restoreSite(input)).rejects.toThrow('The database is not empty.')
  const other = await emptySite()
  await expect(restoreSite({ ...input, urls: other.database })).rejects.toThrow(
    'The file store is not empty',
  )
})

test('rows that are lost on the way are noticed', async ({ context, world, api }) => {
  await fill(context, world, api)
  const kit = await openKit(context)
  const { archive, manifest } = await kit.back()
  const table = manifest.tables.find(({ name }) => name === 'member')
  if (!table) throw new Error('There is no table member.')
  table.rows += 1
  await writeManifest(kit.place, archive, manifest)
  const { database: urls, files } = await emptySite()
  const { identity } = kit.key
  await expect(restoreSite({ place: kit.place, archive, identity, urls, files })).rejects.toThrow(
    /The table member has \d+ rows after the restore/,
  )
  const tables = await rowsOf(urls.ownerUrl)
  expect(tables.member).toEqual([])
})
