import { sql } from 'kysely'
import type { User } from '#contract/accounts.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'

/** A member's factors. An authenticator app counts only once it is confirmed. */
export async function countFactors(db: Queryable, memberId: string): Promise<User['factors']> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('passkey')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('memberId', '=', memberId)
        .as('passkeys'),
      eb
        .exists(
          eb
            .selectFrom('authenticatorApp')
            .select('memberId')
            .where('memberId', '=', memberId)
            .where('confirmedAt', 'is not', null),
        )
        .as('totp'),
    ])
    .executeTakeFirstOrThrow()
  return { passkeys: Number(row.passkeys ?? 0), totp: Boolean(row.totp) }
}

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

// Challenges

export async function insertChallenge(
  db: Queryable,
  row: { challenge: string; holderHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...values } = row
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now).execute()
  await db.insertInto('passkeyChallenge').values(values).execute()
}

/** Uses up a challenge; false if it is unknown, another holder's, expired or used. */
export async function takeChallenge(
  db: Queryable,
  input: { challenge: string; holderHash: Buffer; now: Date },
): Promise<boolean> {
  const result = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', input.challenge)
    .where('holderHash', '=', input.holderHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

// Sign-ins that wait for a factor

export interface PendingRow {
  memberId: string
}

export async function insertPending(
  db: Queryable,
  row: PendingRow & { tokenHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...values } = row
  await db.deleteFrom('pendingSignIn').where('expiresAt', '<=', now).execute()
  await db.insertInto('pendingSignIn').values(values).execute()
}

export function findPending(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<PendingRow | undefined> {
  return db
    .selectFrom('pendingSignIn')
    .select('memberId')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
}

/** Uses up a pending sign-in; false if it has expired or was used. */
export async function takePending(
  trx: Trx,
  input: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('pendingSignIn')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deletePending(db: Queryable, memberId: string): Promise<void> {
  await db.deleteFrom('pendingSignIn').where('memberId', '=', memberId).execute()
}

// The rule for administrators

export async function getAdminsSince(db: Queryable): Promise<Date | null> {
  const row = await db.selectFrom('factorPolicy').select('adminsSince').executeTakeFirstOrThrow()
  return row.adminsSince
}

/** Reads the rule's date and locks it until the transaction ends. */
export async function lockAdminsSince(trx: Trx): Promise<Date | null> {
  const row = await trx
    .selectFrom('factorPolicy')
    .select('adminsSince')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.adminsSince
}

export async function setAdminsSince(trx: Trx, adminsSince: Date | null): Promise<void> {
  await trx.updateTable('factorPolicy').set({ adminsSince }).execute()
}

/** When a member became an administrator; null for everyone else. */
export async function findAdminSince(db: Queryable, memberId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('member')
    .select('adminSince')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.adminSince ?? null
}

/** The number of administrators without a factor who are not suspended. */
export function countAdminsWithout(db: Queryable): Promise<number> {
  const without = db
    .selectFrom('member')
    .where('isAdmin', '=', true)
    .where('suspendedAt', 'is', null)
    .where(
      sql<boolean>`not exists (select from passkey where passkey.member_id = member.member_id)`,
    )
    .where(
      sql<boolean>`not exists (
        select from authenticator_app app
        where app.member_id = member.member_id and app.confirmed_at is not null
      )`,
    )
  return countRows(without)
}

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
