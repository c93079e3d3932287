import type { Queryable } from '#server/db/connect.ts'

export async function forgetInvited(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('invitedAddress').where('expiresAt', '<=', now).execute()
}

export async function hasInvited(
  db: Queryable,
  { addressHash, now }: { addressHash: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('invitedAddress')
    .select('expiresAt')
    .where('addressHash', '=', addressHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that an address was invited; false if it was already. */
export async function rememberInvited(
  trx: Queryable,
  address: { addressHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('invitedAddress')
    .values(address)
    .onConflict((conflict) => conflict.doNothing())
    .returning('expiresAt')
    .executeTakeFirst()
  return row !== undefined
}
