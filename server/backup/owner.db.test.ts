import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, inject, onTestFinished } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { withClient } from '#server/db/with-client.ts'
import { createBackupBucket } from '#server/ports/backups/bucket.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import {
  type Kit,
  NOON,
  openKit,
  putFile,
  restore,
  TOMORROW,
  test,
} from '#server/testing/backup-kit.ts'
import { databaseOf } from '#server/testing/database-of.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { startS3Server } from '#server/testing/providers/s3-server.ts'
import { cloneDatabase, type TestDatabase } from '#server/testing/template-database.ts'
import { type Backup, createBackup } from './create.ts'
import {
  archiveName,
  listArchives,
  type Manifest,
  readManifest,
  writeManifest,
} from './manifest.ts'
import { recordBackup } from './record.ts'
import { confirmRestoration } from './restoration.ts'
import { verifyArchive } from './restore.ts'

const after = (days: number): Date => new Date(NOON.getTime() + days * DAY_MS)

interface Site {
  database: Pick<TestDatabase, 'ownerUrl' | 'url'>
  files: FileStore
  back(now: Date, options?: { place?: BackupPlace; takesOver?: boolean }): Promise<Backup>
}

function siteIn({ place, key }: Kit, { database, files }: Omit<Site, 'back'>): Site {
  const source = { databaseUrl: database.ownerUrl, files, masterKey: Buffer.alloc(32, 5) }
  const { recipient } = key
  const back: Site['back'] = (now, options) =>
    createBackup({ place, source, recipient, now, madeBy: 'schedule', ...options })
  return { database, files, back }
}

/** A new site of another community, which was given the same place and backup key. */
async function freshSite(kit: Kit): Promise<Site> {
  const database = await cloneDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  await sql(database, `update community set community_id = '${randomUUID()}'`)
  return siteIn(kit, { database, files: createDiskFiles(await makeFolder()) })
}

/** Adds a key of private writing, as a member's first entry does. */
async function addKey({ database, files }: Site): Promise<void> {
  const key = `member-keys/${randomUUID()}`
  await files.put({ key, contentType: 'application/octet-stream', body: Readable.from(['key']) })
  await sql(
    database,
    `with owner as (
       insert into member (username, username_key, anonymous_username, anonymous_username_key,
         email, time_zone, password_hash)
       select name, name, name, name, name, 'UTC', '' from (select 'a-member' as name) one
       returning member_id)
     insert into member_key (member_id, file_key) select member_id, '${key}' from owner`,
  )
}

function sql({ ownerUrl: url }: { ownerUrl: string }, statement: string): Promise<unknown[]> {
  return withClient({ url }, async (client) => (await client.query(statement)).rows)
}

/** Everything in the place except its lock. */
async function contentsOf({ place }: Kit): Promise<string[]> {
  return (await place.list('.')).sort()
}

/** Adds copies of an archive as backups of later days, which is faster than making these. */
async function repeatArchive(
  { place, folder }: Kit,
  archive: string,
  days: number[],
): Promise<void> {
  const manifest = await readManifest(place, archive)
  for (const now of days.map(after)) {
    const copy = archiveName(now)
    await cp(join(folder, archive), join(folder, copy), { recursive: true })
    await writeManifest(place, copy, { ...manifest, createdAt: now.toISOString() })
  }
}

/** Makes a place look as an older release left it. */
async function forgetOwner({ place }: Kit): Promise<void> {
  await place.remove('community.json')
  for (const archive of await listArchives(place)) {
    const {
      community: _,
      memberKeyList: __,
      madeBy: ___,
      ...rest
    } = await readManifest(place, archive)
    await writeManifest(place, archive, rest satisfies Manifest)
    await place.remove(`${archive}/member-keys.ndjson`)
  }
}

const REFUSED =
  /^The backups in \S+ belong to another community \(“Folx”, [0-9a-f]{8}\)\. This site \(“Folx”, [0-9a-f]{8}\) makes none there\. To restore that community here, stop the server and run: npm run restore -- --from \S+ --key-file <file>\./

test('a new site that is given the place of another one removes nothing from it', async ({
  kit,
}) => {
  const { archive } = await kit.back()
  const before = await contentsOf(kit)
  const fresh = await freshSite(kit)
  await addKey(fresh)
  // On the same day, when the retention would remove the archive.
  await expect(fresh.back(new Date(NOON.getTime() + 120_000))).rejects.toThrow(REFUSED)
  expect(await contentsOf(kit)).toEqual(before)
  await verifyArchive({ place: kit.place, archive, identity: kit.key.identity })
  await kit.back(TOMORROW)
})

