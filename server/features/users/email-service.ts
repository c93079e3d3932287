import type { AdminUser } from '#contract/users.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { moveAddress } from '../accounts/address-service.ts'
import { recordAudit } from '../audit/service.ts'
import { queueMail } from '../email/service.ts'
import { emailChangedMail, emailToProveMail } from '../email/templates/user-mails.ts'
import { readSettings } from '../settings/service.ts'
import { moveCustomer } from '../store/customers-service.ts'
import { presentUser } from './present.ts'
import { getUser } from './service.ts'

/**
 * Gives a member another address and tells both. The same address changes nothing. Throws
 * `not_found`, and `conflict` when the address is somebody's.
 */
export async function changeEmail(
  context: Context,
  admin: Admin,
  { memberId, newEmail }: { memberId: string; newEmail: string },
): Promise<AdminUser> {
  await context.limits.consume('change-email-admin', admin.id)
  const user = await inTransaction(context.db, async (trx) => {
    const { email: oldEmail } = await getUser(trx, memberId)
    const isChanged = oldEmail !== newEmail
    if (isChanged) {
      await moveAddress(trx, { memberId, oldEmail, newEmail, field: 'newEmail' })
      await moveCustomer(context, trx, memberId)
      await tellBoth(context, trx, { oldEmail, newEmail })
    }
    await recordAudit(trx, {
      adminId: admin.id,
      action: isChanged ? 'user-email-changed' : 'users-listed',
      subjectType: 'user',
      subjectId: memberId,
    })
    return getUser(trx, memberId)
  })
  return presentUser(user, admin)
}

async function tellBoth(
  context: Context,
  trx: Trx,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): Promise<void> {
  const { siteTitle: brand, helpEmail } = await readSettings(trx)
  const changed = emailChangedMail({ brand, helpEmail })
  await queueMail(context, trx, { kind: 'email-changed', to: oldEmail, mail: changed })
  const toProve = emailToProveMail({ brand, url: `${context.config.publicUrl}/auth` })
  await queueMail(context, trx, { kind: 'email-to-prove', to: newEmail, mail: toProve })
}
