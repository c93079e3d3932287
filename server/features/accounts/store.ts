import { type Expression, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { NeutralName } from '#contract/neutral-names.ts'
import type { Right } from '#contract/rights.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Member, Session } from '#server/db/schema.gen.ts'
import type { SessionRecord } from '#server/http/session.ts'

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

// Sessions

const SESSION = ['sessionId', 'device', 'createdAt', 'lastSeenAt'] as const

export type SessionRow = Pick<Selectable<Session>, (typeof SESSION)[number]>

/** Opens and logs a session, ends the one it replaces, and deletes the member's expired ones. */
export async function insertSession(
  db: Queryable,
  session: {
    memberId: string
    tokenHash: Buffer
    device: string
    now: Date
    expiresAt: Date
    steppedUpAt: Date | null
    replaces: number | undefined
    /** The open address change that it began through; null if it began with the owner's address. */
    addressChangeId: number | null
    /** Writes its entry in the member's security log, as part of the same statement. */
    logging: Expression<object>
  },
): Promise<void> {
  const { now, replaces = 0, logging, ...values } = session
  await db
    .with('ended', (cte) =>
      cte
        .deleteFrom('session')
        .where((eb) =>
          eb.or([
            eb('sessionId', '=', replaces),
            eb.and([eb('memberId', '=', session.memberId), eb('expiresAt', '<=', now)]),
          ]),
        ),
    )
    .with('logged', () => sql<object>`(${logging})`)
    .with('seen', () => seenIn(sql`${session.memberId}`, now))
    .insertInto('session')
    .values({ ...values, createdAt: now, lastSeenAt: now })
    .execute()
}

export function findSessionByTokenHash(
  db: Queryable,
  tokenHash: Buffer,
): Promise<SessionRecord | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('member', 'member.memberId', 'session.memberId')
    .select((eb) => [
      'session.sessionId',
      'session.memberId',
      'member.anonymousUsername',
      'member.rights',
      'member.timeZone',
      'member.createdAt as joinedAt',
      'session.createdAt',
      'session.expiresAt',
      'session.lastSeenAt',
      eb
        .exists(
          eb.selectFrom('mute').select('muteId').whereRef('mute.memberId', '=', 'session.memberId'),
        )
        .$castTo<boolean>()
        .as('hasMutes'),
      // Private writing is closed to this session until then, the latest end of all open address
      // changes up to the session's own.
      eb
        .selectFrom('addressChange')
        .select(({ fn }) => fn.max('holdUntil').as('until'))
        .whereRef('addressChange.memberId', '=', 'session.memberId')
        .whereRef('addressChange.addressChangeId', '<=', 'session.addressChangeId')
        .where('agreedAt', 'is', null)
        .where('undoneAt', 'is', null)
        .as('heldUntil'),
    ])
    .where('session.tokenHash', '=', tokenHash)
    .where('member.suspendedAt', 'is', null)
    .executeTakeFirst()
}

export async function findSteppedUpAt(
  db: Queryable,
  sessionId: number,
): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('session')
    .select('steppedUpAt')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return row?.steppedUpAt
}

export async function markSteppedUp(
  db: Queryable,
  { sessionId, now }: { sessionId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ steppedUpAt: now })
    .where('sessionId', '=', sessionId)
    .execute()
}

export async function touchSession(
  db: Queryable,
  input: { sessionId: number; now: Date; expiresAt: Date },
): Promise<void> {
  const { sessionId, now, expiresAt } = input
  const ofSession = sql`(select member_id from session where session_id = ${sessionId})`
  await db
    .with('seen', () => seenIn(ofSession, now))
    .updateTable('session')
    .set({ lastSeenAt: now, expiresAt })
    .where('sessionId', '=', sessionId)
    .execute()
}

/**
 * Records the week in which a member was last seen, as part of the statement. Skips a locked row
 * instead of waiting for it; a later request then records the week.
 */
function seenIn(memberId: RawBuilder<unknown>, now: Date): RawBuilder<object> {
  const week = sql`date_trunc('week', ${now}::timestamptz at time zone 'UTC')::date`
  return sql`(
    update member set last_seen_week = ${week}
    where member_id = (
      select member_id from member
      where member_id = ${memberId} and last_seen_week is distinct from ${week}
      for no key update skip locked
    )
  )`
}

/** All sessions, without a limit: the member may want to end any of them. */
export function listSessions(db: Queryable, memberId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .select(SESSION)
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('sessionId', 'desc')
    .execute()
}

/** Ends one of a member's sessions; false when the member has no such session. */
export async function deleteSession(
  db: Queryable,
  input: { memberId: string; sessionId: number },
): Promise<boolean> {
  const result = await db
    .deleteFrom('session')
    .where('memberId', '=', input.memberId)
    .where('sessionId', '=', input.sessionId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Ends all sessions of a member but one. */
export async function deleteOtherSessions(
  db: Queryable,
  { memberId, sessionId }: { memberId: string; sessionId: number },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('memberId', '=', memberId)
    .where('sessionId', '<>', sessionId)
    .execute()
}

export async function deleteSessions(db: Queryable, memberId: string): Promise<void> {
  await db.deleteFrom('session').where('memberId', '=', memberId).execute()
  // Sign-ins waiting for a second factor may have been proved by a password that just changed.
  await db.deleteFrom('pendingSignIn').where('memberId', '=', memberId).execute()
}

// One-time codes

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

// Password resets

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

// Second factors

/** Deletes all second factors of a member, and the sign-ins waiting for one. */
export async function deleteFactors(trx: Queryable, memberId: string): Promise<void> {
  for (const table of ['passkey', 'authenticatorApp', 'recoveryCode', 'pendingSignIn'] as const) {
    await trx.deleteFrom(table).where('memberId', '=', memberId).execute()
  }
}

// The first administrator

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