test('a disk that is not mounted is not replaced by a folder with its name', async ({
  context,
  kit,
}) => {
  await kit.back()
  const { ownerUrl } = databaseOf(context)
  await recordBackup(ownerUrl, { madeAt: NOON, place: kit.place.name })
  const mounted = `${kit.folder}-mounted`
  await rename(kit.folder, mounted)
  const refused = `There are no backups in ${kit.folder} anymore, although this site made one there. If it is a disk, mount it again`
  try {
    // Whether the mount point is gone with the disk or is left empty.
    await expect(kit.back(TOMORROW)).rejects.toThrow(refused)
    await mkdir(kit.folder, { recursive: true })
    await expect(kit.back(TOMORROW)).rejects.toThrow(refused)
    expect(await kit.place.list('.')).toEqual([])
  } finally {
    await rm(kit.folder, { recursive: true })
    await rename(mounted, kit.folder)
    await sql(databaseOf(context), 'delete from backup_record')
  }
  await kit.back(TOMORROW)
})

test('a bucket belongs to one community, too', async ({ context, filled: _ }) => {
  const server = await startS3Server()
  onTestFinished(() => server.stop())
  const kit = await openKit(context, createBackupBucket({ ...server.config, prefix: 'site' }))
  await kit.back()
  const before = await contentsOf(kit)
  const fresh = await freshSite(kit)
  await expect(fresh.back(TOMORROW)).rejects.toThrow(REFUSED)
  expect(await contentsOf(kit)).toEqual(before)
})

