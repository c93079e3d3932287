import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** Until the transaction ends nobody else stores or removes the image under this key. */
export async function lockImage(trx: Queryable, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}
