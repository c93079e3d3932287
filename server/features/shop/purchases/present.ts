import type { Purchase } from '#contract/shop.ts'
import { dollarsOf } from '#server/domain/money.ts'
import { canCancel, canRenew, canResume, hasAccess, statusOf } from '../policy.ts'
import { productImageUrl } from '../products/present.ts'
import type { OwnPurchaseRow } from './store.ts'

/** A purchase as its member sees it. */
export function presentPurchase(row: OwnPurchaseRow, now: Date): Purchase {
  const givesAccess = hasAccess(row, now)
  return {
    id: row.purchaseId,
    productId: row.productId,
    productType: row.productType,
    title: row.title,
    imageUrl: row.imageName && productImageUrl(row.imageName),
    price: dollarsOf(row.priceCents),
    purchaseDate: row.purchasedAt.toISOString(),
    status: statusOf(row, now),
    accessUntil: accessUntilOf(row, givesAccess),
    hasAccess: givesAccess,
    isRefunded: row.isRefunded,
    note: noteOf(row, givesAccess),
    subscriptionId: row.subscriptionRef,
    hasDigitalFile: row.hasFile,
    digitalFileUrl: row.hasFile && givesAccess ? `/api/purchases/${row.purchaseId}/download` : null,
    hasReceipt: row.hasReceipt,
    // The test till has no card to change.
    hasBillingPage: row.provider !== 'till',
    canCancel: canCancel(row),
    canResume: canResume(row, now),
    canRenew: canRenew(row, row),
  }
}

/** Explains to a member who paid why they have no access. */
function noteOf(row: OwnPurchaseRow, givesAccess: boolean): string | null {
  const { isSurplus, isRefunded, isDisputed, state } = row
  if (isSurplus) {
    return isRefunded ? 'Paid twice – refunded.' : 'Paid twice – our team will refund it.'
  }
  if (givesAccess) return null
  if (isRefunded) return 'Your payment was refunded, so you don’t have access.'
  if (isDisputed)
    return 'Your payment is disputed at your bank. You’ll have access once that’s settled.'
  if (state === 'paused')
    return 'Paused at the payment provider. You’ll have access once it resumes.'
  return null
}

/** Only where access depends on a date, which it doesn't after a pause or a refund. */
function accessUntilOf(row: OwnPurchaseRow, givesAccess: boolean): string | null {
  const isByTime = givesAccess || row.state === 'ended' || row.state === 'past_due'
  return row.subscriptionRef !== null && isByTime && !row.isSurplus
    ? (row.accessUntil?.toISOString() ?? null)
    : null
}