test('of two sites that begin with an empty place at once, one gets it', async ({ kit }) => {
  const [one, two] = [await freshSite(kit), await freshSite(kit)]
  const outcomes = await Promise.allSettled([one.back(NOON), two.back(TOMORROW)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [first, second] = outcomes[0].status === 'fulfilled' ? [one, two] : [two, one]
  await expect(second.back(after(2))).rejects.toThrow(REFUSED)
  await first.back(after(3))
})

test('without a working lock, a backup during which another site took the place does not count', async ({
  kit,
}) => {
  const fresh = await freshSite(kit)
  const unlocked: BackupPlace = {
    ...kit.place,
    lock: async () => ({ confirm: async () => {}, [Symbol.asyncDispose]: async () => {} }),
    write: async (name, body) => {
      if (name.endsWith('/files.ndjson')) {
        const json = JSON.stringify({ community: randomUUID(), title: 'Other', isShared: false })
        await kit.place.write('community.json', Readable.from([json]))
      }
      return kit.place.write(name, body)
    },
  }
  await expect(fresh.back(NOON, { place: unlocked })).rejects.toThrow(/Another community \(“Other”/)
  expect(await listArchives(kit.place)).toEqual([])
})

test('a place taken over keeps everything of the earlier community, which is refused from then on', async ({
  kit,
}) => {
  const { archive, manifest } = await kit.back()
  const before = await contentsOf(kit)
  const fresh = await freshSite(kit)
  await addKey(fresh)
  await putFile(fresh.files, 'products/other.pdf', 'another guide')
  await fresh.back(TOMORROW, { takesOver: true })
  await expect(kit.back(after(2))).rejects.toThrow(REFUSED)
  // Until the retention of the new owner removes its own first backup.
  const own = await fresh.back(after(3))
  await repeatArchive(kit, own.archive, [4, 5, 6, 7, 8, 9, 10])
  const [{ file_key: key } = { file_key: '' }] = (await sql(
    fresh.database,
    'delete from member_key returning file_key',
  )) as { file_key: string }[]
  await fresh.files.remove(key)
  await fresh.back(after(12))
  expect(await contentsOf(kit)).toEqual(expect.arrayContaining(before))
  expect(await listArchives(kit.place)).not.toContain('2026-03-06T12-00-00Z')
  expect(await kit.place.list('member-keys')).toHaveLength(manifest.memberKeys ?? -1)
  await restore(kit, archive)
})

test('an older backup can be restored after a take-over, and its site takes the place back', async ({
  kit,
}) => {
  const { archive } = await kit.back()
  const fresh = await freshSite(kit)
  await addKey(fresh)
  const { archive: others } = await fresh.back(TOMORROW, { takesOver: true })
  const site = siteIn(kit, await restore(kit, archive))
  await confirmRestoration(site.database.url)
  await expect(site.back(after(2))).rejects.toThrow(REFUSED)
  await site.back(after(2), { takesOver: true })
  await expect(fresh.back(after(3))).rejects.toThrow(REFUSED)
  const { place, key } = kit
  await verifyArchive({ place, archive: others, identity: key.identity }).catch((error) =>
    // Its test key was not wrapped with a master key.
    expect(String(error)).toContain('do not belong to the master key'),
  )
})

test('a restored site makes backups in its place once it is confirmed, and its copies never do', async ({
  kit,
}) => {
  const { archive } = await kit.back()
  const site = siteIn(kit, await restore(kit, archive))
  const before = await contentsOf(kit)
  for (const takesOver of [false, true]) {
    await expect(site.back(TOMORROW, { takesOver })).rejects.toThrow(
      /^This site was restored from a backup, so it makes no backups in .* until you confirm/,
    )
  }
  expect(await contentsOf(kit)).toEqual(before)
  // The copy may have a place of its own.
  const own = await openOwnPlace()
  await site.back(TOMORROW, { place: own })
  await confirmRestoration(site.database.url)
  const { removed } = await site.back(TOMORROW)
  expect(removed).toEqual([])
  expect(await listArchives(kit.place)).toHaveLength(2)
})

async function openOwnPlace(): Promise<BackupPlace> {
  const { createBackupFolder } = await import('#server/ports/backups/folder.ts')
  return createBackupFolder(await makeFolder())
}

test('a missing, unreadable or edited owner file lets no other community in', async ({ kit }) => {
  await kit.back()
  const file = join(kit.folder, 'community.json')
  const sound = await readFile(file, 'utf8')
  const fresh = await freshSite(kit)
  const damages = ['', '{', sound.slice(0, 20), '[]', '{"community":7}', undefined]
  let day = 1
  for (const damage of damages) {
    if (damage === undefined) await rm(file)
    else await writeFile(file, damage)
    day += 1
    await expect(fresh.back(after(day)), damage).rejects.toThrow('another community')
    await kit.back(after(day))
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      community: JSON.parse(sound).community,
    })
  }
  const edited = { ...JSON.parse(sound), community: randomUUID(), title: 'Edited' }
  await writeFile(file, JSON.stringify(edited))
  const before = await contentsOf(kit)
  await expect(kit.back(after(20))).rejects.toThrow('another community (“Edited”')
  expect(await contentsOf(kit)).toEqual(before)
})

test('a place of an older release is adopted by the site that made the backups, and by no other', async ({
  context,
  kit,
}) => {
  await kit.back()
  await forgetOwner(kit)
  const before = await contentsOf(kit)
  const fresh = await freshSite(kit)
  await addKey(fresh)
  await sql(fresh.database, `insert into backup_record values (true, '2026-03-05T12:00:00.001Z')`)
  const unproven = /may belong to another community: nothing in them shows/
  await expect(fresh.back(TOMORROW)).rejects.toThrow(unproven)
  expect(await contentsOf(kit)).toEqual(before)
  // By one of its keys.
  await kit.back(TOMORROW)
  await forgetOwner(kit)
  // By its record, without private writing.
  await rm(join(kit.folder, 'member-keys'), { recursive: true })
  await expect(kit.back(after(2))).rejects.toThrow(unproven)
  await context.db.insertInto('backupRecord').values({ madeAt: NOON }).execute()
  onTestFinished(async () => void (await context.db.deleteFrom('backupRecord').execute()))
  await kit.back(after(2))
})

test('a site of an older release has the id that the migration gives it', async ({
  context,
  filled: _,
}) => {
  const { ownerUrl } = databaseOf(context)
  const { readSite } = await import('./site.ts')
  await withClient({ url: ownerUrl }, async (client) => {
    await client.query('begin')
    const migration = join(import.meta.dirname, '../db/migrations/0073-community.sql')
    const insert = (await readFile(migration, 'utf8')).replace(/^.*(?=insert into)/s, '')
    await client.query(`delete from community; ${insert}`)
    const query = (statement: string) => client.query(statement)
    const { community } = await readSite(query)
    await client.query('alter table community rename to newer')
    // A failed statement would end the transaction.
    const older = await readSite(async (statement) => {
      await client.query('savepoint here')
      return client.query(statement).catch(async (error: unknown) => {
        await client.query('rollback to here')
        throw error
      })
    })
    expect(older.community).toBe(community)
    expect(community).toMatch(/^[0-9a-f-]{36}$/)
    await client.query('rollback')
  })
})

test('a site that has lost files and keys removes none of them from the place', async ({
  context,
  world,
  kit,
}) => {
  const { archive } = await kit.back()
  const story = await world.story({ author: await world.member() })
  await putFile(context.files, `stories/${story}-lost.m4a`, 'a voice')
  await context.db
    .updateTable('story')
    .set({ content: null, audioState: 'ready', audioKey: `stories/${story}-lost.m4a` })
    .set({ audioDuration: 3 })
    .where('storyId', '=', story)
    .execute()
  const { archive: beforeLoss, manifest } = await kit.back(TOMORROW)
  for await (const { key } of context.files.list()) await context.files.remove(key)
  const keys = manifest.memberKeys ?? -1
  const broken = await kit.back(after(2))
  expect(broken.lost).toEqual({ files: 1, memberKeys: keys })
  expect(broken.manifest).toMatchObject({ memberKeys: keys, files: { count: 1 } })
  expect(await kit.place.list('member-keys')).toHaveLength(keys)
  // The last backup from before the loss is removed, and its files are still there.
  await repeatArchive(kit, broken.archive, [3, 4, 5, 6, 7, 8, 9])
  const { archive: newest, removed } = await kit.back(after(10))
  expect(removed).toEqual(expect.arrayContaining([archive, beforeLoss]))
  expect(await listArchives(kit.place)).not.toContain(archive)
  const { files } = await restore(kit, newest)
  expect(await files.stat(`stories/${story}-lost.m4a`)).toMatchObject({ size: 7 })
})
