import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** An arbitrary constant that identifies the lock on the counters of public stories. */
const PUBLIC_COUNTERS_LOCK = 4_127_002

/**
 * Serializes changes to what is public. Each touches the counters of all stories, of a category and
 * of several tags; two that did so in different orders would deadlock.
 */
export async function lockPublicCounters(trx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PUBLIC_COUNTERS_LOCK})`.execute(trx)
}
