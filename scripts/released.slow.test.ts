import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { installJobs } from '#server/db/jobs.ts'
import { migrateAsBefore } from '#server/db/migrate.ts'
import { withClient } from '#server/db/with-client.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import { createInstallation, type Installation, makeKey } from '#server/testing/installation.ts'
import { listReleasedSets, type ReleasedSet } from '#server/testing/released/sets.ts'
import {
  loadSet,
  MASTER_KEY,
  MEMBER_KEY,
  packArchive,
  RECORDING,
} from '#server/testing/released/site.ts'

const sets = await listReleasedSets()
const has = (set: ReleasedSet, name: string): boolean =>
  set.migrations.some((each) => each.name === name)
const OLDEST = sets[0]
const BEFORE_BACKUPS = sets.findLast((set) => !has(set, '0018-restored-from.sql'))
/** Two sets have the same names: this one has the first text of 0048. */
const BEFORE_A_COMMENT = sets.findLast((set, index) => {
  const names = (each: ReleasedSet | undefined) => each?.migrations.map(({ name }) => name).join()
  return names(set) === names(sets[index + 1])
})

/** Makes the data folder of a site that a release with these migrations has run. */
async function settle({ dataDir }: Installation, set: ReleasedSet): Promise<void> {
  await mkdir(dataDir, { mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
  // The releases before 0018 did everything as the superuser.
  await migrateAsBefore(postgres.url, set.migrations)
  await installJobs(postgres.url)
  await withClient({ url: postgres.url }, (client) => loadSet(client, set))
  await postgres.stop()
  await writeFile(join(dataDir, 'data.key'), `${MASTER_KEY.toString('hex')}\n`, { mode: 0o600 })
  await mkdir(join(dataDir, 'files'), { mode: 0o700 })
  const files = createDiskFiles(join(dataDir, 'files'))
  for (const { key, bytes } of [RECORDING, MEMBER_KEY]) {
    await files.put({ key, contentType: 'audio/mp4', body: Readable.from([bytes]) })
  }
}

async function expectRunning(installation: Installation): Promise<void> {
  const server = await installation.start()
  expect(await server.sql(`select title from story where story_id = 1`)).toEqual([
    { title: 'Bread for the road' },
  ])
  await server.stop()
}

test.for([OLDEST, BEFORE_BACKUPS, BEFORE_A_COMMENT].flatMap((set) => set ?? []))(
  'npm run upgrade brings $title to this release, and npm run rollback back',
  async (set) => {
    const installation = await createInstallation()
    await settle(installation, set)
    const upgraded = await installation.run('upgrade.ts')
    expect(upgraded, upgraded.text).toMatchObject({ code: 0 })
    expect(upgraded.text).toMatch(/PASSED[\s\S]*The site is upgraded/)
    await expectRunning(installation)
    const { code } = await installation.run('rollback.ts', '--confirm')
    expect(code).toBe(0)
    const again = await installation.run('upgrade.ts', '--no-drill')
    expect(again, again.text).toMatchObject({ code: 0 })
  },
)

test('npm run restore restores the oldest backup, and npm run drill tries it out', async () => {
  const installation = await createInstallation()
  const { keyFile, recipient } = await makeKey(installation)
  if (!OLDEST) throw new Error('There are no recorded sets.')
  const place = createBackupFolder(installation.backups)
  await packArchive(OLDEST, { place, recipient, now: new Date('2026-03-05T12:00:00Z') })
  const restored = await installation.run('restore.ts', '--key-file', keyFile, '--yes')
  expect(restored, restored.text).toMatchObject({ code: 0 })
  expect(restored.text).toContain('2 members, 3 stories, 2 replies, 0 purchases')
  await expectRunning(installation)
  const drilled = await installation.run('drill.ts', '--key-file', keyFile)
  expect(drilled, drilled.text).toMatchObject({ code: 0 })
})
