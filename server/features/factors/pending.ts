import type { User } from '#contract/accounts.ts'
import type { PasskeyRequestOptions } from '#contract/factors.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { hashToken, newToken } from '#server/http/session.ts'
import { factorsOf } from './lookup.ts'
import { askForPasskey } from './passkeys.ts'

/** How long a sign-in can wait for its second factor. */
const PENDING_MINUTES = 10

/**
 * Stores a sign-in whose first factor is proven and whose second is missing. Returns the token for
 * the browser's cookie.
 */
export async function createPendingSignIn(
  trx: Queryable,
  { memberId, now }: { memberId: string; now: Date },
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + PENDING_MINUTES * 60_000)
  await insertPending(trx, { tokenHash: hashToken(token), memberId, expiresAt, now })
  return token
}

/** Throws `not_signed_in` if no sign-in is waiting in this browser. */
export async function getPending(
  context: Context,
  token: string | undefined,
): Promise<PendingRow & { token: string }> {
  const tokenHash = token && hashToken(token)
  const row = tokenHash && (await findPending(context.db, { tokenHash, now: context.now() }))
  if (!token || !row) throw noPending()
  return { ...row, token }
}

export async function readPending(
  context: Context,
  token: string | undefined,
): Promise<User['factors']> {
  const { memberId } = await getPending(context, token)
  return factorsOf(context.db, memberId)
}

export async function pendingOptions(
  context: Context,
  token: string | undefined,
): Promise<PasskeyRequestOptions> {
  const pending = await getPending(context, token)
  const { memberId } = pending
  return askForPasskey(context, { holder: { use: 'finish', token: pending.token }, memberId })
}

export function noPending(): AppError {
  return new AppError('not_signed_in', 'This sign-in took too long. Please sign in again.')
}

interface PendingRow {
  memberId: string
}

async function insertPending(
  db: Queryable,
  row: PendingRow & { tokenHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...values } = row
  await db.deleteFrom('pendingSignIn').where('expiresAt', '<=', now).execute()
  await db.insertInto('pendingSignIn').values(values).execute()
}

function findPending(
  db: Queryable,
  input: { tokenHash: Buffer; now: Date },
): Promise<PendingRow | undefined> {
  return db
    .selectFrom('pendingSignIn')
    .select('memberId')
    .where('tokenHash', '=', input.tokenHash)
    .where('expiresAt', '>', input.now)
    .executeTakeFirst()
}
