import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Product } from '#contract/shop.ts'
import { ProductCard } from '#web/features/shop/product-card.tsx'
import { productsQuery } from '#web/features/shop/queries.ts'
import { checkoutError, useCheckout } from '#web/features/shop/use-checkout.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'

const gridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** The products of the Faith Action tab (member document, section 2). */
export function ResourcesPanel(): ReactElement {
  return (
    <section aria-labelledby="resources-title" className="flex flex-col gap-4">
      <h3 id="resources-title" className="text-xl">
        Resources For Your Journey
      </h3>
      <Resources titleLevel={4} />
    </section>
  )
}

interface ResourcesProps {
  /** The level of each product's heading. */
  titleLevel: 2 | 4
}

/** Products for sale, with a mark on those that the member has bought. */
export function Resources({ titleLevel }: ResourcesProps): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(productsQuery)
  if (data) return <ProductGrid products={data} titleLevel={titleLevel} />
  return (
    <QuerySkeletons
      query={{ error, isFetching, refetch }}
      label="Loading resources"
      rows={['h-96 rounded-xl', 'h-96 rounded-xl', 'h-96 rounded-xl']}
      className={gridClasses}
    />
  )
}

function ProductGrid(props: ResourcesProps & { products: Product[] }): ReactElement {
  const { products, titleLevel } = props
  const checkout = useCheckout(checkoutError)
  const shown = ownedFirst(products.filter(({ isDeleted }) => !isDeleted))
  if (shown.length === 0) {
    return <EmptyState message="There are no resources yet. Please check back soon." />
  }
  return (
    <ul className={gridClasses}>
      {shown.map((product) => (
        <li key={product.id} className="min-w-0">
          <ProductCard product={product} checkout={checkout} titleLevel={titleLevel} />
        </li>
      ))}
    </ul>
  )
}

/** Owned products first, then the rest, both in the shop's order. */
function ownedFirst(products: Product[]): Product[] {
  const isOwned = ({ purchaseId }: Product): boolean => purchaseId !== null
  return [...products.filter(isOwned), ...products.filter((product) => !isOwned(product))]
}
