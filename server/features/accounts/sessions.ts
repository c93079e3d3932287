import type { User, UserSession } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { NewCookies } from '#server/http/browser.ts'
import {
  hashToken,
  newToken,
  requireFresh,
  type SessionSource,
  sessionEnd,
} from '#server/http/session.ts'
import { findHoldChangeId } from '../address-changes/holds.ts'
import { factorNeededBy, factorsOf, hasFactor } from '../factors/lookup.ts'
import { createPendingSignIn } from '../factors/pending.ts'
import { recordingSecurityEvent, recordSecurityEvent } from '../security-log/service.ts'
import { knownDeviceCookie } from './devices.ts'
import { presentSession, presentUser } from './present.ts'
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  findSessionByTokenHash,
  findSteppedUpAt,
  insertSession,
  listSessions,
  markSteppedUp,
  touchSession,
} from './sessions-store.ts'
import { lockMember, type MemberRow } from './store.ts'
import { refuseSuspended } from './suspension.ts'

/** A completed sign-in, with the cookies for the browser. */
export interface SignedIn extends NewCookies {
  user: User
}

/** A sign-in that waits for the second factor, with the token for the browser's cookie. */
interface PendingSignIn {
  pendingToken: string
}

export type SignIn = SignedIn | PendingSignIn

/** How a sign-in was proved. An emailed code alone does not count as a step-up. */
type SignInProof = 'password' | 'code' | 'factor'

/** The session storage that the HTTP layer uses. */
export function sessionSource(db: Db): SessionSource {
  return {
    findByTokenHash: async (tokenHash) => {
      const record = await findSessionByTokenHash(db, tokenHash)
      if (!record || record.rights.length === 0) return record
      return { ...record, factorNeededBy: await factorNeededBy(db, record.memberId) }
    },
    findSteppedUpAt: (sessionId) => findSteppedUpAt(db, sessionId),
    touch: ({ sessionId, createdAt }, now) =>
      touchSession(db, { sessionId, now, expiresAt: sessionEnd({ createdAt, now }) }),
  }
}

/**
 * Opens a session for the member whom `prove` returns inside the transaction, and ends the
 * browser's earlier session. If the member has a second factor that was not used yet, the sign-in
 * waits for it instead.
 */
export async function enter(
  context: Context,
  { browser, proof }: { browser: Browser; proof: SignInProof },
  prove: (trx: Trx) => Promise<MemberRow>,
): Promise<SignIn> {
  const { signIn, memberId } = await inTransaction(context.db, async (trx) => {
    const member = await prove(trx)
    const { memberId } = member
    const factors = await factorsOf(trx, memberId)
    const isPending = proof !== 'factor' && hasFactor(factors)
    const signIn = isPending
      ? { pendingToken: await createPendingSignIn(trx, { memberId, now: context.now() }) }
      : await openSession(context, trx, { member, browser, proof, factors })
    return { signIn, memberId }
  })
  // A code may have ended any session of the account (takeover); a password only the browser's.
  announceMembers(context, [browser.viewer?.id, proof === 'code' ? memberId : undefined])
  return signIn
}

/** Opens a session for a member who has used a factor, after running `prove` in its transaction. */
export function enterWithFactor(
  context: Context,
  { browser, memberId }: { browser: Browser; memberId: string },
  prove?: (trx: Trx) => Promise<void>,
): Promise<SignIn> {
  return enter(context, { browser, proof: 'factor' }, async (trx) => {
    await prove?.(trx)
    const member = await lockMember(trx, memberId)
    if (!member) throw new AppError('not_signed_in', 'This account no longer exists.')
    return member
  })
}

/**
 * Opens a session in the caller's transaction, which has locked the member, and ends the browser's
 * earlier one; the caller announces both members. Throws `not_allowed` for a suspended member, who
 * may know about it, having proven who they are.
 */
