import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A table and its columns, without generated ones. */
export interface TableShape {
  name: string
  columns: string[]
}

/** Excludes `schema_migration`, which belongs to the database that is restored into. */
const TABLES = `
  select relname as name,
    array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> 'schema_migration' and attnum > 0 and not attisdropped
  group by relname order by relname`

/** All tables, in order of name. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(TABLES)
  return rows
}

/** The rows of a table in PostgreSQL's text format; `count` is their number once they are read. */
export function readRows(
  client: pg.ClientBase,
  table: TableShape,
): { rows: Readable; count(): number } {
  const stream = client.query(
    copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`),
  )
  return { rows: stream, count: () => stream.rowCount }
}

/** Takes rows in the format of `readRows`. */
export function writeRows(client: pg.ClientBase, table: TableShape): Writable {
  return client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`))
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  order by conrelid, conname`

/**
 * Fills the tables in any order. Because tables refer to each other in circles, foreign keys are
 * dropped first and added again at the end, which checks them. Rows that migrations inserted are
 * replaced, and our triggers are disabled so that they don't count rows again. Runs in the caller's
 * transaction.
 */
export async function loadTables(
  client: pg.ClientBase,
  tables: readonly TableShape[],
  load: (table: TableShape) => Promise<void>,
): Promise<void> {
  const { rows: foreignKeys } = await client.query<{
    table: string
    name: string
    definition: string
  }>(FOREIGN_KEYS)
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
  for (const table of tables) {
    await client.query(`alter table ${nameOf(table)} disable trigger user`)
    await load(table)
    await client.query(`alter table ${nameOf(table)} enable trigger user`)
  }
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** The last value of each sequence that has been used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function setSequences(
  client: pg.ClientBase,
  values: Record<string, string>,
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await client.query('select setval($1::regclass, $2::bigint)', [
      `public.${pg.escapeIdentifier(name)}`,
      value,
    ])
  }
}

function nameOf({ name }: TableShape): string {
  return `public.${pg.escapeIdentifier(name)}`
}

function columnsOf({ columns }: TableShape): string {
  return columns.map(pg.escapeIdentifier).join(', ')
}
