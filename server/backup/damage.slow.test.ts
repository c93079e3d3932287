import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { unwritable } from '#server/ports/backups/folder.ts'
import { StartError } from '#server/start-error.ts'
import {
  emptySite,
  type Kit,
  restore,
  rowsOf,
  shareMood,
  TOMORROW,
  test,
} from '#server/testing/backup-kit.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'
import { restoreSite, verifyArchive } from './restore.ts'
import { newBackupKey, seal } from './sealing.ts'

/** Damages a backup and returns a part of the expected error message. */
type Sabotage = (at: {
  kit: Kit
  archive: string
  /** An earlier backup of the same site. */
  earlier: string
  change(name: string, edit: (bytes: Buffer) => Buffer): Promise<void>
}) => Promise<string>

const flipBit = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes)
  const at = Math.floor(changed.length / 2)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** Each is applied to an intact backup. */
const SABOTAGES: Record<string, Sabotage> = {
  ...Object.fromEntries(
    ['tables/member.copy.zst.age', 'jobs.ndjson.zst.age', 'data.key.age', 'files.ndjson'].flatMap(
      (part): [string, Sabotage][] => [
        [
          `a flipped bit in ${part}`,
          async ({ archive, change }) => {
            await change(`${archive}/${part}`, flipBit)
            return `${archive}/${part} in the backup is damaged. Use another backup.`
          },
        ],
        [
          `${part} is missing`,
          async ({ kit, archive }) => {
            await rm(join(kit.folder, archive, part))
            return `${archive}/${part} is missing in the backup. Use another backup.`
          },
        ],
      ],
    ),
  ),
  'a truncated part': async ({ archive, change }) => {
    const part = `${archive}/tables/story.copy.zst.age`
    await change(part, (bytes) => bytes.subarray(0, -20))
    return `${part} in the backup is damaged. Use another backup.`
  },
  'a flipped bit in the manifest': async ({ archive, change }) => {
    await change(`${archive}/manifest.json`, flipBit)
    return `The manifest of the backup ${archive} is damaged. Use another backup.`
  },
  'an edited manifest': async ({ archive, change }) => {
    await change(`${archive}/manifest.json`, (bytes) =>
      Buffer.from(bytes.toString().replace('"rows": 0', '"rows": 1')),
    )
    return `The manifest of the backup ${archive} is damaged. Use another backup.`
  },
  'no manifest': async ({ kit, archive }) => {
    await rm(join(kit.folder, archive, 'manifest.json'))
    return `The backup ${archive} has no manifest, so it is not complete.`
  },
  'a part of an earlier backup': async ({ kit, archive, earlier }) => {
    const part = 'tables/member.copy.zst.age'
    await copyFile(join(kit.folder, earlier, part), join(kit.folder, archive, part))
    return `${archive}/${part} in the backup is damaged. Use another backup.`
  },
  'the manifest of an earlier backup': async ({ kit, archive, earlier }) => {
    for (const name of ['manifest.json', 'manifest.json.sha256']) {
      await copyFile(join(kit.folder, earlier, name), join(kit.folder, archive, name))
    }
    return `The manifest in ${archive} is that of the backup ${earlier}: parts of two backups are mixed up.`
  },
  'a format of a newer release': async ({ kit, archive }) => {
    const manifest = { format: 2, everything: 'else' }
    await writeManifest(kit.place, archive, manifest as unknown as Manifest)
    return `The backup ${archive} was made by a newer release of Folx. Update Folx first`
  },
  'a format of a newer release, with its checksum elsewhere': async ({ archive, kit, change }) => {
    await change(`${archive}/manifest.json`, () => Buffer.from('{ "format": 3 }'))
    await rm(join(kit.folder, archive, 'manifest.json.sha256'))
    return `The backup ${archive} was made by a newer release of Folx. Update Folx first`
  },
  'a migration of a newer release': async ({ kit, archive }) => {
    const manifest = await readManifest(kit.place, archive)
    manifest.migrations.push({ name: '9000-later.sql', checksum: '0' })
    await writeManifest(kit.place, archive, manifest)
    return `The backup ${archive} was made by a newer release of Folx. Update Folx first`
  },
  'another text of a migration': async ({ kit, archive }) => {
    const manifest = await readManifest(kit.place, archive)
    const migrations = manifest.migrations.map((each, index) =>
      index === 1 ? { ...each, checksum: '0' } : each,
    )
    await writeManifest(kit.place, archive, { ...manifest, migrations })
    return `The backup ${archive} was made by another release of Folx. Its migration 0002-daily-practice.sql`
  },
  'half of the keys of private writing': async ({ kit, archive }) => {
    const [first = ''] = await kit.place.list('member-keys')
    await rm(join(kit.folder, first))
    return `The backup ${archive} is not complete. Missing in ${kit.folder}: 1 of 2 keys of private writing.`
  },
  'a damaged key of private writing': async ({ kit, change }) => {
    const [first = ''] = await kit.place.list('member-keys')
    await change(first, flipBit)
    return `${first} in the backup is damaged. Remove it there`
  },
  'a master key from before it was changed': async ({ kit, archive }) => {
    const manifest = await readManifest(kit.place, archive)
    const old = await seal(kit.key.recipient, Readable.from([Buffer.alloc(32, 9)]))
    const masterKey = await kit.place.write(`${archive}/data.key.age`, old)
    await writeManifest(kit.place, archive, { ...manifest, masterKey })
    return 'the master key was changed after the backup was made'
  },
  'half of the files': async ({ kit, archive }) => {
    const [first = ''] = await kit.place.list('objects')
    await rm(join(kit.folder, first))
    return `The backup ${archive} is not complete. Missing in ${kit.folder}: 1 of 2 files (`
  },
}

