import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, FileDown } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import type { Product } from '#contract/shop.ts'
import { DownloadLink } from '#web/features/shop/download-link.tsx'
import { ProductCover } from '#web/features/shop/product-cover.tsx'
import { ProductDescription } from '#web/features/shop/product-description.tsx'
import { ProductImage } from '#web/features/shop/product-image.tsx'
import { productsQuery } from '#web/features/shop/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { type CheckoutStart, checkoutError, useCheckout } from '#web/features/shop/use-checkout.ts'
import { useResume } from '#web/features/shop/use-subscription-actions.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { useMoney } from '#web/lib/money.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

/** Reads the products. */
export function loadResources({ client }: MemberLoad): Promise<void> {
  return prefetch(client, productsQuery)
}

/** The products on their own page; the Faith Action tab shows the same list. */
export function ResourcesPage(): ReactElement {
  return (
    <section aria-labelledby="resources-title" className="flex flex-col gap-6">
      <h1 id="resources-title">Resources For Your Journey</h1>
      <Resources titleLevel={2} />
    </section>
  )
}

const gridClasses = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** The products of the Faith Action tab (member document, section 2). */
export function ResourcesPanel(): ReactElement {
  return (
    <section aria-labelledby="resources-title" className="flex flex-col gap-4">
      <h2 id="resources-title" className="text-xl">
        Resources For Your Journey
      </h2>
      <Resources titleLevel={3} />
    </section>
  )
}

interface ResourcesProps {
  /** The level of each product's heading. */
  titleLevel: 2 | 3
}

/** Products for sale, with a mark on those that the member has bought. */
function Resources({ titleLevel }: ResourcesProps): ReactElement {
  const products = useQuery(productsQuery)
  return (
    <Loaded
      query={products}
      label="Loading resources"
      rows={['h-96 rounded-xl', 'h-96 rounded-xl', 'h-96 rounded-xl']}
      className={gridClasses}
    >
      {(data) => <ProductGrid products={data} titleLevel={titleLevel} />}
    </Loaded>
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

interface ProductCardProps {
  product: Product
  checkout: CheckoutStart
  titleLevel: 2 | 3
}

function ProductCard({ product, checkout, titleLevel }: ProductCardProps): ReactElement {
  const { title, description, imageUrl } = product
  const money = useMoney()
  const titleId = useId()
  const Title = `h${titleLevel}` as const
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4"
    >
      {/* On a phone, the price is in the first screen. */}
      <ProductImage
        src={imageUrl}
        cover={<ProductCover productId={product.id} />}
        className="max-sm:aspect-[5/2]"
      />
      <div>
        <Title id={titleId} dir="auto" className="text-base leading-snug font-semibold">
          {title}
        </Title>
        <div className="mt-1 flex min-h-8 flex-wrap items-center justify-between gap-x-3">
          <p className="text-lg font-semibold">{priceText(product, money)}</p>
          <ProductState product={product} />
        </div>
      </div>
      <ProductDescription html={description} title={title} />
      <div className="mt-auto flex flex-wrap items-center gap-3 pt-1 empty:hidden">
        <ProductAction product={product} checkout={checkout} />
      </div>
    </article>
  )
}

/** Whether the member owns the product, and whether it includes a download. */
function ProductState({ product }: { product: Product }): ReactElement | null {
  const { purchaseStatus, hasDigitalFile, productType } = product
  if (purchaseStatus === 'on_hold') return <Badge variant="gold">On hold</Badge>
  if (purchaseStatus === null) {
    if (!hasDigitalFile) return null
    return (
      <p className="inline-flex items-center gap-1.5 text-sm text-ink-quiet">
        <FileDown aria-hidden size={16} />
        Includes a download
      </p>
    )
  }
  if (purchaseStatus === 'canceled') return null
  return (
    <Badge>
      <Check aria-hidden size={16} />
      {productType === 'subscription' ? 'Subscribed' : 'Owned'}
    </Badge>
  )
}

interface ProductActionProps {
  product: Product
  checkout: CheckoutStart
}

/** A member's choices for a product: buy it, or use what they bought. */
function ProductAction({ product, checkout }: ProductActionProps): ReactElement | null {
  const { purchaseStatus, purchaseId, hasDigitalFile, isMembership, title } = product
  if (purchaseStatus === null) return <BuyButton product={product} checkout={checkout} />
  if (purchaseId === null) return null
  return (
    <>
      {hasDigitalFile ? <DownloadLink purchaseId={purchaseId} title={title} /> : null}
      {isMembership ? (
        <Button asChild variant="outline">
          <Link to="/live" aria-label={`Open: ${title}`}>
            Open
          </Link>
        </Button>
      ) : null}
      {purchaseStatus === 'canceled' ? (
        <ResumeButton purchaseId={purchaseId} title={title} />
      ) : null}
    </>
  )
}

function BuyButton({ product, checkout }: ProductActionProps): ReactElement {
  const { pendingId } = checkout
  const label = product.productType === 'subscription' ? 'Subscribe' : 'Buy'
  return (
    <Button
      variant="outline"
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
      busy={resume.isPending}
      aria-label={`Renew: ${title}`}
      onClick={() => resume.run(purchaseId)}
    >
      Renew
    </Button>
  )
}
