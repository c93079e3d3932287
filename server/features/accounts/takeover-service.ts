import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { findMark } from '../address-changes/holds-service.ts'
import { queueMail } from '../email/service.ts'
import { welcomeMail } from '../email/templates/account-mails.ts'
import { forgetPushDevices } from '../notifications/settings-service.ts'
import { siteTitle } from '../settings/service.ts'
import {
  deleteCodes,
  deleteFactors,
  deleteResets,
  deleteSessions,
  lockMemberByEmail,
  type MemberRow,
  markEmailVerified,
  updateMember,
} from './store.ts'

/**
 * Marks an address as verified, whose code or link the caller has just taken, and returns whose it
 * is; undefined when it is nobody's. The first to verify it becomes the account's owner: unless they
 * are signed in to the account, whoever made it is locked out.
 */
export async function verifyAddress(
  context: Context,
  trx: Trx,
  { email, viewer }: { email: string; viewer: Viewer | undefined },
): Promise<MemberRow | undefined> {
  const verified = await markEmailVerified(trx, email, context.now())
  if (!verified) return lockMemberByEmail(trx, email)
  // An administrator set the address: whoever reads it is not the account's first owner, and those
  // who had the account before keep their ways in.
  const { memberId } = verified
  if ((await findMark(trx, { memberId, now: context.now() })) !== null) return verified
  const mail = welcomeMail({ brand: await siteTitle(trx), url: context.config.publicUrl })
  await queueMail(context, trx, { kind: 'welcome', to: email, mail })
  return verified.memberId === viewer?.id ? verified : takeOver(context, trx, verified)
}

/**
 * Ends every way into an account that was there before its owner, in the caller's transaction,
 * whose caller announces the member afterwards. What was written in the account stays.
 */
export async function takeOver(context: Context, trx: Trx, member: MemberRow): Promise<MemberRow> {
  const { memberId, email } = member
  await deleteSessions(trx, memberId)
  await deleteCodes(trx, email)
  await deleteResets(trx, memberId)
  await deleteFactors(trx, memberId)
  await forgetPushDevices(trx, memberId)
  return updateMember(trx, memberId, { passwordHash: null, devicesSince: context.now() })
}
