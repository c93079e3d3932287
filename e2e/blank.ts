import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

interface Table {
  /** The name with its schema, quoted for SQL. */
  name: string
  /** The rows when the site was new; null if there were none. */
  rows: string | null
}

/** Saves the contents of a site's tables, and returns a function that restores them. */
export async function rememberTables(db: Db): Promise<() => Promise<void>> {
  const { rows: names } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
    from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'`.execute(db)
  const tables: Table[] = []
  for (const { name } of names) {
    const { rows } = await sql<{ rows: string | null }>`
      select json_agg(t)::text as rows from ${sql.raw(name)} t`.execute(db)
    tables.push({ name, rows: rows[0]?.rows ?? null })
  }
  const restore = () =>
    db.transaction().execute(async (trx) => {
      // Turns off foreign keys and triggers, so that rows can be restored in any order.
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const { name, rows } of tables) {
        await sql`delete from ${sql.raw(name)}`.execute(trx)
        if (rows === null) continue
        await sql`
          insert into ${sql.raw(name)} overriding system value
          select * from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)`.execute(trx)
      }
      // Makes the server clear its caches.
      const payload = JSON.stringify({ node: 'test', changes: [{ kind: 'missed' }] })
      await sql`select pg_notify('folx_changes', ${payload})`.execute(trx)
    })
  return () => despiteServer(restore)
}

/**
 * Changes rows while the server may still finish what the last page asked for: it can lock them in another
 * order, and PostgreSQL then cancels one of the two.
 */
export async function despiteServer(change: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await change()
      return
    } catch (error) {
      if (!isDeadlock(error)) throw error
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}
