import { Readable } from 'node:stream'
import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createBackup } from '#server/backup/create.ts'
import type { BackupKey } from '#server/backup/sealing.ts'
import { newBackupKey } from '#server/backup/sealing.ts'
import { installJobs } from '#server/db/jobs.ts'
import { compareMigrations, migrateAsBefore, readMigrations } from '#server/db/migrate.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { withClient } from '#server/db/with-client.ts'
import { runDrill } from '#server/drill/drill.ts'
import { createBackupFolder } from '#server/ports/backups/folder.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import { readCatalog } from '#server/testing/catalog.ts'
import { makeFolder } from '#server/testing/make-folder.ts'
import { listReleasedSets, type ReleasedSet } from '#server/testing/released/sets.ts'
import {
  loadSet,
  MASTER_KEY,
  MEMBER_KEY,
  packArchive,
  RECORDING,
} from '#server/testing/released/site.ts'
import {
  cloneDatabase,
  emptyDatabase,
  type TestDatabase,
} from '#server/testing/template-database.ts'

const NOW = new Date('2026-03-05T12:00:00Z')
const sets = await listReleasedSets()

async function openDatabase(open: (adminUrl: string) => Promise<TestDatabase>) {
  const database = await open(inject('adminUrl'))
  onTestFinished(() => database.drop())
  return database
}

const query = <T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> =>
  withClient({ url }, async (client) => (await client.query<T>(statement)).rows)

const catalogOf = (url: string): Promise<string[]> => withClient({ url }, readCatalog)

/** Checks that everything members wrote is unchanged. */
async function expectSample(url: string): Promise<void> {
  expect(await query(url, 'select title, content from story order by story_id limit 1')).toEqual([
    { title: 'Bread for the road', content: 'A tab\tand\nlines, "quotes", \\ and 🌿' },
  ])
  expect(await query(url, 'select content from reply order by reply_id limit 2')).toEqual([
    { content: 'Thank you.' },
    { content: 'And you.' },
  ])
  expect(
    await query(
      url,
      `select is_admin from member where username in ('ann', 'ben') order by username`,
    ),
  ).toEqual([{ is_admin: false }, { is_admin: true }])
  expect(await query(url, 'select site_title from website_settings')).toEqual([
    { site_title: 'The well' },
  ])
}

async function expectDrill(set: ReleasedSet, schema: string[], key: BackupKey): Promise<void> {
  const place = createBackupFolder(await makeFolder())
  const archive = await packArchive(set, { place, recipient: key.recipient, now: NOW })
  const database = await openDatabase(emptyDatabase)
  await using cleanups = new AsyncDisposableStack()
  const report = await runDrill({
    place,
    archive,
    cleanups,
    identity: key.identity,
    folder: await makeFolder(),
    dataKey: undefined,
    now: () => NOW,
    openDatabase: async () => database,
  })
  const outcomes = Object.fromEntries(report.steps.map((each) => [each.title, each.outcome]))
  const has = (table: string): boolean => set.tables.some(({ name }) => name === table)
  expect(outcomes, JSON.stringify(report.steps)).toEqual({
    Archive: 'passed',
    Restore: 'passed',
    Counts: 'passed',
    Start: 'passed',
    'Sign-in': 'passed',
    Recording: 'passed',
    Journal: has('mood_entry') ? 'passed' : 'skipped',
    Money: has('payment') ? 'passed' : 'skipped',
  })
  expect(await catalogOf(database.adminUrl)).toEqual(schema)
  await expectSample(database.adminUrl)
  const waits = await query(database.adminUrl, 'select restored_from from website_settings')
  expect(waits).toEqual([{ restored_from: NOW }])
}

async function expectUpgrade(set: ReleasedSet, schema: string[], key: BackupKey): Promise<void> {
  const database = await openDatabase(emptyDatabase)
  const { ownerUrl } = database
  await migrateAsBefore(ownerUrl, set.migrations)
  await withClient({ url: ownerUrl }, (client) => loadSet(client, set))
  await installJobs(ownerUrl)
  const files = createDiskFiles(await makeFolder())
  for (const { key: name, bytes } of [RECORDING, MEMBER_KEY]) {
    await files.put({ key: name, contentType: 'audio/mp4', body: Readable.from([bytes]) })
  }
  const { manifest } = await createBackup({
    place: createBackupFolder(await makeFolder()),
    source: { databaseUrl: ownerUrl, files, masterKey: MASTER_KEY },
    recipient: key.recipient,
    now: NOW,
    madeBy: 'hand',
  })
  expect(manifest.tables.map(({ name, columns }) => ({ name, columns }))).toEqual(
    set.tables.map(({ name, columns }) => ({ name, columns })),
  )
  expect(manifest.migrations).toEqual(set.migrations)
  expect((await compareMigrations(ownerUrl)).unknown).toEqual([])
  await prepareDatabase(database)
  expect(await compareMigrations(ownerUrl)).toMatchObject({ pending: [], unknown: [] })
  expect(await catalogOf(database.adminUrl)).toEqual(schema)
  await expectSample(database.adminUrl)
}

test.for(sets)('$title: a site is restored, drilled and upgraded', async (set) => {
  const schema = await catalogOf((await openDatabase(cloneDatabase)).adminUrl)
  const key = await newBackupKey()
  await expectDrill(set, schema, key)
  await expectUpgrade(set, schema, key)
})

test('no released migration was changed, and all are recorded', async () => {
  const program = await readMigrations()
  const texts = program.flatMap(({ name, checksum, earlier = [] }) =>
    [checksum, ...earlier.map((text) => text.checksum)].map((each) => `${name} ${each}`),
  )
  const recorded = new Set(
    sets.flatMap(({ migrations }) => migrations.map(({ name, checksum }) => `${name} ${checksum}`)),
  )
  const advice =
    'A released migration never changes: undo the edit and add a migration. A new one is recorded by scripts/record-migrations.ts.'
  expect([...recorded].sort(), advice).toEqual(texts.sort())
  const newest = sets.at(-1)?.migrations
  expect(newest, advice).toEqual(program.map(({ name, checksum }) => ({ name, checksum })))
})
