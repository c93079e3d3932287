import type { CheckoutStatus, ProductType } from '#contract/shop.ts'
import type { FinishedRow } from './store.ts'

/** A checkout for the page after it, without address or name. */
export function presentFinished(row: FinishedRow): {
  status: CheckoutStatus
  title: string
  productType: ProductType
  reason: string | null
  downloadId: number | null
} {
  const { title, productType } = row
  const status = statusOf(row)
  return { status, title, productType, reason: reasonOf(row), downloadId: downloadOf(row) }
}

function statusOf({ status }: FinishedRow): CheckoutStatus {
  if (status === 'complete' || status === 'failed' || status === 'expired') return status
  return 'confirming'
}

function downloadOf({ status, isSurplus, purchaseId, fileKey }: FinishedRow): number | null {
  return status === 'complete' && !isSurplus && fileKey !== null ? purchaseId : null
}

function reasonOf({ status, isSurplus }: FinishedRow): string | null {
  if (isSurplus) {
    return 'You already had this, so you paid twice. We’ve asked our team to refund this payment.'
  }
  switch (status) {
    case 'failed':
      return 'The payment didn’t go through. Nothing was charged.'
    case 'expired':
      return 'This checkout has expired. Nothing was charged.'
    case 'processing':
      return 'Your bank is still processing the payment. You’ll get access as soon as it arrives.'
    default:
      return null
  }
}
