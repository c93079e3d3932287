import { type ReactElement, useId } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { EditButton } from '#web/features/admin/products/edit-button.tsx'
import { holdersText, TYPE_LABELS } from '#web/features/admin/products/product-labels.ts'
import { PublishButton } from '#web/features/admin/products/publish-button.tsx'
import { StoredFileLink } from '#web/features/admin/products/stored-file-link.tsx'
import { ProductCover } from '#web/features/shop/product-cover.tsx'
import { ProductDescription } from '#web/features/shop/product-description.tsx'
import { ProductImage } from '#web/features/shop/product-image.tsx'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { useMoney } from '#web/lib/money.ts'
import { Badge } from '#web/ui/badge.tsx'

/** A product card with its edit and publish buttons. */
export function ProductEntry({ product }: { product: AdminProduct }): ReactElement {
  const { title, description, imageUrl, displayOrder, isMembership, isDeleted } = product
  const titleId = useId()
  const money = useMoney()
  const holders = holdersText(product)
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4"
    >
      <ProductImage src={imageUrl} cover={<ProductCover productId={product.id} />} />
      <p className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-quiet">
        <span className="mr-auto">Order: {displayOrder}</span>
        {isMembership ? <Badge>Membership</Badge> : null}
        {isDeleted ? <Badge variant="neutral">Unpublished</Badge> : null}
      </p>
      <h3 id={titleId} className="text-lg leading-snug">
        {title}
      </h3>
      <ProductDescription html={description} title={title} />
      <div className="mt-auto flex flex-col gap-1 pt-1">
        <p className="text-lg font-semibold">{priceText(product, money)}</p>
        <p className="text-sm text-ink-quiet">
          {TYPE_LABELS[product.productType]}
          {holders ? ` · ${holders}` : ''}
        </p>
        <StoredFileLink product={product} />
        <div className="mt-2 flex flex-wrap gap-3">
          <EditButton product={product} />
          <PublishButton product={product} />
        </div>
      </div>
    </article>
  )
}
