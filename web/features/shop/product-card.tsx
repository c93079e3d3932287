import { FileDown } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import type { Product } from '#contract/shop.ts'
import { ProductAction } from '#web/features/shop/product-action.tsx'
import { ProductCover } from '#web/features/shop/product-cover.tsx'
import { ProductDescription } from '#web/features/shop/product-description.tsx'
import { ProductImage } from '#web/features/shop/product-image.tsx'
import { priceText } from '#web/features/shop/shop-labels.ts'
import type { CheckoutStart } from '#web/features/shop/use-checkout.ts'
import { useMoney } from '#web/lib/money.ts'

interface ProductCardProps {
  product: Product
  checkout: CheckoutStart
  titleLevel: 2 | 4
}

export function ProductCard({ product, checkout, titleLevel }: ProductCardProps): ReactElement {
  const { title, description, imageUrl, hasDigitalFile, purchaseStatus } = product
  const money = useMoney()
  const titleId = useId()
  const Title = `h${titleLevel}` as const
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4"
    >
      <ProductImage src={imageUrl} cover={<ProductCover productId={product.id} />} />
      <Title id={titleId} className="font-serif text-lg leading-snug font-semibold">
        {title}
      </Title>
      <ProductDescription html={description} title={title} />
      <div className="mt-auto flex flex-col gap-3 pt-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-lg font-semibold">{priceText(product, money)}</span>
          {hasDigitalFile && purchaseStatus === null ? (
            <span className="inline-flex items-center gap-1.5 text-sm text-ink-quiet">
              <FileDown aria-hidden size={16} />
              Includes a download
            </span>
          ) : null}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <ProductAction product={product} checkout={checkout} />
        </div>
      </div>
    </article>
  )
}
