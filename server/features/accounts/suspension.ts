import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { SuspensionLook } from '#contract/errors.ts'
import { SECOND_LOOK_DAYS } from '#contract/second-looks.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { unwrapSecret, wrapSecret } from '#server/domain/sealed-text.ts'
import { readSettings } from '../settings/service.ts'
import type { MemberRow } from './store.ts'

/** How long a refused sign-in proves who its member is. */
const PROOF_MS = 30 * 60_000
const SECRET_NAME = 'suspension'

/**
 * Throws `not_allowed` for a suspended member who has proven who they are: with the reason, and with
 * a proof for a second look while one is possible. Once that is answered, with the answer’s reason instead.
 */
export async function refuseSuspended(
  context: Context,
  db: Queryable,
  member: MemberRow,
): Promise<void> {
  const { suspendedAt, suspensionReason: reason } = member
  if (!suspendedAt) return
  const { helpEmail } = await readSettings(db)
  const look = await findLook(db, member)
  const isAnswered = look?.answeredAt != null
  const isAsked = look?.askedAt != null
  const byEmail = context.config.mail.provider !== 'outbox' && member.emailVerifiedAt !== null
  const first = isAnswered ? 'We looked again: the suspension stays.' : 'This account is suspended.'
  const why = reason ? ` The reason given: “${/[.!?…]$/.test(reason) ? reason : `${reason}.`}”` : ''
  const waits = isAsked && !isAnswered ? ` ${waitingWords(byEmail)}` : ''
  const help = helpEmail ? ` If you have a question, write to ${helpEmail}.` : ''
  const isInTime = context.now().getTime() - suspendedAt.getTime() <= SECOND_LOOK_DAYS * DAY_MS
  const { memberId } = member
  const proof = sealProof(context, { memberId, suspendedAt })
  const secondLook: SuspensionLook | undefined =
    look && !isAsked && isInTime ? { memberId, proof, byEmail } : undefined
  throw new AppError('not_allowed', `${first}${why}${waits}${help}`, { secondLook })
}

function waitingWords(byEmail: boolean): string {
  const how = byEmail
    ? 'We’ll email you the answer.'
    : 'You’ll see the answer when you sign in again.'
  return `You asked for a second look. Someone else on the team will answer. ${how}`
}

/** The second look at a member's suspension; undefined if the previous release suspended them. */
async function findLook(
  db: Queryable,
  { memberId, suspendedAt }: MemberRow,
): Promise<{ askedAt: Date | null; answeredAt: Date | null } | undefined> {
  const { rows } = await sql<{ askedAt: Date | null; answeredAt: Date | null }>`
    select l.created_at as asked_at, l.answered_at
    from suspension s left join second_look l on l.subject = 'suspension'
      and l.subject_id = s.suspension_id and l.decided_at = s.suspended_at
    where s.member_id = ${memberId} and s.suspended_at = ${suspendedAt}`.execute(db)
  return rows[0]
}

/** Encrypted rather than only signed, like the token of an unsubscribe link. */
function sealProof(
  { keys, now }: Context,
  { memberId, suspendedAt }: { memberId: string; suspendedAt: Date },
): string {
  const secret = Buffer.from(`${memberId} ${suspendedAt.getTime()} ${now().getTime() + PROOF_MS}`)
  return wrapSecret(keys.derive('suspension'), { name: SECRET_NAME, secret }).toString('base64url')
}

/** Whose suspension a proof is about; undefined if it has expired or isn't from this site. */
export function readProof(
  { keys, now }: Context,
  proof: string,
): { memberId: string; suspendedAt: Date } | undefined {
  const wrapped = Buffer.from(proof, 'base64url')
  const secret = unwrapSecret(keys.derive('suspension'), { name: SECRET_NAME, wrapped })
  const [memberId, suspendedAt, expiresAt] = secret?.toString().split(' ') ?? []
  if (memberId === undefined || Number(expiresAt) <= now().getTime()) return undefined
  return { memberId, suspendedAt: new Date(Number(suspendedAt)) }
}
