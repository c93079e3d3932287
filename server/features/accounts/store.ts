import { type Insertable, type Selectable, sql } from 'kysely'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { Right } from '#contract/rights.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Member } from '#server/db/schema.gen.ts'

export type MemberRow = Selectable<Member>

export function findMember(db: Queryable, memberId: string): Promise<MemberRow | undefined> {
  return db.selectFrom('member').selectAll().where('memberId', '=', memberId).executeTakeFirst()
}

/**
 * Reads a member and locks the row until the transaction ends. With a shared lock, two transactions
 * that then change the row would deadlock.
 */
export function lockMember(trx: Queryable, memberId: string): Promise<MemberRow | undefined> {
  return trx
    .selectFrom('member')
    .selectAll()
    .where('memberId', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Finds a member by username or email address, both stored in lower case. */
export function findMemberByLogin(db: Queryable, login: string): Promise<MemberRow | undefined> {
  const column = login.includes('@') ? 'email' : 'username'
  return db.selectFrom('member').selectAll().where(column, '=', login).executeTakeFirst()
}

export function findMemberByEmail(db: Queryable, email: string): Promise<MemberRow | undefined> {
  return db.selectFrom('member').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Finds a member by email and locks the row, so that the address cannot change meanwhile. */
export function lockMemberByEmail(trx: Queryable, email: string): Promise<MemberRow | undefined> {
  return trx
    .selectFrom('member')
    .selectAll()
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function insertMember(db: Queryable, member: Insertable<Member>): Promise<MemberRow> {
  return db.insertInto('member').values(member).returningAll().executeTakeFirstOrThrow()
}

type UniqueColumn = 'usernameKey' | 'email' | 'anonymousUsernameKey'

/** Whether a member has this value in a unique column. */
export async function isTaken(
  db: Queryable,
  column: UniqueColumn,
  value: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .select('memberId')
    .where(column, '=', value)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateMember(
  db: Queryable,
  memberId: string,
  changes: {
    timeZone?: string
    neutralName?: NeutralName | null
    passwordHash?: string | null
    /** The open address change that the password is set through; null if the owner set it. */
    passwordAddressChangeId?: number | null
    devicesSince?: Date
    rights?: Right[]
    suspendedAt?: Date | null
  },
): Promise<MemberRow> {
  return db
    .updateTable('member')
    .set(changes)
    .where('memberId', '=', memberId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Marks an address as verified. Undefined if it has no account or was verified already. */
export function markEmailVerified(
  db: Queryable,
  email: string,
  now: Date,
): Promise<MemberRow | undefined> {
  return db
    .updateTable('member')
    .set({ emailVerifiedAt: now })
    .where('email', '=', email)
    .where('emailVerifiedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Replaces a member's address with one that is not yet verified. Undefined if `oldEmail` is no
 * longer theirs. Violates a unique constraint if the new address is taken.
 */
export function replaceEmail(
  trx: Queryable,
  input: { memberId: string; oldEmail: string; newEmail: string },
): Promise<MemberRow | undefined> {
  return trx
    .updateTable('member')
    .set({ email: input.newEmail, emailVerifiedAt: null })
    .where('memberId', '=', input.memberId)
    .where('email', '=', input.oldEmail)
    .returningAll()
    .executeTakeFirst()
}

/** Whether any member can give rights. */
export async function hasKeeper(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .select('memberId')
    .where('isAdmin', '=', true)
    .where(sql<boolean>`'keeper' = any (rights)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all second factors of a member, and the sign-ins waiting for one. */
export async function deleteFactors(trx: Queryable, memberId: string): Promise<void> {
  for (const table of ['passkey', 'authenticatorApp', 'recoveryCode', 'pendingSignIn'] as const) {
    await trx.deleteFrom(table).where('memberId', '=', memberId).execute()
  }
}

/** Stores a browser's code for an address, replacing its earlier one. Deletes expired codes. */
export async function putCode(
  db: Queryable,
  code: CodeRequest & { codeHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...values } = code
  const { codeHash, expiresAt } = values
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<=', now).execute()
  await db
    .insertInto('oneTimeCode')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'browserHash'])
        .doUpdateSet({ codeHash, expiresAt, wrongTries: 0 }),
    )
    .execute()
}

/** Identifies a code: the address, and the browser that requested it. */
interface CodeRequest {
  email: string
  browserHash: Buffer
}

export interface CodeTry extends CodeRequest {
  codeHash: Buffer
  maxTries: number
  now: Date
}

/** Uses up a code; false if it is wrong, expired, unknown or out of tries. */
export async function takeCode(db: Queryable, code: CodeTry): Promise<boolean> {
  const result = await db
    .deleteFrom('oneTimeCode')
    .where('email', '=', code.email)
    .where('browserHash', '=', code.browserHash)
    .where('codeHash', '=', code.codeHash)
    .where('wrongTries', '<', code.maxTries)
    .where('expiresAt', '>', code.now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Whether a code is right; counts the try if it is not. A single statement, so that simultaneous
 * tries are judged one after another and cannot exceed `maxTries`.
 */
export async function tryCode(db: Queryable, code: CodeTry): Promise<boolean> {
  const tried = await db
    .updateTable('oneTimeCode')
    .set((eb) => ({
      wrongTries: eb
        .case()
        .when('codeHash', '=', code.codeHash)
        .then(eb.ref('wrongTries'))
        .else(eb('wrongTries', '+', 1))
        .end(),
    }))
    .where('email', '=', code.email)
    .where('browserHash', '=', code.browserHash)
    .where('wrongTries', '<', code.maxTries)
    .where('expiresAt', '>', code.now)
    .returning('codeHash')
    .executeTakeFirst()
  return tried?.codeHash.equals(code.codeHash) ?? false
}

/**
 * Locks all codes requested for an address, in a fixed order. A sign-in may end all of them and the
 * member's reset links. Every transaction locks the codes first, then the member, then the links,
 * so that no two of them deadlock.
 */
export async function lockCodes(trx: Queryable, email: string): Promise<void> {
  const codes = trx.selectFrom('oneTimeCode').select('browserHash').where('email', '=', email)
  await codes.orderBy('browserHash').forUpdate().execute()
}

/** Deletes all codes requested for an address. */
export async function deleteCodes(db: Queryable, email: string): Promise<void> {
  await lockCodes(db, email)
  await db.deleteFrom('oneTimeCode').where('email', '=', email).execute()
}

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
