import { randomInt } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { queueMail } from '../email/service.ts'
import { registrationCodeMail, signInCodeMail } from '../email/templates/account-mails.ts'
import { siteTitle } from '../settings/service.ts'
import { openSession, type SignedIn } from './sessions-service.ts'
import { findMemberByEmail, markEmailVerified, putCode, takeCode, tryCode } from './store.ts'

const CODE_MINUTES = 10
const CODE_TRIES = 5

/**
 * Mails a six-digit code to any address, whether it has an account or not: the same code serves
 * sign-in and registration, and the answer tells nothing.
 */
export async function requestCode(
  context: Context,
  input: { email: string; address: string },
): Promise<void> {
  await context.limits.consume('code-address', input.address)
  await context.limits.consume('code-email', input.email)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = context.now()
  await inTransaction(context.db, async (trx) => {
    await putCode(trx, {
      email: input.email,
      codeHash: hashOf(context, input.email, code),
      expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
      now,
    })
    const codeMail = (await findMemberByEmail(trx, input.email))
      ? signInCodeMail
      : registrationCodeMail
    const mail = codeMail({ brand: await siteTitle(trx), code })
    await queueMail(context, trx, { kind: 'code', to: input.email, mail })
  })
}

/** Signs in with a mailed code, which also proves the address. */
export async function signInWithCode(
  context: Context,
  input: { email: string; code: string; address: string; device: string },
): Promise<SignedIn> {
  await context.limits.consume('verify-address', input.address)
  const { email, code } = input
  if (!(await isRightCode(context, { email, code }))) {
    throw new AppError('not_signed_in', 'Invalid code')
  }
  const now = context.now()
  return inTransaction(context.db, async (trx) => {
    // Two tries with one code at the same moment: the second finds nothing left to take.
    if (!(await spendCode(context, trx, { email, code }))) {
      throw new AppError('not_signed_in', 'Invalid code')
    }
    const member = await markEmailVerified(trx, email, now)
    // Thrown inside the transaction, so that the code still serves for registration.
    if (!member) throw new AppError('not_found', 'There is no account with this email address yet.')
    return openSession(trx, { member, device: input.device, now, proof: 'code' })
  })
}

/** Whether a code is right; a wrong try is counted, and the fifth ends the code. */
export function isRightCode(
  context: Context,
  input: { email: string; code: string },
): Promise<boolean> {
  return tryCode(context.db, tryOf(context, input))
}

/** Uses a right code up in the caller's transaction; false when somebody else just did. */
export function spendCode(
  context: Context,
  trx: Queryable,
  input: { email: string; code: string },
): Promise<boolean> {
  return takeCode(trx, tryOf(context, input))
}

function tryOf(
  context: Context,
  { email, code }: { email: string; code: string },
): Parameters<typeof takeCode>[1] {
  return {
    email,
    codeHash: hashOf(context, email, code),
    maxTries: CODE_TRIES,
    now: context.now(),
  }
}

/** Keyed, because six digits alone could be guessed back from a plain hash. */
function hashOf(context: Context, email: string, code: string): Buffer {
  return context.keys.hmac('one-time-code', `${email} ${code}`)
}
