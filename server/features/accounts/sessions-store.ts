import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Session } from '#server/db/schema.gen.ts'
import type { SessionRecord } from '#server/http/session.ts'

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
