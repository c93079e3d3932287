import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { withClient } from './with-client.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** An arbitrary constant; the lock prevents two nodes from migrating at once. */
const MIGRATION_LOCK = 4_127_001
/** How long a migration waits for a table that another program is using. */
const LOCK_LIMIT_SECONDS = 10
const LOCK_NOT_AVAILABLE = '55P03'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * `-- changes rows of: one, another`: tables that have a different number of rows afterwards, or
 * were dropped.
 */
const CHANGES_ROWS = /^-- changes rows of: (.+)$/gm

/**
 * Runs all pending migrations, or those up to `until`, each in its own transaction, and returns the
 * names of those that ran. Throws if a migration was changed after it ran.
 */
export function migrate(
  url: string,
  { until }: { until?: string | undefined } = {},
): Promise<string[]> {
  return withClient({ url, name: 'folx-migrate' }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      `create table if not exists schema_migration (
         name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`,
    )
    // A statement that waits for a lock also blocks all statements queued behind it.
    await client.query(`set lock_timeout = '${LOCK_LIMIT_SECONDS}s'`)
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration',
    )
    const checksums = new Map(applied.rows.map((row) => [row.name, row.checksum]))
    const ran: string[] = []
    for (const migration of await readMigrations()) {
      if (until !== undefined && migration.name > until) break
      const known = checksums.get(migration.name)
      if (known === migration.checksum) continue
      if (known) throw new StartError(`Migration ${migration.name} was changed after it had run.`)
      await run(client, migration)
      ran.push(migration.name)
    }
    return ran
  })
}

/** How the migrations of a database and those of this release differ. */
export interface MigrationState {
  /** Whether it has no accounts yet, so that nothing can be lost. */
  isNew: boolean
  /** Names of migrations that have not run on the database. */
  pending: string[]
  /** Names of migrations that ran but that this release lacks or has with different text. */
  unknown: string[]
}

export function compareMigrations(
  url: string,
  migrations?: readonly Migration[],
): Promise<MigrationState> {
  return withClient({ url, name: 'folx-migrate' }, async (client) => {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      `select to_regclass('public.schema_migration') is not null
         and to_regclass('public.member') is not null as exists`,
    )
    const program = migrations ?? (await readMigrations())
    if (!tables[0]?.exists) {
      return { isNew: true, pending: program.map(({ name }) => name), unknown: [] }
    }
    const applied = await listMigrations(client)
    const ran = new Set(applied.map(({ name }) => name))
    const known = new Map(program.map(({ name, checksum }) => [name, checksum]))
    const { rows: members } = await client.query('select from member limit 1')
    return {
      isNew: members.length === 0,
      pending: program.map(({ name }) => name).filter((name) => !ran.has(name)),
      unknown: applied.filter(({ name, checksum }) => known.get(name) !== checksum).map(nameOf),
    }
  })
}

const nameOf = ({ name }: { name: string }): string => name

/** The migrations that ran on a database, in order of name. */
export async function listMigrations(
  client: pg.ClientBase,
): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  return rows
}

/** The migrations of this release, in the order they run. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(FOLDER, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** `-- not rolling: it drops a column that the release before reads`: the reason. */
const NOT_ROLLING = /^-- not rolling: (.+)$/m

/**
 * The reason, stated in the migration, why it cannot run beside servers of the previous release.
 */
export function reasonAgainstRolling({ sql }: Pick<Migration, 'sql'>): string | undefined {
  return NOT_ROLLING.exec(sql)?.[1]
}

/**
 * This migration is older than the comment that names such tables, and cannot be edited anymore.
 */
const EMPTIED_BY_0009 = ['one_time_code', 'rate_limit']

/** The tables in which a migration adds or removes rows on purpose, as stated in the migration. */
export function tablesWithChangedRows({ name, sql }: Pick<Migration, 'name' | 'sql'>): string[] {
  if (name === '0009-account-safety.sql') return EMPTIED_BY_0009
  return [...sql.matchAll(CHANGES_ROWS)].flatMap(([, names = '']) => names.split(/,\s*/))
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
    // PostgreSQL's own message can contain a row's values.
    const { code, table, constraint } = cause as pg.DatabaseError
    if (code === LOCK_NOT_AVAILABLE) {
      throw new StartError(
        `The migration ${migration.name} waited ${LOCK_LIMIT_SECONDS} seconds for a table that another program is using. Its changes were rolled back. Stop that program, or run this again later.`,
        { cause },
      )
    }
    const where = [code, table, constraint].filter(Boolean).join(', ')
    throw new StartError(
      `The migration ${migration.name} failed${where && ` (${where})`}. Its changes were rolled back.`,
      { cause },
    )
  }
}
