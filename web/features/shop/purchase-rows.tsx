import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Purchase } from '#contract/shop.ts'
import { PurchaseRow } from '#web/features/shop/purchase-row.tsx'
import { startError, useCheckout } from '#web/features/shop/use-checkout.ts'
import { useShopAction } from '#web/features/shop/use-shop-action.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toast-store.ts'

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
  const opening = useShopAction(async () => {
    try {
      const { url } = await call(shopCalls.billingPortal, {})
      window.location.assign(url)
    } catch (error) {
      toastError('The billing page could not be opened', error)
    }
  })
  return (
    <Button variant="link" size="sm" busy={opening.isBusy} onClick={() => opening.start()}>
      Manage billing
    </Button>
  )
}
