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
 * Reads a member, whom nobody else can change until the transaction ends. With a shared lock, two
 * transactions that then change the row would wait for each other.
 */
export function lockMember(trx: Queryable, memberId: string): Promise<MemberRow | undefined> {
  return trx
    .selectFrom('member')
    .selectAll()
    .where('memberId', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** By login name or email address, both stored in lower case. */
export function findMemberByLogin(db: Queryable, login: string): Promise<MemberRow | undefined> {
  const column = login.includes('@') ? 'email' : 'username'
  return db.selectFrom('member').selectAll().where(column, '=', login).executeTakeFirst()
}

export function findMemberByEmail(db: Queryable, email: string): Promise<MemberRow | undefined> {
  return db.selectFrom('member').selectAll().where('email', '=', email).executeTakeFirst()
}

/** The same, and the address stays the member's until the transaction ends. */
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

/** Whether a member has this value in one of the columns that hold each value once. */
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
    /** The open change that the password is set through; null for the owner's own choice. */
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

/** Marks an address as verified; undefined when it is nobody's or was verified before. */
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
 * Gives a member another address, not yet proven. Undefined when `oldEmail` is not theirs any more.
 * Breaks a unique rule when the new one is somebody's.
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

/** Whether there is someone who can give rights. */
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

/** Opens and logs a session, ends the one that it replaces, and removes the member's old ones. */
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
    /** The open change that it began through; null for the owner's own address. */
    addressChangeId: number | null
    /** Its entry in the member's security log, as a part of the statement. */
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
      // Until when private writing is closed here: all open changes up to the session's own count.
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
 * Records the week in which a member was last here, as a part of the statement. It skips a locked
 * row instead of waiting for it; a later request records the week then.
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

/** All of them: each is one that its member may want to end. */
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
  // What waits for a second factor was proved by what may be worth nothing now.
  await db.deleteFrom('pendingSignIn').where('memberId', '=', memberId).execute()
}

// One-time codes

/** Keeps a browser's code for an address, in place of its earlier one. */
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

/** Who asked for a code, and for which address. */
interface CodeRequest {
  email: string
  browserHash: Buffer
}

export interface CodeTry extends CodeRequest {
  codeHash: Buffer
  maxTries: number
  now: Date
}

/** Uses a code up; false when it is wrong, expired, unknown or dead. */
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
 * Whether a code is right; counts the try when it is not. One statement, so that tries at the same
 * moment are judged one after another and no more than `maxTries` of them.
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
 * Locks the codes that browsers have asked for to an address, in one order. A sign-in may end all of
 * them and the member's reset links. Every transaction locks the codes first, then the member, then
 * the links, so no two of them wait for each other.
 */
export async function lockCodes(trx: Queryable, email: string): Promise<void> {
  const codes = trx.selectFrom('oneTimeCode').select('browserHash').where('email', '=', email)
  await codes.orderBy('browserHash').forUpdate().execute()
}

/** Ends the codes that browsers have asked for to an address. */
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

/** Ends every open reset link of a member. */
export async function deleteResets(db: Queryable, memberId: string): Promise<void> {
  await db.deleteFrom('passwordReset').where('memberId', '=', memberId).execute()
}

/** Whose an open reset link is. */
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
 * Uses a reset link up and every other one of its member; undefined when it is not valid. Locks the
 * member first, so that of several links used at the same moment one counts.
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

/** Deletes every second factor of a member, and the sign-ins that wait for one. */
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
 * Uses the link up, together with all others; false when it is not valid. Locks all of them first,
 * so that of two links used at the same moment one is too late.
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
