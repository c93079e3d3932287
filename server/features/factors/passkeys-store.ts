import type { Selectable } from 'kysely'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { Passkey } from '#server/db/schema.gen.ts'
import type { StoredPasskey } from '#server/domain/factors/passkey.ts'

export type PasskeyRow = Pick<
  Selectable<Passkey>,
  'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'
> &
  StoredPasskey

/** In the order in which they were added. */
export async function listPasskeys(db: Queryable, memberId: string): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('passkeyId')
    .execute()
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }))
}

/** Finds a passkey and its member by the credential id that browsers use. */
export async function findPasskey(
  db: Queryable,
  credentialId: string,
): Promise<(StoredPasskey & { passkeyId: number; memberId: string }) | undefined> {
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
  return row && { ...row, counter: Number(row.counter) }
}

/** Violates a unique constraint if the passkey was added already. */
export async function insertPasskey(
  trx: Trx,
  row: StoredPasskey & { memberId: string; name: string; now: Date },
): Promise<void> {
  const { now, ...values } = row
  await trx
    .insertInto('passkey')
    .values({ ...values, createdAt: now })
    .execute()
}

export async function renamePasskey(
  db: Queryable,
  input: { memberId: string; passkeyId: number; name: string },
): Promise<Pick<PasskeyRow, 'passkeyId' | 'name' | 'createdAt' | 'lastUsedAt'> | undefined> {
  return db
    .updateTable('passkey')
    .set({ name: input.name })
    .where('memberId', '=', input.memberId)
    .where('passkeyId', '=', input.passkeyId)
    .returning(['passkeyId', 'name', 'createdAt', 'lastUsedAt'])
    .executeTakeFirst()
}

/**
 * Records a use. False if the counter has not increased, which means that the passkey was copied or
 * the same answer was sent twice. Authenticators without a counter always send 0.
 */
export async function markPasskeyUsed(
  db: Queryable,
  input: { passkeyId: number; counter: number; now: Date },
): Promise<boolean> {
  const { passkeyId, counter, now } = input
  const result = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('passkeyId', '=', passkeyId)
    .where((eb) =>
      eb.or([
        eb('counter', '<', String(counter)),
        eb.and([eb('counter', '=', '0'), eb.lit(counter === 0)]),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False when the member has no such passkey. */
export async function deletePasskey(
  trx: Trx,
  input: { memberId: string; passkeyId: number },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('passkey')
    .where('memberId', '=', input.memberId)
    .where('passkeyId', '=', input.passkeyId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deletePasskeys(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('passkey').where('memberId', '=', memberId).execute()
}
