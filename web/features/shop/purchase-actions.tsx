import { type ReactElement, useState } from 'react'
import type { Purchase } from '#contract/shop.ts'
import { DownloadLink } from '#web/features/shop/download-link.tsx'
import type { CheckoutStart } from '#web/features/shop/use-checkout.ts'
import { useShopAction } from '#web/features/shop/use-shop-action.ts'
import { useResume } from '#web/features/shop/use-subscription-actions.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { onFirstOpen } from '#web/lib/on-demand.tsx'
import { Button } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toast-store.ts'

const CancelDialog = onFirstOpen(
  async () => (await import('#web/features/shop/cancel-dialog.tsx')).CancelDialog,
  ({ isOpen }) => isOpen,
)

interface PurchaseActionsProps {
  purchase: Purchase
  renewal: CheckoutStart
}

/** The actions that the member can take on a purchase. */
export function PurchaseActions({ purchase, renewal }: PurchaseActionsProps): ReactElement | null {
  const { id, title, productId, digitalFileUrl, hasReceipt, canRenew } = purchase
  const runs = purchase.canCancel || purchase.canResume
  if (!digitalFileUrl && !hasReceipt && !canRenew && !runs) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {digitalFileUrl ? (
        <DownloadLink purchaseId={id} title={title} size="sm" variant="outline" />
      ) : null}
      {runs ? <SubscriptionButton purchase={purchase} /> : null}
      {canRenew ? (
        <Button
          size="sm"
          variant="outline"
          busy={renewal.pendingId === productId}
          disabled={renewal.pendingId !== undefined && renewal.pendingId !== productId}
          aria-label={`Renew: ${title}`}
          onClick={() => renewal.start(productId)}
        >
          Renew
        </Button>
      ) : null}
      {hasReceipt ? <ReceiptButton purchaseId={id} title={title} /> : null}
    </div>
  )
}

/** One button to cancel or renew, so that it keeps the focus when its action changes. */
function SubscriptionButton({ purchase }: { purchase: Purchase }): ReactElement {
  const { canResume, title } = purchase
  const [isAsking, setIsAsking] = useState(false)
  const resume = useResume()
  const label = canResume ? 'Renew' : 'Cancel'
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        busy={resume.isBusy}
        aria-label={`${label}: ${title}`}
        onClick={() => (canResume ? resume.start(purchase) : setIsAsking(true))}
      >
        {label}
      </Button>
      <CancelDialog purchase={purchase} isOpen={isAsking} onOpenChange={setIsAsking} />
    </>
  )
}

function ReceiptButton({ purchaseId, title }: { purchaseId: number; title: string }): ReactElement {
  const opening = useShopAction(async () => {
    try {
      const { url } = await call(shopCalls.receipt, { params: { id: purchaseId } })
      window.location.assign(url)
    } catch (error) {
      toastError('The receipt could not be opened', error)
    }
  })
  return (
    <Button
      size="sm"
      variant="link"
      busy={opening.isBusy}
      aria-label={`Receipt: ${title}`}
      onClick={() => opening.start()}
    >
      Receipt
    </Button>
  )
}
