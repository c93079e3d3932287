import { sql } from 'kysely'
import type { Queryable } from './connect.ts'

/** Any constant will do: it marks the counters of public stories. */
const PUBLIC_COUNTERS_LOCK = 4_127_002

/**
 * Changes of what is public happen one after another: each touches the counters of all stories, of
 * a category and of several tags, and two that did so in different orders would block each other.
 */
export async function lockPublicCounters(trx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PUBLIC_COUNTERS_LOCK})`.execute(trx)
}
