import type { Queryable, Trx } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'

/** Locks a member, so that changes to their factors and sign-ins run one after another. */
export async function lockFactors(
  trx: Trx,
  memberId: string,
): Promise<
  { isAdmin: boolean; email: string; emailVerifiedAt: Date | null; username: string } | undefined
> {
  return trx
    .selectFrom('member')
    .select(['isAdmin', 'email', 'emailVerifiedAt', 'username'])
    .where('memberId', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function deletePending(db: Queryable, memberId: string): Promise<void> {
  await db.deleteFrom('pendingSignIn').where('memberId', '=', memberId).execute()
}

export async function getAdminsSince(db: Queryable): Promise<Date | null> {
  const row = await db.selectFrom('factorPolicy').select('adminsSince').executeTakeFirstOrThrow()
  return row.adminsSince
}

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

/** Deletes the authenticator app; false if there was no confirmed one. */
export async function deleteTotp(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('authenticatorApp')
    .where('memberId', '=', memberId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return row?.confirmedAt != null
}

export function countRecoveryCodes(db: Queryable, memberId: string): Promise<number> {
  return countRows(
    db.selectFrom('recoveryCode').where('memberId', '=', memberId).where('usedAt', 'is', null),
  )
}

/** Whether the member has said that they saved their codes. True without codes. */
export async function areCodesKept(db: Queryable, memberId: string): Promise<boolean> {
  const unkept = await db
    .selectFrom('recoveryCode')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('isKept', '=', false)
    .executeTakeFirst()
  return unkept === undefined
}

export async function keepCodes(db: Queryable, memberId: string): Promise<void> {
  await db
    .updateTable('recoveryCode')
    .set({ isKept: true })
    .where('memberId', '=', memberId)
    .execute()
}

export async function deleteRecoveryCodes(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('recoveryCode').where('memberId', '=', memberId).execute()
}