test('every kind of damage is reported before anything is restored', async ({
  world,
  api,
  kit,
}) => {
  await shareMood(api, await world.member(), 'Mine alone.')
  const { archive: earlier } = await kit.back()
  const { archive } = await kit.back(TOMORROW)
  const sound = `${kit.folder}-sound`
  onTestFinished(() => rm(sound, { recursive: true, force: true }))
  await cp(kit.folder, sound, { recursive: true })
  const verify = (name: string): Promise<Manifest> =>
    verifyArchive({ place: kit.place, archive: name, identity: kit.key.identity })
  const change = async (name: string, edit: (bytes: Buffer) => Buffer): Promise<void> => {
    const path = join(kit.folder, name)
    await writeFile(path, edit(await readFile(path)))
  }
  for (const [name, sabotage] of Object.entries(SABOTAGES)) {
    const sentence = await sabotage({ kit, archive, earlier, change })
    const error = await verify(archive).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error, name).toBeInstanceOf(StartError)
    expect(String(error), name).toContain(sentence)
    for (const part of [archive, 'member-keys', 'objects']) {
      await rm(join(kit.folder, part), { recursive: true })
      await cp(join(sound, part), join(kit.folder, part), { recursive: true })
    }
  }
  await verify(archive)
  await verify(earlier)
})

test('a migration that this release does not have stops the restore', async ({ kit }) => {
  const { archive, manifest } = await kit.back()
  manifest.migrations.push({ name: '9000-later.sql', checksum: '0' })
  await writeManifest(kit.place, archive, manifest)
  const { database: urls, files } = await emptySite()
  const { place, key } = kit
  const restored = restoreSite({ place, archive, identity: key.identity, urls, files })
  await expect(restored).rejects.toThrow('was made by a newer release of Folx')
})

test('the error for a place that cannot be written says what to do', async () => {
  const failure = (code: string): unknown =>
    unwritable('/backups', Object.assign(new Error('from the system'), { code }))
  expect(failure('ENOSPC')).toMatchObject({
    message:
      'Nothing can be written into /backups. The disk is full. Free up space there, or choose a folder on another disk. Earlier backups are unchanged.',
  })
  expect(failure('EROFS')).toMatchObject({ message: expect.stringContaining('is read-only') })
  expect(failure('EACCES')).toMatchObject({ message: expect.stringContaining('may not write') })
  expect(failure('EOTHER')).not.toBeInstanceOf(StartError)
})

