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
