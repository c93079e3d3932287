import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

/** Adds members with verified addresses, `reader-1@example.org` and so on. */
export async function addReaders(db: Db, count: number): Promise<string[]> {
  await sql`
    insert into member (username, username_key, email, email_verified_at, password_hash,
      anonymous_username, anonymous_username_key, time_zone)
    select 'reader-' || n, 'reader-' || n, 'reader-' || n || '@example.org', now(), '',
      'Reader ' || n, 'reader ' || n, 'America/Chicago'
    from generate_series(1, ${count}::int) n`.execute(db)
  return Array.from({ length: count }, (_, index) => `reader-${index + 1}@example.org`)
}
