import { randomInt } from 'node:crypto'
import type { User } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { emailOf, endCodes, moveAddress } from '../accounts/address.ts'
import { isEmailFree, readUser } from '../accounts/service.ts'
import { queueMail } from '../email/service.ts'
import {
  emailCodeMail,
  emailInUseMail,
  ownEmailChangedMail,
} from '../email/templates/user-mails.ts'
import { recordSecurityEvent } from '../security-log/service.ts'
import { siteTitle } from '../settings/service.ts'
import { findHoldEnd } from './holds.ts'
import { rememberChange } from './service.ts'
import { lockMemberForChange, setVerifiedAt } from './store.ts'

const CODE_MINUTES = 10
const CODE_TRIES = 5

/**
 * Emails a code to a new address. If the address is taken, its owner gets a notice instead. The
 * response is the same, so that it doesn't reveal who has an account.
 */
export async function startChange(
  context: Context,
  viewer: Viewer,
  newEmail: string,
): Promise<void> {
  await requireNoHold(context, viewer)
  const { email } = await readUser(context, viewer)
  if (email === newEmail) {
    const sentence = 'This is already your email address.'
    throw new AppError('invalid_input', sentence, { fields: { newEmail: sentence } })
  }
  await context.limits.consume('change-email-member', viewer.id)
  await context.limits.consume('change-email-address', newEmail)
  const isFree = await isEmailFree(context, newEmail, viewer.id)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(context.now().getTime() + CODE_MINUTES * 60_000)
  await inTransaction(context.db, async (trx) => {
    await putRequest(trx, {
      memberId: viewer.id,
      newEmail,
      codeHash: hashOf(context, { memberId: viewer.id, newEmail, code }),
      expiresAt,
    })
    const brand = await siteTitle(trx)
    const mail = isFree ? emailCodeMail({ brand, code }) : emailInUseMail({ brand })
    await queueMail(context, trx, {
      kind: isFree ? 'email-code' : 'email-in-use',
      to: newEmail,
      expiresAt,
      // An address in use belongs to somebody else, not to the viewer.
      ...(isFree && { memberId: viewer.id }),
      mail,
    })
  })
}

/** Changes the account's address to the one the code was sent to. */
export async function confirmChange(
  context: Context,
  viewer: Viewer,
  { code, device }: { code: string; device: string },
): Promise<User> {
  await requireNoHold(context, viewer)
  const memberId = viewer.id
  const now = context.now()
  const request = await countTry(context.db, { memberId, maxTries: CODE_TRIES, now })
  const newEmail = request?.newEmail ?? ''
  const codeHash = hashOf(context, { memberId, newEmail, code })
  if (!request?.codeHash.equals(codeHash)) throw invalidCode()
  await inTransaction(context.db, async (trx) => {
    // If two requests use one code at the same moment, the second finds it already used.
    if (!(await takeRequest(trx, { memberId, codeHash }))) throw invalidCode()
    const { email: oldEmail, emailVerifiedAt } = await findOwn(trx, viewer)
    await moveAddress(context, trx, { memberId, oldEmail, newEmail, field: 'code' })
    await setVerifiedAt(trx, { memberId, verifiedAt: now })
    const change = {
      memberId,
      byAdmin: false,
      oldEmail,
      oldEmailVerifiedAt: emailVerifiedAt,
      newEmail,
    }
    const url = await rememberChange(context, trx, change)
    await recordSecurityEvent(trx, { memberId, kind: 'email-changed', device, now })
    if (url) {
      const mail = ownEmailChangedMail({ brand: await siteTitle(trx), url })
      await queueMail(context, trx, { kind: 'email-changed', to: oldEmail, memberId, mail })
    }
  })
  context.changes.announce({ kind: 'member', memberId })
  return readUser(context, viewer)
}

/**
 * During a hold the address cannot be changed again: the old address decides first, and a second
 * change cannot hide the first.
 */
async function requireNoHold(context: Context, viewer: Viewer): Promise<void> {
  const until = await findHoldEnd(context, viewer.id)
  if (!until) return
  const day = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: viewer.timeZone,
  }).format(until)
  throw new AppError(
    'conflict',
    `An administrator changed your email address. Confirm or stop that change with the link in your previous mailbox (if you had verified it) first, or try again after ${day}.`,
  )
}

async function findOwn(
  trx: Trx,
  viewer: Viewer,
): Promise<{ email: string; emailVerifiedAt: Date | null }> {
  const email = await emailOf(trx, viewer.id)
  if (email !== undefined) await endCodes(trx, email)
  const member = await lockMemberForChange(trx, viewer.id)
  if (!member) throw notSignedIn()
  return member
}

function invalidCode(): AppError {
  const sentence = 'Invalid code. Check the newest email, or ask for a new code.'
  return new AppError('invalid_input', sentence, { fields: { code: sentence } })
}

/** Keyed, because six digits could be recovered from a plain hash by trying them all. */
function hashOf(
  context: Context,
  input: { memberId: string; newEmail: string; code: string },
): Buffer {
  const { memberId, newEmail, code } = input
  return context.keys.hmac('one-time-code', `change ${memberId} ${newEmail} ${code}`)
}

/** Replaces an earlier request of the member. */
async function putRequest(
  trx: Queryable,
  request: { memberId: string; newEmail: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { memberId: _, ...rest } = request
  await trx
    .insertInto('emailChangeRequest')
    .values(request)
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ ...rest, wrongTries: 0 }))
    .execute()
}

/** Counts a try and returns the request; undefined if it has expired or is out of tries. */
function countTry(
  db: Queryable,
  input: { memberId: string; maxTries: number; now: Date },
): Promise<{ newEmail: string; codeHash: Buffer } | undefined> {
  return db
    .updateTable('emailChangeRequest')
    .set((eb) => ({ wrongTries: eb('wrongTries', '+', 1) }))
    .where('memberId', '=', input.memberId)
    .where('wrongTries', '<', input.maxTries)
    .where('expiresAt', '>', input.now)
    .returning(['newEmail', 'codeHash'])
    .executeTakeFirst()
}

/** Uses up the request; false if another call just used it. */
async function takeRequest(
  trx: Queryable,
  { memberId, codeHash }: { memberId: string; codeHash: Buffer },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('emailChangeRequest')
    .where('memberId', '=', memberId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