export async function openSession(
  context: Context,
  trx: Trx,
  input: {
    member: MemberRow
    browser: Browser
    proof: SignInProof
    /** Read from the database unless given. */
    factors?: User['factors']
  },
): Promise<SignedIn> {
  const { member, browser, proof } = input
  await refuseSuspended(context, trx, member)
  const { memberId } = member
  const factors = input.factors ?? (await factorsOf(trx, memberId))
  // Where a second factor is set up, a password alone is no step-up.
  const isSteppedUp = proof === 'factor' || (proof === 'password' && !hasFactor(factors))
  const now = context.now()
  const token = newToken()
  await insertSession(trx, {
    memberId,
    tokenHash: hashToken(token),
    device: browser.device,
    now,
    expiresAt: sessionEnd({ createdAt: now, now }),
    replaces: browser.viewer?.sessionId,
    addressChangeId: await holdChangeIdOf(trx, { member, browser, proof, now }),
    steppedUpAt: isSteppedUp ? now : null,
    logging: recordingSecurityEvent({
      memberId,
      kind: 'signed-in',
      device: browser.device,
      now,
    }),
  })
  const deviceCookie = knownDeviceCookie(context, browser, memberId)
  return { user: presentUser(member, factors), token, deviceCookie }
}

/** Call after the commit that ended sessions, so that every node drops its cached copy of them. */
export function announceMembers(
  { changes }: Context,
  memberIds: readonly (string | undefined)[],
): void {
  const known = new Set(memberIds.filter((memberId) => memberId !== undefined))
  if (known.size > 0)
    changes.announce(...[...known].map((memberId) => ({ kind: 'member' as const, memberId })))
}

/**
 * Finds the open address change that a session is marked with: one that began through the changed
 * mailbox, or with a password set through it. Not marked are browsers in which the owner is signed
 * in, and sign-ins with a factor, which no marked session can add.
 */
async function holdChangeIdOf(
  trx: Trx,
  input: { member: MemberRow; browser: Browser; proof: SignInProof; now: Date },
): Promise<number | null> {
  const { member, browser, proof, now } = input
  if (proof === 'factor') return null
  if (proof === 'password') return member.passwordAddressChangeId
  if (proof !== 'code') return null
  const { viewer } = browser
  if (viewer?.id === member.memberId && !viewer.heldUntil) return null
  return findHoldChangeId(trx, { memberId: member.memberId, now })
}

/** Ends every session of a member in the caller's transaction; the caller then announces it. */
export function endAllSessions(trx: Queryable, memberId: string): Promise<void> {
  return deleteSessions(trx, memberId)
}

/** Allows the session to make calls that need a step-up for the next 10 minutes. */
export function stepUpSession(context: Context, viewer: Viewer): Promise<void> {
  return markSteppedUp(context.db, { sessionId: viewer.sessionId, now: context.now() })
}

/** Ends every other session of the viewer. */
export async function endOtherSessions(
  context: Context,
  viewer: Viewer,
  device: string,
): Promise<void> {
  const memberId = viewer.id
  await inTransaction(context.db, async (trx) => {
    await deleteOtherSessions(trx, { memberId, sessionId: viewer.sessionId })
    await recordSecurityEvent(trx, { memberId, kind: 'sessions-ended', device, now: context.now() })
  })
  context.changes.announce({ kind: 'member', memberId })
}

/** Throws `step_up` unless the viewer has proved who they are in the last 10 minutes. */
export async function requireStepUp(context: Context, viewer: Viewer): Promise<void> {
  requireFresh(await findSteppedUpAt(context.db, viewer.sessionId), context.now())
}

export async function signOut(context: Context, viewer: Viewer): Promise<void> {
  await deleteSession(context.db, { memberId: viewer.id, sessionId: viewer.sessionId })
  context.changes.announce({ kind: 'member', memberId: viewer.id })
}

export async function listOwnSessions(context: Context, viewer: Viewer): Promise<UserSession[]> {
  const rows = await listSessions(context.db, viewer.id, context.now())
  return rows.map((row) => presentSession(row, viewer.sessionId))
}

/** Ends one of the viewer's sessions. Throws `not_found` if it is not theirs or has ended. */
export async function endOwnSession(
  context: Context,
  viewer: Viewer,
  sessionId: number,
): Promise<void> {
  const ended = await deleteSession(context.db, { memberId: viewer.id, sessionId })
  if (!ended) throw new AppError('not_found', 'This session has already ended.')
  context.changes.announce({ kind: 'member', memberId: viewer.id })
}
