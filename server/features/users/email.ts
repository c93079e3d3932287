import type { AdminUser } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { moveAddress } from '../accounts/address.ts'
import { rememberChange, returnToAddress } from '../address-changes/service.ts'
import { recordAudit } from '../audit/service.ts'
import { queueMail } from '../email/service.ts'
import { emailChangedMail } from '../email/templates/user-mails.ts'
import { recordSecurityEvent } from '../security-log/service.ts'
import { readSettings, siteTitle } from '../settings/service.ts'
import { refusalOfChange } from './policy.ts'
import { allow, getUser, presentUser } from './service.ts'

/**
 * Changes a member's address (note 016). If the old one was verified, it gets an email and can stop
 * the change; the new one gets none until it is verified. Changing back to an address the member
 * just had undoes the change. The same address changes nothing. Throws `not_found`, and `conflict`
 * if the address is taken.
 */
export async function changeEmail(
  context: Context,
  admin: Admin,
  { memberId, newEmail }: { memberId: string; newEmail: string },
): Promise<AdminUser> {
  await context.limits.consume('change-email-admin', admin.id)
  const user = await inTransaction(context.db, async (trx) => {
    const user = await getUser(trx, memberId)
    allow(refusalOfChange(await getUser(trx, admin.id), user))
    const { email: oldEmail, emailVerifiedAt } = user
    const isChanged = oldEmail !== newEmail
    if (isChanged && !(await returnToAddress(context, trx, { memberId, email: newEmail }))) {
      await moveAddress(context, trx, { memberId, oldEmail, newEmail, field: 'newEmail' })
      const oldEmailVerifiedAt = emailVerifiedAt
      const change = { memberId, byAdmin: true, oldEmail, oldEmailVerifiedAt, newEmail }
      const url = await rememberChange(context, trx, change)
      await recordSecurityEvent(trx, {
        memberId,
        kind: 'email-changed-by-admin',
        device: '',
        now: context.now(),
      })
      if (url) await emailOld(context, trx, { memberId, oldEmail, url })
    }
    await recordAudit(trx, admin, {
      action: isChanged ? 'user-email-changed' : 'users-listed',
      subjectId: memberId,
    })
    return getUser(trx, memberId)
  })
  context.changes.announce({ kind: 'member', memberId })
  return presentUser(user, admin)
}

async function emailOld(
  context: Context,
  trx: Trx,
  { memberId, oldEmail, url }: { memberId: string; oldEmail: string; url: string },
): Promise<void> {
  const { helpEmail } = await readSettings(trx)
  const mail = emailChangedMail({ brand: await siteTitle(trx), url, helpEmail })
  await queueMail(context, trx, { kind: 'email-changed', to: oldEmail, memberId, mail })
}
