import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

interface Table {
  /** With its schema, quoted for SQL. */
  name: string
  /** What it held when the site was new; null without rows. */
  rows: string | null
}

/** Remembers what the tables of a site hold, and returns what puts all of them back to that. */
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
  return async () => {
    await db.transaction().execute(async (trx) => {
      // Rows go and come back in any order, and no trigger counts them a second time.
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const { name, rows } of tables) {
        await sql`delete from ${sql.raw(name)}`.execute(trx)
        if (rows === null) continue
        await sql`
          insert into ${sql.raw(name)} overriding system value
          select * from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)`.execute(trx)
      }
      // The server believes nothing of what it has in memory.
      const payload = JSON.stringify({ node: 'test', changes: [{ kind: 'missed' }] })
      await sql`select pg_notify('folx_changes', ${payload})`.execute(trx)
    })
  }
}
