import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Any constant will do: it keeps two nodes from migrating at once. */
const MIGRATION_LOCK = 4_127_001

interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Brings the database to the newest migration, or to the one named by `until`, each in its own
 * transaction, and returns the names of those that ran. Throws when a migration that ran already was
 * changed since.
 */
export async function migrate(
  url: string,
  { until }: { until?: string | undefined } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'folx-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      `create table if not exists schema_migration (
         name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`,
    )
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration',
    )
    const checksums = new Map(applied.rows.map((row) => [row.name, row.checksum]))
    const ran: string[] = []
    for (const migration of await readMigrations()) {
      if (until !== undefined && migration.name > until) break
      const known = checksums.get(migration.name)
      if (known === migration.checksum) continue
      if (known) throw new Error(`Migration ${migration.name} was changed after it had run.`)
      await run(client, migration)
      ran.push(migration.name)
    }
    return ran
  } finally {
    await client.end()
  }
}

/** Those that a database has, in the order of their names. */
export async function listMigrations(
  client: pg.ClientBase,
): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  return rows
}

/** Those of this release, in the order in which they run. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(FOLDER, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed.`, { cause })
  }
}
