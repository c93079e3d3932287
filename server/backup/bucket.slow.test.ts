import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { createBackupBucket } from '#server/ports/backups/bucket.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { StartError } from '#server/start-error.ts'
import {
  test as base,
  bucketEnvironment,
  type Kit,
  openKit,
  restore,
  rowsOf,
  TOMORROW,
} from '#server/testing/backup-kit.ts'
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts'
import { databaseOf } from '#server/testing/database-of.ts'
import { type S3Server, startS3Server } from '#server/testing/providers/s3-server.ts'
import { listAllArchives, listArchives } from './manifest.ts'
import { verifyArchive } from './restore.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/backup.ts')

/** Vitest's `test` with a bucket as the place for backups. */
const test = base.extend<{ bucket: { server: S3Server; place: BackupPlace }; kit: Kit }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs from this pattern.
  bucket: async ({}, use) => {
    const server = await startS3Server()
    await use({ server, place: createBackupBucket({ ...server.config, prefix: 'site' }) })
    await server.stop()
  },
  kit: async ({ context, filled: _, bucket }, use) => use(await openKit(context, bucket.place)),
})

test('a site is restored from a bucket, which receives unchanged files only once', async ({
  context,
  kit,
  bucket: { server, place },
}) => {
  await kit.back()
  const objects = await place.list('objects')
  const stored: string[] = []
  server.intercept = ({ method, key }) => {
    // The lock is renewed on a timer.
    if (method === 'PUT' && !key.includes('/.lock/')) stored.push(key)
    return undefined
  }
  const { archive } = await kit.back(TOMORROW)
  expect(stored.filter((key) => key.startsWith('site/objects/'))).toEqual([])
  expect(stored.at(-1)).toBe(`site/${archive}/manifest.json`)
  expect((await place.list('objects')).sort()).toEqual(objects.sort())
  const before = await rowsOf(databaseOf(context).ownerUrl)
  const { database } = await restore(kit, archive)
  const after = await rowsOf(database.ownerUrl)
  expect({ ...after, website_settings: [] }).toEqual({ ...before, website_settings: [] })
})

test('missing objects, a flipped bit and a lost connection are each reported', async ({
  kit,
  bucket: { server, place },
}) => {
  const { archive } = await kit.back()
  const verified = (): Promise<unknown> =>
    verifyArchive({ place, archive, identity: kit.key.identity })
  const [object = ''] = await place.list('objects')
  const [memberKey = ''] = await place.list('member-keys')
  const table = `${archive}/tables/member.copy.zst.age`
  // A lost connection isn't damage: the next attempt may succeed.
  for (const lost of [
    `${archive}/manifest.json`,
    `${archive}/files.ndjson`,
    `${archive}/jobs.ndjson.zst.age`,
    table,
    object,
    memberKey,
  ]) {
    server.intercept = ({ method, key }) =>
      method === 'GET' && key === `site/${lost}` ? 'cut' : undefined
    const error = await verified().catch((reason: unknown) => reason)
    expect(error, lost).toBeInstanceOf(StartError)
    expect(String(error), lost).toContain('s3://folx/site can’t be reached')
  }
  server.intercept = undefined
  const change = async (
    name: string,
    edit: (bytes: Buffer) => void,
  ): Promise<() => Promise<void>> => {
    const sound = await buffer(place.read(name))
    const bytes = Buffer.from(sound)
    edit(bytes)
    await place.write(name, Readable.from([bytes]))
    return async () => void (await place.write(name, Readable.from([sound])))
  }
  for (const name of [table, object, memberKey]) {
    const undo = await change(name, (bytes) =>
      bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1),
    )
    await expect(verified(), name).rejects.toThrow('in the backup is damaged.')
    await undo()
  }
  for (const name of [table, object]) {
    const sound = await buffer(place.read(name))
    await place.remove(name)
    await expect(verified(), name).rejects.toThrow(/is missing in the backup\.|Missing in s3:/)
    await place.write(name, Readable.from([sound]))
  }
  await verified()
})

test('a backup that is killed or refused midway does not count, and the next one cleans up', async ({
  context,
  kit,
  bucket: { server, place },
}) => {
  const { database, dataDir } = context.config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const { PATH, HOME } = process.env
  const backup = spawn(process.execPath, [SCRIPT], {
    env: {
      PATH,
      HOME,
      ...COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      BACKUP_DIR: 's3://folx/site',
      BACKUP_RECIPIENT: kit.key.recipient,
      ...bucketEnvironment(server.config),
    },
    cwd: dataDir,
    stdio: 'ignore',
  })
  const ended = once(backup, 'exit')
  onTestFinished(() => void backup.kill('SIGKILL'))
  server.intercept = async ({ method, key }) => {
    if (method !== 'PUT' || !key.includes('/tables/story')) return undefined
    backup.kill('SIGKILL')
    await ended
    return 'cut'
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
  server.intercept = undefined
  expect(await listArchives(place)).toEqual([])
  await expect(kit.back()).rejects.toThrow('was interrupted in the last 5 minutes')
  await server.age('site/.lock/000000000001', 6 * 60_000)
  server.intercept = ({ method, key }) =>
    method === 'PUT' && key.includes('/tables/story') ? 'refuse' : undefined
  await expect(kit.back()).rejects.toThrow('refuses this key (AccessDenied)')
  // A refused one cleans up after itself.
  expect(await listAllArchives(place)).toMatchObject({ complete: [], incomplete: [] })
  server.intercept = undefined
  const { archive } = await kit.back(TOMORROW)
  expect(await listAllArchives(place)).toEqual({ complete: [archive], incomplete: [] })
  await verifyArchive({ place, archive, identity: kit.key.identity })
})
