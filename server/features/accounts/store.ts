import type { Selectable } from 'kysely'
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
