import type { InvitationState, JoiningMode } from '#contract/joining.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { hashToken } from '#server/http/session.ts'
import { readSettings } from '../settings/service.ts'
import { type InvitationRow, stateOf } from './invitations.ts'
import { holdSettings, readJoining } from './service.ts'

const NO_NEW_MEMBERS = 'This community isn’t taking new members right now.'
const NEEDS_INVITATION = 'You need an invitation to join this community.'
const NOT_ADULT = 'Check the box to confirm that you’re 18 or older.'
const REFUSALS: Record<Exclude<InvitationState, 'valid'>, string> = {
  used: 'This invitation has already been used. Ask for a new one.',
  expired: 'This invitation has expired. Ask for a new one.',
  revoked: 'This invitation no longer works. Ask for a new one.',
  unknown: 'This invitation isn’t valid. Open the whole link that you were sent.',
}

/** The state of the invitation with this token. */
async function invitationState(
  db: Queryable,
  { token, now }: { token: string; now: Date },
): Promise<InvitationState> {
  const invitation = await findInvitation(db, hashToken(token))
  return invitation ? stateOf(invitation, now) : 'unknown'
}

/** Checks an invitation, for the page that its link opens. */
export async function checkInvitation(
  context: Context,
  { token, address }: { token: string; address: string },
): Promise<{ state: InvitationState }> {
  await context.limits.consume('invitation-address', address)
  return { state: await invitationState(context.db, { token, now: context.now() }) }
}

/**
 * Throws `not_allowed` if the caller may not register. Call it before anything that reveals which
 * names and addresses are taken.
 */
export async function requireAdmission(
  context: Pick<Context, 'db' | 'now'>,
  token: string | undefined,
): Promise<void> {
  const { mode } = await readJoining(context)
  const presented = requirePresented(mode, token)
  if (presented === undefined) return
  const state = await invitationState(context.db, { token: presented, now: context.now() })
  if (state !== 'valid') throw refusal(REFUSALS[state])
}

/**
 * Uses up the invitation, if one is needed, in the transaction that creates the account. Stores
 * nothing about whose it was. Throws `not_allowed` if it was used up or has ended meanwhile.
 */
export async function admit(context: Context, trx: Trx, token: string | undefined): Promise<void> {
  const { mode } = await holdSettings(trx)
  const presented = requirePresented(mode, token)
  if (presented === undefined) return
  const now = context.now()
  if (await spendInvitation(trx, { tokenHash: hashToken(presented), now })) return
  const state = await invitationState(trx, { token: presented, now })
  throw refusal(REFUSALS[state === 'valid' ? 'used' : state])
}

/** Throws `invalid_input` if only adults may join and the caller hasn't said that they are one. */
export async function requireAdult(db: Queryable, isAdult: boolean | undefined): Promise<void> {
  if (isAdult || !(await readSettings(db)).adultsOnly) return
  throw new AppError('invalid_input', NOT_ADULT, { fields: { isAdult: NOT_ADULT } })
}

/** The token, which has to be valid; undefined if everyone may join. */
function requirePresented(mode: JoiningMode, token: string | undefined): string | undefined {
  if (mode === 'open') return undefined
  if (mode === 'closed') throw refusal(NO_NEW_MEMBERS)
  if (!token) throw refusal(NEEDS_INVITATION)
  return token
}

function refusal(sentence: string): AppError {
  return new AppError('not_allowed', sentence, { fields: { invitation: sentence } })
}

function findInvitation(db: Queryable, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Uses an invitation once; false if it can no longer be used. */
async function spendInvitation(
  trx: Queryable,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('invitation')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .whereRef('uses', '<', 'maxUses')
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}
