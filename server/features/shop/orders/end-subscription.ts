import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../../audit/service.ts'
import { refreshCheckout } from '../events/sync.ts'
import { canCancel } from '../policy.ts'
import { requireProvider } from '../purchases/service.ts'
import { PURCHASE } from '../purchases/store.ts'

/**
 * Ends a member's subscription at the end of the paid period, as if they had canceled it. One that is
 * already canceled or over stays as it is. Throws `not_found`, and `conflict` for one of another provider.
 */
export async function endSubscription(
  context: Context,
  admin: Admin,
  purchaseId: number,
): Promise<void> {
  const purchase = await context.db
    .selectFrom('purchase')
    .select(PURCHASE)
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst()
  if (!purchase?.subscriptionRef) {
    throw new AppError('not_found', 'This subscription does not exist.')
  }
  if (!canCancel(purchase)) return
  requireProvider(context, purchase)
  // Logged before the provider is called, so that the audit log misses none.
  await recordAudit(context.db, admin, { action: 'subscription-ended', subjectId: purchaseId })
  await context.payments.setEndsAtPeriodEnd(purchase.subscriptionRef, true)
  await refreshCheckout(context, { checkoutId: purchase.checkoutId })
}
