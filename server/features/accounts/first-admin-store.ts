import type { Queryable } from '#server/db/connect.ts'

export async function insertFirstAdminLink(
  db: Queryable,
  link: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.insertInto('firstAdminLink').values(link).execute()
}

export async function hasFirstAdminLink(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('firstAdminLink')
    .select('expiresAt')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses up the link and all others; false if it is not valid. Locks all of them first, so that only
 * one of two simultaneous uses succeeds.
 */
export async function takeFirstAdminLink(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const links = await db
    .selectFrom('firstAdminLink')
    .select(['tokenHash', 'expiresAt'])
    .orderBy('tokenHash')
    .forUpdate()
    .execute()
  const link = links.find(({ tokenHash }) => tokenHash.equals(input.tokenHash))
  if (!link || link.expiresAt <= input.now) return false
  await db.deleteFrom('firstAdminLink').execute()
  return true
}
