import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** Prevents others from storing or removing this key's image until the transaction ends. */
export async function lockImage(trx: Queryable, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}
