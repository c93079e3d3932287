/**
 * `node scripts/record-migrations.ts [<folder of migrations>]`, for developers: records a new set of
 * migrations, with a small site, in `server/testing/released/sets.json`. From then on tests restore
 * and upgrade that site, and none of its migrations may change. Run it when a migration is ready to
 * be merged.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { listTables, readRows, readSequences } from '#server/backup/tables.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { withClient } from '#server/db/with-client.ts'
import {
  type RecordedTable,
  type ReleasedSets,
  readSets,
  SAMPLE_FILE,
  SETS_FILE,
} from '#server/testing/released/sets.ts'

const [folder] = process.argv.slice(2)
const migrations = await readMigrations(folder)
const directory = await mkdtemp(join(tmpdir(), 'folx-record-'))
const postgres = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
try {
  await withClient({ url: postgres.url }, async (client) => {
    await fill(client)
    await record(client)
  })
} finally {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}

/** Runs each migration, and after it its part of the sample. */
async function fill(client: pg.Client): Promise<void> {
  const parts = (await readFile(SAMPLE_FILE, 'utf8')).split(/^-- after /m)
  for (const { name, sql } of migrations) {
    await client.query(sql)
    const part = parts.find((each) => each.startsWith(`${name}\n`))
    if (part) await client.query(part.slice(name.length))
  }
}

async function record(client: pg.Client): Promise<void> {
  const all = await readSets()
  const set: ReleasedSets['sets'][number] = {
    migrations: migrations.map(({ name, checksum }) => place(all.migrations, { name, checksum })),
    tables: [],
    sequences: await readSequences(client),
  }
  for (const table of await listTables(client)) {
    const { rows } = readRows(client, table)
    const recorded: RecordedTable = { ...table, rows: withoutToday(await text(rows)) }
    set.tables.push(place(all.tables, recorded))
  }
  const position = place(all.sets, set)
  const lines = (values: readonly unknown[]): string =>
    `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]`
  const parts = Object.entries(all).map(([name, values]) => `"${name}": ${lines(values)}`)
  await writeFile(SETS_FILE, `{\n${parts.join(',\n')}\n}\n`)
  console.log(`${migrations.length} migrations are set ${position + 1} of ${all.sets.length}.`)
}

/** The position of an equal value in the list; adds the value if there is none. */
function place<T>(list: T[], value: T): number {
  const json = JSON.stringify(value)
  const found = list.findIndex((each) => JSON.stringify(each) === json)
  return found === -1 ? list.push(value) - 1 : found
}

/** Rows that migrations and triggers date are equal whenever they are recorded. */
function withoutToday(rows: string): string {
  const today = new Date().toISOString().slice(0, 10)
  return rows.replaceAll(new RegExp(`${today} [0-9:.]+\\+00`, 'g'), '2026-01-01 00:00:00+00')
}
