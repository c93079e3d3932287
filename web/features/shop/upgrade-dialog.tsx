import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Product } from '#contract/shop.ts'
import { withoutHeadings } from '#web/features/shop/product-description.tsx'
import { productsQuery } from '#web/features/shop/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { startError, useCheckout } from '#web/features/shop/use-checkout.ts'
import { useMoney } from '#web/lib/money.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

interface UpgradeDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Describes the membership and offers to buy it (administrator document, section 2). */
export function UpgradeDialog({ isOpen, onOpenChange }: UpgradeDialogProps): ReactElement {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title="Upgrade Required">
        <Offer />
      </DialogContent>
    </Dialog>
  )
}

function Offer(): ReactElement {
  const membershipId = useSiteSettings()?.membershipProductId
  const { data, error, isFetching, refetch } = useQuery(productsQuery)
  const checkout = useCheckout((failure) => startError(failure, 'Failed to start checkout process'))
  if (error && !data) return <QueryError query={{ error, isFetching, refetch }} />
  const membership = data?.find(({ id }) => id === membershipId)
  const isUnavailable = data !== undefined && membershipId !== undefined && !membership
  return (
    <>
      <OfferText membership={membership} isUnavailable={isUnavailable} />
      <DialogFooter>
        <DialogClose>
          <Button variant="outline">Not now</Button>
        </DialogClose>
        <Button
          disabled={!membership}
          busy={checkout.pendingId !== undefined}
          onClick={() => membership && checkout.start(membership.id)}
        >
          Upgrade Now
        </Button>
      </DialogFooter>
    </>
  )
}

interface OfferTextProps {
  membership: Product | undefined
  isUnavailable: boolean
}

function OfferText({ membership, isUnavailable }: OfferTextProps): ReactElement {
  const money = useMoney()
  if (isUnavailable) return <p>The membership isn’t for sale right now.</p>
  if (!membership) return <p role="status">Loading product details...</p>
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <bdi className="font-serif text-lg font-semibold">{membership.title}</bdi>
        <span className="font-semibold">{priceText(membership, money)}</span>
      </p>
      <RichText html={withoutHeadings(membership.description)} />
    </div>
  )
}
