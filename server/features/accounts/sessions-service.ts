import type { User, UserSession } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import { hashToken, newToken, SESSION_SECONDS, type SessionSource } from '#server/http/session.ts'
import { readSettings } from '../settings/service.ts'
import { presentSession, presentUser } from './present.ts'
import {
  deleteSession,
  deleteSessions,
  findSessionByTokenHash,
  insertSession,
  listSessions,
  type MemberRow,
  touchSession,
} from './store.ts'

/** A person who has just proven who they are, with the token for their cookie. */
export interface SignedIn {
  user: User
  token: string
}

/** Where the HTTP layer finds sessions. */
export function sessionSource(db: Db): SessionSource {
  return {
    findByTokenHash: (tokenHash) => findSessionByTokenHash(db, tokenHash),
    touch: (sessionId, now) => touchSession(db, { sessionId, now, expiresAt: sessionEnd(now) }),
  }
}

function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + SESSION_SECONDS * 1000)
}

/**
 * Opens a session in the caller's transaction, which has locked the member. Throws `not_allowed` for
 * a suspended one: whoever comes here has proven who they are.
 */
export async function openSession(
  trx: Queryable,
  input: { member: MemberRow; device: string; now: Date },
): Promise<SignedIn> {
  if (input.member.suspendedAt) throw await suspended(trx)
  const token = newToken()
  await insertSession(trx, {
    memberId: input.member.memberId,
    tokenHash: hashToken(token),
    device: input.device,
    now: input.now,
    expiresAt: sessionEnd(input.now),
  })
  return { user: presentUser(input.member), token }
}

async function suspended(db: Queryable): Promise<AppError> {
  const { helpEmail } = await readSettings(db)
  const help = helpEmail ? ` If you have a question, write to ${helpEmail}.` : ''
  return new AppError('not_allowed', `This account is suspended.${help}`)
}

/** Ends every session of a member in the caller's transaction, who then announces it. */
export function endAllSessions(trx: Queryable, memberId: string): Promise<void> {
  return deleteSessions(trx, memberId)
}

export async function signOut(context: Context, viewer: Viewer): Promise<void> {
  await deleteSession(context.db, { memberId: viewer.id, sessionId: viewer.sessionId })
  context.changes.announce({ kind: 'member', memberId: viewer.id })
}

export async function listOwnSessions(context: Context, viewer: Viewer): Promise<UserSession[]> {
  const rows = await listSessions(context.db, viewer.id, context.now())
  return rows.map((row) => presentSession(row, viewer.sessionId))
}

/** Ends one of the viewer's sessions. Throws `not_found` for anybody else's. */
export async function endOwnSession(
  context: Context,
  viewer: Viewer,
  sessionId: number,
): Promise<void> {
  const ended = await deleteSession(context.db, { memberId: viewer.id, sessionId })
  if (!ended) throw new AppError('not_found', 'This session has already ended.')
  context.changes.announce({ kind: 'member', memberId: viewer.id })
}
