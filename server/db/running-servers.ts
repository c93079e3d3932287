import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** The names of the connections on which servers and their mailers listen for changes. */
export const LISTENERS = { server: 'folx-changes', mailer: 'folx-mailer' } as const

/** Counts the servers connected to the database, and the processes that send their mailings. */
export function countRunningServers(db: Db): Promise<number> {
  return countListeners(db, Object.values(LISTENERS))
}

/** Counts the servers connected to the database. */
export function countNodes(db: Db): Promise<number> {
  return countListeners(db, [LISTENERS.server])
}

async function countListeners(db: Db, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = any(${names}) and datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}
