import type { ReactElement } from 'react'
import { AddProductCard } from '#web/features/admin/products/add-product-card.tsx'
import { ProductGrid } from '#web/features/admin/products/product-grid.tsx'

/** Adds products, and shows those that there are. */
export function ProductsPart(): ReactElement {
  return (
    <div className="flex flex-col gap-10">
      <AddProductCard />
      <ProductGrid />
    </div>
  )
}
