import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** Counts the servers connected to the database: each listens for changes on one connection. */
export async function countRunningServers(db: Db): Promise<number> {
  const { rows } = await sql<{ servers: number }>`
    select count(*)::int as servers from pg_stat_activity
    where application_name = 'folx-changes' and datname = current_database()`.execute(db)
  return rows[0]?.servers ?? 0
}
