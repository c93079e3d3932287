import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { isolated } from '#contract/direction.ts'
import type { AdminProduct } from '#contract/shop.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { FROM_LIST } from '#web/features/admin/kit/entry-page.tsx'
import { StoredFileLink } from '#web/features/admin/products/product-files.tsx'
import {
  failureToast,
  holdersText,
  publishWarning,
  TYPE_LABELS,
  unpublishWarning,
} from '#web/features/admin/products/product-labels.ts'
import { OrderButton } from '#web/features/admin/products/product-order.tsx'
import { ProductDraft, productDraftKey } from '#web/features/admin/products/product-values.ts'
import {
  adminProductsQuery,
  healthQuery,
  refreshProducts,
  showProduct,
} from '#web/features/admin/products/queries.ts'
import { TestPaymentsNotice } from '#web/features/admin/products/test-payments-notice.tsx'
import { ProductCover } from '#web/features/shop/product-cover.tsx'
import { ProductDescription } from '#web/features/shop/product-description.tsx'
import { ProductImage } from '#web/features/shop/product-image.tsx'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { readDraft } from '#web/lib/drafts.ts'
import { useMoney } from '#web/lib/money.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useIsHydrated } from '#web/lib/use-stored-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export async function loadProducts({ client }: AdminLoad): Promise<void> {
  await Promise.all([prefetch(client, adminProductsQuery), prefetch(client, healthQuery)])
}

/** Lists the products, with a link to the form of a new one. */
export function ProductList(): ReactElement {
  const memberId = useMember().id
  const isHydrated = useIsHydrated()
  const hasDraft = isHydrated && readDraft(productDraftKey(memberId), ProductDraft) !== undefined
  return (
    <div className="flex flex-col gap-8">
      <TestPaymentsNotice />
      <Button className="self-start" asChild>
        <Link to="/admin/products/new" state={FROM_LIST}>
          <Plus aria-hidden size={20} />
          {hasDraft ? 'Continue new product' : 'New product'}
        </Link>
      </Button>
      <ProductGrid />
    </div>
  )
}

const gridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** All products, including unpublished ones, in the order that members see. */
function ProductGrid(): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(adminProductsQuery)
  return (
    <section aria-labelledby="existing-products" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="existing-products" className="text-xl">
          Existing Products
        </h2>
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

/** A product card with its edit and publish buttons. */
function ProductEntry({ product }: { product: AdminProduct }): ReactElement {
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
      <h3 id={titleId} dir="auto" className="text-lg leading-snug">
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
          <Button variant="outline" size="sm" asChild>
            <Link
              to="/admin/products/$productId"
              params={{ productId: String(product.id) }}
              state={FROM_LIST}
              aria-label={`Edit: ${title}`}
            >
              Edit
            </Link>
          </Button>
          <PublishButton product={product} />
        </div>
      </div>
    </article>
  )
}

/** Publishes or unpublishes a product. Asks first if that affects members or the product is free. */
function PublishButton({ product }: { product: AdminProduct }): ReactElement {
  const { id, title, isDeleted } = product
  const client = useQueryClient()
  const toggling = useAction({
    // Refused if another administrator was faster.
    call: () => call(shopCalls.togglePublish, { params: { id }, body: { isDeleted: !isDeleted } }),
    onStart: () => showProduct(client, { ...product, isDeleted: !isDeleted }),
    onDone: (saved) => showProduct(client, saved),
    onFailed: () => showProduct(client, product),
    done: (saved) => `Product ${saved.isDeleted ? 'unpublished' : 'published'} successfully`,
    failed: (error) => failureToast(error, 'toggle'),
    refresh: refreshProducts,
  })
  const label = isDeleted ? 'Publish' : 'Unpublish'
  const warning = isDeleted ? publishWarning(product) : unpublishWarning(product)
  return (
    <ActionButton
      label={label}
      entry={title}
      action={toggling}
      confirm={
        warning ? { title: `${label} “${isolated(title)}”?`, description: warning } : undefined
      }
    />
  )
}
