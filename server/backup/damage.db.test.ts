import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { emptySite, fill, openKit, restore, rowsOf } from '#server/testing/backup-kit.ts'
import { test } from '#server/testing/world.ts'
import { writeManifest } from './manifest.ts'
import { restoreSite, verifyArchive } from './restore.ts'
import { newBackupKey, seal } from './sealing.ts'

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
