import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Product } from '#contract/shop.ts'
import { DownloadLink } from '#web/features/shop/download-link.tsx'
import type { CheckoutStart } from '#web/features/shop/use-checkout.ts'
import { useResume } from '#web/features/shop/use-subscription-actions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

interface ProductActionProps {
  product: Product
  checkout: CheckoutStart
}

/** What a member can do with a product: buy it, or use what they bought. */
export function ProductAction({ product, checkout }: ProductActionProps): ReactElement {
  const { purchaseStatus, purchaseId, hasDigitalFile, isMembership, title } = product
  if (purchaseStatus === null) return <BuyButton product={product} checkout={checkout} />
  if (purchaseStatus === 'on_hold') {
    return (
      <Badge variant="gold" className="min-h-8">
        On hold
      </Badge>
    )
  }
  return (
    <>
      {hasDigitalFile && purchaseId !== null ? (
        <DownloadLink purchaseId={purchaseId} title={title} />
      ) : null}
      {isMembership && purchaseId !== null ? (
        <Button asChild>
          <Link to="/live" aria-label={`Open: ${title}`}>
            Open
          </Link>
        </Button>
      ) : null}
      {purchaseStatus === 'canceled' && purchaseId !== null ? (
        <ResumeButton purchaseId={purchaseId} title={title} />
      ) : (
        <Badge className="min-h-8">
          <Check aria-hidden size={16} />
          {product.productType === 'subscription' ? 'Subscribed' : 'Owned'}
        </Badge>
      )}
    </>
  )
}

function BuyButton({ product, checkout }: ProductActionProps): ReactElement {
  const { pendingId } = checkout
  const label = product.productType === 'subscription' ? 'Subscribe' : 'Buy'
  return (
    <Button
      busy={pendingId === product.id}
      disabled={pendingId !== undefined && pendingId !== product.id}
      aria-label={`${label}: ${product.title}`}
      onClick={() => checkout.start(product.id)}
    >
      {label}
    </Button>
  )
}

function ResumeButton({ purchaseId, title }: { purchaseId: number; title: string }): ReactElement {
  const resume = useResume()
  return (
    <Button
      variant="outline"
      busy={resume.isBusy}
      aria-label={`Renew: ${title}`}
      onClick={() => resume.start(purchaseId)}
    >
      Renew
    </Button>
  )
}
