import type { Queryable, Trx } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'

// Authenticator apps

export interface TotpRow {
  sealedSecret: Buffer
  createdAt: Date
  confirmedAt: Date | null
}

export function findTotp(db: Queryable, memberId: string): Promise<TotpRow | undefined> {
  return db
    .selectFrom('authenticatorApp')
    .select(['sealedSecret', 'createdAt', 'confirmedAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

/** Stores an unconfirmed key; false if the member has a confirmed one. */
export async function putTotp(
  db: Queryable,
  row: { memberId: string; sealedSecret: Buffer; now: Date },
): Promise<boolean> {
  const { now: createdAt, ...values } = row
  const result = await db
    .insertInto('authenticatorApp')
    .values({ ...values, createdAt })
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet({ sealedSecret: row.sealedSecret, createdAt })
        .where('authenticatorApp.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Confirms the key `sealedSecret`; false if it was replaced meanwhile. */
export async function confirmTotp(
  trx: Trx,
  input: { memberId: string; sealedSecret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('authenticatorApp')
    .set({ confirmedAt: input.now, lastStep: input.step })
    .where('memberId', '=', input.memberId)
    .where('sealedSecret', '=', input.sealedSecret)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Uses up a time step; false if its code or a later one was used, or the key was replaced. */
export async function takeStep(
  db: Queryable,
  input: { memberId: string; sealedSecret: Buffer; step: number },
): Promise<boolean> {
  const result = await db
    .updateTable('authenticatorApp')
    .set({ lastStep: input.step })
    .where('memberId', '=', input.memberId)
    .where('sealedSecret', '=', input.sealedSecret)
    .where('confirmedAt', 'is not', null)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', String(input.step))]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes the authenticator app; false if there was no confirmed one. */
export async function deleteTotp(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('authenticatorApp')
    .where('memberId', '=', memberId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return row?.confirmedAt != null
}

// Recovery codes

/** Replaces all codes of a member. */
export async function replaceRecoveryCodes(
  trx: Trx,
  input: { memberId: string; codeHashes: Buffer[] },
): Promise<void> {
  const { memberId, codeHashes } = input
  await deleteRecoveryCodes(trx, memberId)
  await trx
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ memberId, codeHash })))
    .execute()
}

export function countRecoveryCodes(db: Queryable, memberId: string): Promise<number> {
  return countRows(
    db.selectFrom('recoveryCode').where('memberId', '=', memberId).where('usedAt', 'is', null),
  )
}

/** Uses up a code; false if it is unknown or used. */
export async function takeRecoveryCode(
  db: Queryable,
  input: { memberId: string; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('recoveryCode')
    .set({ usedAt: input.now })
    .where('memberId', '=', input.memberId)
    .where('codeHash', '=', input.codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteRecoveryCodes(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('recoveryCode').where('memberId', '=', memberId).execute()
}
