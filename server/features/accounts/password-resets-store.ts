import type { Queryable } from '#server/db/connect.ts'
import type { MemberRow } from './store.ts'

export async function insertReset(
  db: Queryable,
  reset: { tokenHash: Buffer; memberId: string; expiresAt: Date },
): Promise<void> {
  await db.insertInto('passwordReset').values(reset).execute()
}

/** Deletes all reset links of a member. */
export async function deleteResets(db: Queryable, memberId: string): Promise<void> {
  await db.deleteFrom('passwordReset').where('memberId', '=', memberId).execute()
}

/** The member to whom a valid reset link belongs. */
export function findReset(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('passwordReset')
    .innerJoin('member', 'member.memberId', 'passwordReset.memberId')
    .selectAll('member')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
}

/**
 * Uses up a reset link and all others of its member, and returns the member's id; undefined if the
 * link is not valid. Locks the member first, so that only one of several simultaneous uses
 * succeeds.
 */
export async function takeReset(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('passwordReset')
    .select('memberId')
    .where('tokenHash', '=', input.tokenHash)
    .executeTakeFirst()
  if (!found) return undefined
  await db
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', found.memberId)
    .forUpdate()
    .execute()
  const row = await db
    .deleteFrom('passwordReset')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .returning('memberId')
    .executeTakeFirst()
  if (!row) return undefined
  await deleteResets(db, row.memberId)
  return row.memberId
}
