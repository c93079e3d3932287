import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { findHoldChangeId } from '../address-changes/holds.ts'
import { queueMail } from '../email/service.ts'
import { welcomeMail } from '../email/templates/account-mails.ts'
import { forgetPushDevices } from '../notifications/settings.ts'
import { siteTitle } from '../settings/service.ts'
import { deleteSessions } from './sessions-store.ts'
import { deleteCodes, deleteResets, findMember, type MemberRow, updateMember } from './store.ts'

/**
 * Marks an address as verified, after the caller has used up its code or link. Returns its member,
 * or undefined if it has no account. The first person to verify it becomes the account's owner:
 * unless they are signed in to the account, everyone else is locked out of it.
 */
export async function verifyAddress(
  context: Context,
  trx: Trx,
  { email, viewer }: { email: string; viewer: Viewer | undefined },
): Promise<MemberRow | undefined> {
  const verified = await markEmailVerified(trx, email, context.now())
  if (!verified) return lockMemberByEmail(trx, email)
  // The payment provider gets only verified addresses.
  await context.jobs.send(trx, 'update-customer', { memberId: verified.memberId })
  // An administrator set the address, so verifying it is no proof of owning the account: existing
  // passwords, sessions and factors stay.
  const { memberId } = verified
  if ((await findHoldChangeId(trx, { memberId, now: context.now() })) !== null) return verified
  const mail = welcomeMail({ brand: await siteTitle(trx), url: context.config.publicUrl })
  await queueMail(context, trx, { kind: 'welcome', to: email, mail })
  return verified.memberId === viewer?.id ? verified : takeOver(context, trx, verified)
}

/**
 * Ends all access to an account from before its owner verified it, in the caller's transaction;
 * the member is announced after the commit. The account's content stays.
 */
async function takeOver(context: Context, trx: Trx, member: MemberRow): Promise<MemberRow> {
  const { memberId, email } = member
  await deleteSessions(trx, memberId)
  await deleteCodes(trx, email)
  await deleteResets(trx, memberId)
  await deleteFactors(trx, memberId)
  await forgetPushDevices(trx, memberId)
  return updateMember(trx, memberId, { passwordHash: null, devicesSince: context.now() })
}

/** Ends all access to an account except through its mailbox. */
export async function endAllAccess(context: Context, trx: Trx, memberId: string): Promise<void> {
  const member = await findMember(trx, memberId)
  if (member) await takeOver(context, trx, member)
}

/** Removes the password. The owner then signs in with an emailed code and sets a new one. */
export async function forgetPassword(context: Context, trx: Trx, memberId: string): Promise<void> {
  await deleteResets(trx, memberId)
  await updateMember(trx, memberId, {
    passwordHash: null,
    passwordAddressChangeId: null,
    devicesSince: context.now(),
  })
}

/** Finds a member by email and locks the row, so that the address cannot change meanwhile. */
function lockMemberByEmail(trx: Queryable, email: string): Promise<MemberRow | undefined> {
  return trx
    .selectFrom('member')
    .selectAll()
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Marks an address as verified. Undefined if it has no account or was verified already. */
function markEmailVerified(
  db: Queryable,
  email: string,
  now: Date,
): Promise<MemberRow | undefined> {
  return db
    .updateTable('member')
    .set({ emailVerifiedAt: now })
    .where('email', '=', email)
    .where('emailVerifiedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes all second factors of a member, and the sign-ins waiting for one. */
async function deleteFactors(trx: Queryable, memberId: string): Promise<void> {
  for (const table of ['passkey', 'authenticatorApp', 'recoveryCode', 'pendingSignIn'] as const) {
    await trx.deleteFrom(table).where('memberId', '=', memberId).execute()
  }
}
