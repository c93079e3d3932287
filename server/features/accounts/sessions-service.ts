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
  findSteppedUpAt,
  insertSession,
  listSessions,
  type MemberRow,
  markSteppedUp,
  touchSession,
} from './store.ts'

/** A person who has just proven who they are, with the token for their cookie. */
export interface SignedIn {
  user: User
  token: string
}

/** What a sign-in was proved with; an emailed code alone is no step-up. */
export type SignInProof = 'password' | 'code'

/** Where the HTTP layer finds sessions. */
export function sessionSource(db: Db): SessionSource {
  return {
    findByTokenHash: (tokenHash) => findSessionByTokenHash(db, tokenHash),
    findSteppedUpAt: (sessionId) => findSteppedUpAt(db, sessionId),
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
  input: { member: MemberRow; device: string; now: Date; proof: SignInProof },
): Promise<SignedIn> {
  if (input.member.suspendedAt) throw await suspended(trx, input.member.suspensionReason)
  const token = newToken()
  await insertSession(trx, {
    memberId: input.member.memberId,
    tokenHash: hashToken(token),
    device: input.device,
    now: input.now,
    expiresAt: sessionEnd(input.now),
    steppedUpAt: input.proof === 'code' ? null : input.now,
  })
  return { user: presentUser(input.member), token }
}

async function suspended(db: Queryable, reason: string | null): Promise<AppError> {
  const { helpEmail } = await readSettings(db)
  const help = helpEmail ? ` If you have a question, write to ${helpEmail}.` : ''
  const why = reason ? ` The reason given: “${reason}”` : ''
  return new AppError('not_allowed', `This account is suspended.${why}${help}`)
}

/** Ends every session of a member in the caller's transaction, who then announces it. */
export function endAllSessions(trx: Queryable, memberId: string): Promise<void> {
  return deleteSessions(trx, memberId)
}

/** From now on, for 10 minutes, the session makes the calls that need a step-up. */
export function stepUpSession(context: Context, viewer: Viewer): Promise<void> {
  return markSteppedUp(context.db, { sessionId: viewer.sessionId, now: context.now() })
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
