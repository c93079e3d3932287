import { randomInt } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Browser } from '#server/domain/browser.ts'
import { codeCookie, findCodeToken, newCodeToken } from '#server/domain/code-browser.ts'
import type { Count } from '#server/http/rate-limit.ts'
import { hashToken } from '#server/http/session.ts'
import { queueMail } from '../email/service.ts'
import {
  confirmationCodeMail,
  signInCodeMail,
  verificationCodeMail,
} from '../email/templates/account-mails.ts'
import { noteFailedSignIn } from '../security-log/service.ts'
import { siteTitle } from '../settings/service.ts'
import { findDevice, findDeviceOf } from './devices.ts'
import { enter, type SignIn } from './sessions.ts'
import { findMemberByEmail, lockCodes, type MemberRow } from './store.ts'
import { verifyAddress } from './takeover.ts'

const CODE_MINUTES = 10
const CODE_TRIES = 5

export const INVALID_CODE = 'Invalid code'
const OTHER_BROWSER =
  'Codes work only in the browser that asked for them. Ask for a new code here, or enter this one there.'

/** A code as entered, and the browser it was entered in. */
export interface CodeEntry {
  email: string
  code: string
  browser: Browser
}

/**
 * Emails a six-digit code to any address. The same code works for sign-in and registration, and the
 * response doesn't reveal whether the address has an account. Returns the cookie that binds the
 * code to the browser.
 */
export async function requestCode(
  context: Context,
  { email, browser }: { email: string; browser: Browser },
): Promise<string> {
  const member = await findMemberByEmail(context.db, email)
  const device = findDevice(context, browser, member)
  await context.limits.consumeAll(
    device
      ? [['code-email-device', device]]
      : [
          ['code-address', browser.address],
          ['code-email', `${email} ${browser.address}`],
          ['code-email-account', email],
        ],
  )
  const token = findCodeToken(context.keys, browser.codeCookie, email) ?? newCodeToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = context.now()
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  await inTransaction(context.db, async (trx) => {
    await putCode(trx, {
      email,
      browserHash: hashToken(token),
      codeHash: hashOf(context, { email, code, token }),
      expiresAt,
      now,
    })
    const mail = codeMailFor(member, browser)({ brand: await siteTitle(trx), code })
    await queueMail(context, trx, { kind: 'code', to: email, mail, expiresAt })
  })
  return codeCookie(context.keys, { token, email })
}

/** The email that says what the code is for. */
function codeMailFor(member: MemberRow | undefined, { viewer }: Browser): typeof signInCodeMail {
  if (!member) return verificationCodeMail
  if (member.memberId !== viewer?.id) return signInCodeMail
  return member.emailVerifiedAt === null ? verificationCodeMail : confirmationCodeMail
}

/** Signs in with an emailed code, which also verifies the address. */
export async function signInWithCode(context: Context, entry: CodeEntry): Promise<SignIn> {
  const refusal = await refusalOfCode(context, entry)
  if (refusal === INVALID_CODE) {
    noteFailedSignIn(context, { email: entry.email, device: entry.browser.device })
  }
  if (refusal) throw new AppError('not_signed_in', refusal)
  return enter(context, { browser: entry.browser, proof: 'code' }, async (trx) => {
    // If two requests use one code at the same moment, the second finds it already used.
    if (!(await spendCode(context, trx, entry))) throw new AppError('not_signed_in', INVALID_CODE)
    const { email, browser } = entry
    const member = await verifyAddress(context, trx, { email, viewer: browser.viewer })
    // Thrown inside the transaction, so that the code can still be used for registration.
    if (!member) throw new AppError('not_found', 'There’s no account with this email address yet.')
    return member
  })
}

/**
 * Returns why a code is refused, as a sentence, or undefined if it is right. Wrong tries are
 * counted, and the fifth ends the code.
 */
export async function refusalOfCode(
  context: Context,
  entry: CodeEntry,
): Promise<string | undefined> {
  const { email, browser } = entry
  const attempt = tryOf(context, entry)
  const device = await findDeviceOf(context, browser, email)
  const tries: Count[] = device
    ? [['wrong-code-device', device]]
    : [
        ['wrong-code', `${email} ${browser.address}`],
        ['wrong-code-account', email],
      ]
  if (!device) tries.push(['verify-address', browser.address])
  // Another browser's code can't be guessed here, so the try doesn't count against the owner.
  await context.limits.consumeAll(attempt ? tries : [['verify-address', browser.address]])
  if (!attempt) return OTHER_BROWSER
  if (!(await tryCode(context.db, attempt))) return INVALID_CODE
  await context.limits.forgive({ refund: tries })
  return undefined
}

/**
 * Checks a code that a member uses to confirm a change. Throws `invalid_input` on `code` if it is
 * wrong; otherwise returns the entry for `takeProvenCode`.
 */
export async function proveCode(context: Context, entry: CodeEntry): Promise<CodeEntry> {
  const refusal = await refusalOfCode(context, entry)
  if (refusal) throw refusedCode(refusal)
  return entry
}

/**
 * Whether an address has an account. Only for callers who have proved that the address is theirs.
 */
export async function hasAccount({ db }: Context, email: string): Promise<boolean> {
  return (await findMemberByEmail(db, email)) !== undefined
}

/** Uses up a proven code, in the transaction of the change it confirms. */
export async function takeProvenCode(
  context: Context,
  trx: Queryable,
  entry: CodeEntry,
): Promise<void> {
  if (!(await spendCode(context, trx, entry))) throw refusedCode(INVALID_CODE)
}

function refusedCode(sentence: string): AppError {
  return new AppError('invalid_input', sentence, { fields: { code: sentence } })
}

/** Uses up a right code in the caller's transaction; false if another request just used it. */
export async function spendCode(
  context: Context,
  trx: Queryable,
  entry: CodeEntry,
): Promise<boolean> {
  const attempt = tryOf(context, entry)
  if (!attempt) return false
  await lockCodes(trx, attempt.email)
  return takeCode(trx, attempt)
}

/** Undefined if this browser has not requested a code for the address. */
function tryOf(context: Context, { email, code, browser }: CodeEntry): CodeTry | undefined {
  const token = findCodeToken(context.keys, browser.codeCookie, email)
  if (token === undefined) return undefined
  return {
    email,
    browserHash: hashToken(token),
    codeHash: hashOf(context, { email, code, token }),
    maxTries: CODE_TRIES,
    now: context.now(),
  }
}

/** Keyed, because six digits could be recovered from a plain hash by trying them all. */
function hashOf(context: Context, input: { email: string; code: string; token: string }): Buffer {
  return context.keys.hmac('one-time-code', `${input.email} ${input.token} ${input.code}`)
}

/** Stores a browser's code for an address, replacing its earlier one. Deletes expired codes. */
async function putCode(
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

interface CodeTry extends CodeRequest {
  codeHash: Buffer
  maxTries: number
  now: Date
}

/** Uses up a code; false if it is wrong, expired, unknown or out of tries. */
async function takeCode(db: Queryable, code: CodeTry): Promise<boolean> {
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
async function tryCode(db: Queryable, code: CodeTry): Promise<boolean> {
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
