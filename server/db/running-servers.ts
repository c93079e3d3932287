import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** The name of the connection on which each server listens for changes. */
export const LISTENER = 'folx-changes'

/** Counts the servers connected to the database. */
export async function countRunningServers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = ${LISTENER} and datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}