test('a missing or damaged file or key is reported before anything is restored', async ({
  kit,
}) => {
  const { archive } = await kit.back()
  const [object = ''] = await kit.place.list('objects')
  const path = join(kit.folder, object)
  const bytes = await readFile(path)
  const { place, key } = kit
  const verified = (): Promise<unknown> => verifyArchive({ place, archive, identity: key.identity })
  await writeFile(path, bytes.subarray(0, -1))
  const damaged = /^The file \S+ in the backup is damaged\./
  await expect(verified()).rejects.toThrow(damaged)
  // Sealed correctly, but with different content.
  const other = await seal(key.recipient, Readable.from([Buffer.from('another file')]))
  await writeFile(path, await buffer(other))
  await expect(verified()).rejects.toThrow(damaged)
  const { database: urls, files } = await emptySite()
  const { identity } = key
  await expect(restoreSite({ place, archive, identity, urls, files })).rejects.toThrow(damaged)
  await rm(path)
  await expect(verified()).rejects.toThrow(/1 of \d files \(/)
  await writeFile(path, bytes)
  await verified()
  const [mirrored = ''] = await place.list('member-keys')
  await writeFile(join(kit.folder, mirrored), 'no key')
  await expect(verified()).rejects.toThrow(`${mirrored} in the backup is damaged.`)
})

test('another key cannot open a backup, and a site with data is not overwritten', async ({
  kit,
}) => {
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

test('rows lost during a restore are noticed', async ({ kit }) => {
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

test('keys that a later backup deleted are not missing in an older one, and all others are', async ({
  context,
  world,
  api,
  kit,
}) => {
  const leaving = await world.member()
  await shareMood(api, leaving, 'Mine alone.')
  const { archive, memberKeys } = await kit.back()
  const { fileKey } = await context.db
    .deleteFrom('memberKey')
    .where('memberId', '=', leaving.id)
    .returning('fileKey')
    .executeTakeFirstOrThrow()
  await context.files.remove(fileKey)
  await kit.back(TOMORROW)
  const { place, key } = kit
  const { identity } = key
  await verifyArchive({ place, archive, identity })
  for (const name of await place.list('member-keys')) await place.remove(name)
  const lost = `Missing in ${kit.folder}: ${memberKeys - 1} of ${memberKeys} keys of private writing.`
  await expect(verifyArchive({ place, archive, identity })).rejects.toThrow(lost)
  const said: string[] = []
  await verifyArchive({ place, archive, identity, onMissing: (sentence) => said.push(sentence) })
  expect(said).toEqual([`The backup ${archive} is not complete. ${lost}`])
  const { database: urls, files } = await emptySite()
  await expect(restoreSite({ place, archive, identity, urls, files })).rejects.toThrow(
    `Keys of private writing (${memberKeys - 1}) disappeared`,
  )
})

test('an older release’s backup, which does not name its keys, says how many are missing', async ({
  kit,
}) => {
  const { archive, memberKeys } = await kit.back()
  await kit.back(TOMORROW)
  const { place, key } = kit
  const { memberKeyList: _, ...older } = await readManifest(place, archive)
  await writeManifest(place, archive, older)
  const verified = (): Promise<Manifest> =>
    verifyArchive({ place, archive, identity: key.identity })
  await verified()
  // Of another community, for another backup key.
  const stranger = await newBackupKey()
  const sealed = await seal(stranger.recipient, Readable.from([Buffer.alloc(60)]))
  await place.write('member-keys/of-another-community.age', sealed)
  await verified()
  for (const name of await place.list('member-keys')) await place.remove(name)
  const lost = `${memberKeys} of ${memberKeys} keys of private writing.`
  await expect(verified()).rejects.toThrow(lost)
  const { memberKeys: __, ...oldest } = older
  await writeManifest(place, archive, oldest)
  await expect(verified()).rejects.toThrow(lost)
})
