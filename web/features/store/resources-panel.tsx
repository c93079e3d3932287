import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Product } from '#contract/store.ts'
import { ProductCard } from '#web/features/store/product-card.tsx'
import { productsQuery } from '#web/features/store/queries.ts'
import { checkoutError, useCheckout } from '#web/features/store/use-checkout.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const gridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** What is for sale (member document, section 2). */
export function ResourcesPanel(): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(productsQuery)
  return (
    <section aria-labelledby="resources-title" className="flex flex-col gap-4">
      <h3 id="resources-title" className="text-xl">
        Resources For Your Journey
      </h3>
      {data ? (
        <Shelf products={data} />
      ) : error ? (
        <ErrorState
          message={sentenceOf(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <LoadingShelf />
      )}
    </section>
  )
}

function Shelf({ products }: { products: Product[] }): ReactElement {
  const checkout = useCheckout(checkoutError)
  const forSale = products.filter(({ isDeleted }) => !isDeleted)
  if (forSale.length === 0) {
    return (
      <EmptyState message="There is nothing here yet. Resources will come in their own time." />
    )
  }
  return (
    <ul className={gridClasses}>
      {forSale.map((product) => (
        <li key={product.id} className="min-w-0">
          <ProductCard product={product} checkout={checkout} />
        </li>
      ))}
    </ul>
  )
}

function LoadingShelf(): ReactElement {
  return (
    <div role="status" aria-label="Loading resources" className={gridClasses}>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-96 rounded-xl" />
      ))}
    </div>
  )
}
