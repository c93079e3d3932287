import type { SecurityEventKind } from '#contract/security-log.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import { hashRecoveryCode, newRecoveryCodes } from '#server/domain/factors/recovery-codes.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { requireOwner } from '#server/http/session.ts'
import { queueMail } from '../email/service.ts'
import { factorsChangedMail } from '../email/templates/account-mails.ts'
import { recordSecurityEvent } from '../security-log/service.ts'
import { siteTitle } from '../settings/service.ts'
import { factorsOf, hasFactor } from './lookup.ts'
import { deletePending, deleteRecoveryCodes, getAdminsSince, lockFactors } from './store.ts'

/** A member whose factors are locked until the transaction ends. */
interface LockedMember {
  memberId: string
  username: string
}

/** The details of a change for the email and the security log. */
interface Change {
  sentence: string
  /** Browser and operating system in words. */
  device: string
}

/**
 * Adds a factor in one transaction. For the first factor, also creates recovery codes and returns
 * them, which is the only time they are shown. Returns null for further factors.
 */
export async function addFactor(
  context: Context,
  viewer: Viewer,
  { sentence, device, add }: Change & { add: (trx: Trx) => Promise<void> },
): Promise<string[] | null> {
  requireOwner(viewer)
  const codes = await inTransaction(context.db, async (trx) => {
    await lockVerified(trx, viewer.id)
    const isFirst = !hasFactor(await factorsOf(trx, viewer.id))
    await add(trx)
    await note(context, trx, { memberId: viewer.id, kind: 'factor-added', device })
    await emailAboutChange(context, trx, { memberId: viewer.id, sentence })
    return isFirst ? replaceCodes(trx, viewer.id) : null
  })
  context.changes.announce({ kind: 'member', memberId: viewer.id })
  return codes
}

/**
 * Removes a factor in one transaction, and the recovery codes with the last factor. Throws
 * `conflict` if it is the last factor of an administrator who needs one.
 */
export async function removeFactor(
  context: Context,
  viewer: Viewer,
  { sentence, device, remove }: Change & { remove: (trx: Trx) => Promise<void> },
): Promise<void> {
  requireOwner(viewer)
  await inTransaction(context.db, async (trx) => {
    const member = await lockFactors(trx, viewer.id)
    await remove(trx)
    await note(context, trx, { memberId: viewer.id, kind: 'factor-removed', device })
    await emailAboutChange(context, trx, { memberId: viewer.id, sentence })
    if (hasFactor(await factorsOf(trx, viewer.id))) return
    if (member?.isAdmin && (await getAdminsSince(trx))) {
      throw new AppError(
        'conflict',
        'Administrators need a second factor here. Add another one before you remove this one.',
      )
    }
    await deleteRecoveryCodes(trx, viewer.id)
    await deletePending(trx, viewer.id)
  })
  context.changes.announce({ kind: 'member', memberId: viewer.id })
}

/**
 * Replaces the recovery codes with eight new ones. Throws `conflict` if the viewer has no factor.
 */
export async function renewRecoveryCodes(
  context: Context,
  viewer: Viewer,
  device: string,
): Promise<string[]> {
  requireOwner(viewer)
  return inTransaction(context.db, async (trx) => {
    await lockFactors(trx, viewer.id)
    if (!hasFactor(await factorsOf(trx, viewer.id))) {
      throw new AppError('conflict', 'Add a passkey or an authenticator app first.')
    }
    const sentence = 'New recovery codes were made. The old ones no longer work.'
    await emailAboutChange(context, trx, { memberId: viewer.id, sentence })
    await note(context, trx, { memberId: viewer.id, kind: 'recovery-codes-made', device })
    return replaceCodes(trx, viewer.id)
  })
}

/** Emails the member about a change, in the transaction that makes it. */
export async function emailAboutChange(
  context: Context,
  trx: Trx,
  { memberId, sentence }: { memberId: string; sentence: string },
): Promise<void> {
  const member = await lockFactors(trx, memberId)
  if (!member) return
  const url = `${context.config.publicUrl}/account/security`
  const mail = factorsChangedMail({ brand: await siteTitle(trx), sentence, url })
  await queueMail(context, trx, { kind: 'factors-changed', to: member.email, mail })
}

/**
 * Locks a member whose email address is verified, otherwise throws `conflict`. An unverified
 * address may be somebody else's, and a factor would keep its real owner out of the account.
 */
export async function lockVerified(trx: Trx, memberId: string): Promise<LockedMember> {
  const member = await lockFactors(trx, memberId)
  if (!member) throw notSignedIn()
  if (!member.emailVerifiedAt) {
    throw new AppError(
      'conflict',
      'Verify your email address first. You’ll find it in your account, under Profile.',
    )
  }
  return { memberId, username: member.username }
}

function note(
  context: Context,
  trx: Trx,
  event: { memberId: string; kind: SecurityEventKind; device: string },
): Promise<void> {
  return recordSecurityEvent(trx, { ...event, now: context.now() })
}

async function replaceCodes(trx: Trx, memberId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const codeHashes = codes.map((code) => hashRecoveryCode(memberId, code))
  await replaceRecoveryCodes(trx, { memberId, codeHashes })
  return codes
}

/** Replaces all codes of a member. */
async function replaceRecoveryCodes(
  trx: Trx,
  input: { memberId: string; codeHashes: Buffer[] },
): Promise<void> {
  const { memberId, codeHashes } = input
  await deleteRecoveryCodes(trx, memberId)
  await trx
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ memberId, codeHash, isKept: false })))
    .execute()
}
