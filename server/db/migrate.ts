import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { type EarlierText, readEarlierTexts } from './earlier-texts.ts'
import { withClient } from './with-client.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** An arbitrary constant; the lock prevents two nodes from migrating at once. */
const MIGRATION_LOCK = 4_127_001
/** How long a migration waits for a table that another program is using. */
const LOCK_LIMIT_SECONDS = 10
const LOCK_NOT_AVAILABLE = '55P03'

/** A migration as databases and backups record it. */
export interface AppliedMigration {
  name: string
  /** SHA-256 of its text. */
  checksum: string
}

export interface Migration extends AppliedMigration {
  sql: string
  /** The content of its file in earlier releases. */
  earlier?: readonly EarlierText[]
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
  return withMigrationLock(url, async (client) => {
    const [program, applied] = [await readMigrations(), await listMigrations(client)]
    const changed = findUnknown(program, applied).find(({ name }) =>
      program.some((each) => each.name === name),
    )
    if (changed) throw new StartError(`Migration ${changed.name} was changed after it had run.`)
    const pending = pendingMigrations(program, applied, until)
    for (const migration of pending) await run(client, migration)
    return pending.map(nameOf)
  })
}

/**
 * Creates the tables of an earlier release in an empty database: runs exactly these migrations,
 * with the texts that they had then. Throws a StartError for one that this release does not know.
 */
export function migrateAsBefore(url: string, migrations: AppliedMigration[]): Promise<void> {
  return withMigrationLock(url, async (client) => {
    const program = await readMigrations()
    for (const migration of migrations) {
      const text = findText(program, migration)
      if (!text) throw new StartError(`This release does not know ${migration.name}.`)
      await run(client, text)
    }
  })
}

/** Like `migrate` with `until`, in the caller's transaction. */
export async function migrateInTransaction(
  client: pg.ClientBase,
  { until }: { until: string },
): Promise<void> {
  const pending = pendingMigrations(await readMigrations(), await listMigrations(client), until)
  for (const migration of pending) await apply(client, migration)
}

function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient({ url, name: 'folx-migrate' }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      `create table if not exists schema_migration (
         name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`,
    )
    // A statement that waits for a lock also blocks all statements queued behind it.
    await client.query(`set lock_timeout = '${LOCK_LIMIT_SECONDS}s'`)
    return await work(client)
  })
}

/** The migration with the text that ran; undefined if this release does not know that text. */
function findText(
  program: readonly Migration[],
  { name, checksum }: AppliedMigration,
): Migration | undefined {
  const migration = program.find((each) => each.name === name)
  if (migration?.checksum === checksum) return migration
  const text = migration?.earlier?.find((each) => each.checksum === checksum)
  return text && { name, checksum, sql: text.sql }
}

/** Those among the applied migrations that the program lacks, or has with another text. */
export function findUnknown(
  program: readonly Migration[],
  applied: readonly AppliedMigration[],
): AppliedMigration[] {
  return applied.filter((each) => !findText(program, each))
}

/**
 * The steps to run on a database, in order: migrations that did not run, and the repairs of those
 * that ran with an earlier text. A repair has the name and the checksum of its migration.
 */
export function pendingMigrations(
  program: readonly Migration[],
  applied: readonly AppliedMigration[],
  until?: string,
): Migration[] {
  const ran = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  return program.flatMap((migration) => {
    const { name, checksum, earlier } = migration
    if (until !== undefined && name > until) return []
    if (!ran.has(name)) return [migration]
    const repair = earlier?.find((text) => text.checksum === ran.get(name))?.repair
    return repair === undefined ? [] : [{ name, checksum, sql: repair }]
  })
}

/** How the migrations of a database and those of this release differ. */
export interface MigrationState {
  /** Whether it has none of our tables. */
  isEmpty: boolean
  /** Whether it has no accounts yet, so that nothing can be lost. */
  isNew: boolean
  /** The steps to run on the database: `pendingMigrations`. */
  pending: readonly Migration[]
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
      return { isEmpty: true, isNew: true, pending: program, unknown: [] }
    }
    const applied = await listMigrations(client)
    const { rows: members } = await client.query('select from member limit 1')
    return {
      isEmpty: false,
      isNew: members.length === 0,
      pending: pendingMigrations(program, applied),
      unknown: findUnknown(program, applied).map(nameOf),
    }
  })
}

const nameOf = ({ name }: { name: string }): string => name

/** The migrations that ran on a database, in order of name. */
export async function listMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from schema_migration order by name',
  )
  return rows
}

/** The migrations of this release, in the order they run. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, earlier: await readEarlierTexts(name) }
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

async function run(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs a migration in the caller's transaction. */
async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
    await client.query(
      `insert into schema_migration (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum`,
      [name, checksum],
    )
  } catch (cause) {
    // PostgreSQL's own message can contain a row's values.
    const { code, table, constraint } = cause as pg.DatabaseError
    if (code === LOCK_NOT_AVAILABLE) {
      throw new StartError(
        `The migration ${name} waited ${LOCK_LIMIT_SECONDS} seconds for a table that another program is using. Its changes were rolled back. Stop that program, or run this again later.`,
        { cause },
      )
    }
    const where = [code, table, constraint].filter(Boolean).join(', ')
    throw new StartError(
      `The migration ${name} failed${where && ` (${where})`}. Its changes were rolled back.`,
      { cause },
    )
  }
}
