import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AdminProduct } from '#contract/shop.ts'
import { OrderButton } from '#web/features/admin/products/order-button.tsx'
import { ProductEntry } from '#web/features/admin/products/product-entry.tsx'
import { adminProductsQuery } from '#web/features/admin/products/queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const gridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** All products, including unpublished ones, in the order that members see. */
export function ProductGrid(): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(adminProductsQuery)
  return (
    <section aria-labelledby="existing-products" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="existing-products">Existing Products</h2>
        {data && data.length > 1 ? <OrderButton products={data} /> : null}
      </div>
      <QueryError query={{ error, isFetching, refetch }} />
      {data ? <Entries products={data} /> : null}
      {data || error ? null : (
        <div role="status" aria-label="Loading products" className={gridClasses}>
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} className="h-112 rounded-xl" />
          ))}
        </div>
      )}
    </section>
  )
}

function Entries({ products }: { products: AdminProduct[] }): ReactElement {
  if (products.length === 0) {
    return <EmptyState message="No products yet. Add the first one." />
  }
  return (
    <ul className={gridClasses}>
      {products.map((product) => (
        <li key={product.id} className="min-w-0">
          <ProductEntry product={product} />
        </li>
      ))}
    </ul>
  )
}
