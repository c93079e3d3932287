import { type ReactElement, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Purchase } from '#contract/shop.ts'
import { DownloadLink } from '#web/features/shop/download-link.tsx'
import { ProductImage } from '#web/features/shop/product-image.tsx'
import { accessText, cancelText, priceText, statusBadge } from '#web/features/shop/shop-labels.ts'
import { type CheckoutStart, startError, useCheckout } from '#web/features/shop/use-checkout.ts'
import { useCancel, useResume } from '#web/features/shop/use-subscription-actions.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { dayText } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface PurchaseRowsProps {
  purchases: Page<Purchase>
  /** Whether the next page is loading. */
  isOld: boolean
}

export function PurchaseRows({ purchases, isOld }: PurchaseRowsProps): ReactElement {
  const renewal = useCheckout((error) => startError(error, 'Failed to start renewal process'))
  return (
    <ul aria-busy={isOld} className={cn('-mt-4 divide-y divide-line', isOld && 'opacity-60')}>
      {purchases.items.map((purchase) => (
        <PurchaseRow key={purchase.id} purchase={purchase} renewal={renewal} />
      ))}
    </ul>
  )
}

/** Opens the provider's page for the card and the invoices. */
export function BillingButton(): ReactElement {
  const opening = useAction({
    call: () => call(shopCalls.billingPortal, {}),
    failed: 'The billing page could not be opened',
    onDone: ({ url }) => window.location.assign(url),
  })
  return (
    <Button variant="link" size="sm" busy={opening.isPending} onClick={() => opening.run()}>
      Manage billing
    </Button>
  )
}

interface PurchaseRowProps {
  purchase: Purchase
  renewal: CheckoutStart
}

function PurchaseRow({ purchase, renewal }: PurchaseRowProps): ReactElement {
  const money = useMoney()
  const dates = useDates()
  const badge = statusBadge(purchase)
  const access = purchase.note ?? accessText(purchase, dates)
  return (
    <li className="flex gap-4 py-4">
      <ProductImage
        src={purchase.imageUrl}
        className="aspect-square size-14 shrink-0 self-start [&>svg]:w-4/5"
      />
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <p dir="auto" className="min-w-0 font-medium">
            {purchase.title}
          </p>
          <Badge variant={badge.variant} className="shrink-0">
            {badge.label}
          </Badge>
        </div>
        <p className="text-sm text-ink-quiet">
          {priceText(purchase, money)} ·{' '}
          {purchase.productType === 'subscription' ? 'since' : 'bought'}{' '}
          <time dateTime={purchase.purchaseDate}>{dayText(purchase.purchaseDate, dates)}</time>
        </p>
        {access ? <p className="text-sm text-ink-quiet">{access}</p> : null}
        <PurchaseActions purchase={purchase} renewal={renewal} />
      </div>
    </li>
  )
}

interface PurchaseActionsProps {
  purchase: Purchase
  renewal: CheckoutStart
}

/** The actions that the member can take on a purchase. */
function PurchaseActions({ purchase, renewal }: PurchaseActionsProps): ReactElement | null {
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

/** One button to manage or renew, so that it keeps the focus when its action changes. */
function SubscriptionButton({ purchase }: { purchase: Purchase }): ReactElement {
  const { canResume, title } = purchase
  const [isAsking, setIsAsking] = useState(false)
  const resume = useResume()
  const label = canResume ? 'Renew' : 'Manage subscription'
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        busy={resume.isPending}
        aria-label={`${label}: ${title}`}
        onClick={() => (canResume ? resume.run(purchase) : setIsAsking(true))}
      >
        {label}
      </Button>
      <ManageDialog purchase={purchase} isOpen={isAsking} onOpenChange={setIsAsking} />
    </>
  )
}

function ReceiptButton({ purchaseId, title }: { purchaseId: number; title: string }): ReactElement {
  const opening = useAction({
    call: () => call(shopCalls.receipt, { params: { id: purchaseId } }),
    failed: 'The receipt could not be opened',
    onDone: ({ url }) => window.location.assign(url),
  })
  return (
    <Button
      size="sm"
      variant="link"
      busy={opening.isPending}
      aria-label={`Receipt: ${title}`}
      onClick={() => opening.run()}
    >
      Receipt
    </Button>
  )
}

interface ManageDialogProps {
  purchase: Purchase
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Says what canceling a subscription means, and cancels it. */
function ManageDialog({ purchase, isOpen, onOpenChange }: ManageDialogProps): ReactElement {
  const { title, subscriptionId } = purchase
  const dates = useDates()
  const cancel = useCancel(() => onOpenChange(false))
  return (
    <ConfirmDialog
      title={`Manage ${isolated(title)}`}
      description={cancelText(purchase, dates)}
      confirmLabel="Cancel subscription"
      cancelLabel="Keep it"
      isDestructive
      isBusy={cancel.isPending}
      onConfirm={() => subscriptionId && cancel.run(subscriptionId)}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    />
  )
}
