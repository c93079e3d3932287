import type { ReactElement } from 'react'
import type { Purchase } from '#contract/shop.ts'
import { ProductImage } from '#web/features/shop/product-image.tsx'
import { PurchaseActions } from '#web/features/shop/purchase-actions.tsx'
import { accessText, priceText, statusBadge } from '#web/features/shop/shop-labels.ts'
import type { CheckoutStart } from '#web/features/shop/use-checkout.ts'
import { dayText } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'

interface PurchaseRowProps {
  purchase: Purchase
  renewal: CheckoutStart
}

export function PurchaseRow({ purchase, renewal }: PurchaseRowProps): ReactElement {
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
          <p className="min-w-0 font-medium">{purchase.title}</p>
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
