import type { CheckoutStatus, ProductType } from '#contract/shop.ts'
import type { FinishedRow } from './store.ts'

/** A checkout as the page after it shows it; no address, no name. */
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
    return 'You had this already, so you paid twice. Our team has been told to give this payment back.'
  }
  switch (status) {
    case 'failed':
      return 'The payment did not go through. Nothing was charged.'
    case 'expired':
      return 'This checkout has run out. Nothing was charged.'
    case 'processing':
      return 'Your bank is still moving the money. You get access as soon as it has arrived.'
    default:
      return null
  }
}
