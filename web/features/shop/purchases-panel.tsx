import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { purchasePagesOf, purchasesQuery, refreshShop } from '#web/features/shop/queries.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { onDemand, onFirstOpen } from '#web/lib/on-demand.tsx'
import { useSending } from '#web/lib/use-sending.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const PaymentCheckDialog = onFirstOpen(
  () => import('#web/features/shop/payment-check.tsx'),
  'PaymentCheckDialog',
  ({ isOpen }) => isOpen,
)

/**
 * Loaded on demand, because most members have bought nothing and their first page should stay
 * light.
 */
const PurchaseRows = onDemand(
  () => import('#web/features/shop/purchase-rows.tsx'),
  'PurchaseRows',
  <LoadingRows />,
)

const BillingButton = onDemand(
  () => import('#web/features/shop/purchase-rows.tsx'),
  'BillingButton',
)

interface PurchasesProps {
  /** Starts at 1. */
  page: number
  onPageChange: (page: number) => void
}

/** The member's purchases, newest first, with their actions. */
export function PurchasesPanel({ page, onPageChange }: PurchasesProps): ReactElement {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(purchasesQuery(page))
  const search = useSearch({ strict: false })
  if (error && !data) return <QueryError query={{ error, isFetching, refetch }} />
  if (!data) return <LoadingRows />
  const pageCount = purchasePagesOf(data.total)
  if (data.items.length === 0 && page > pageCount) {
    const last = pageCount > 1 ? pageCount : undefined
    return (
      <Navigate
        to="."
        search={(search) => ({ ...search, purchases: last })}
        replace
        resetScroll={false}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {data.total === 0 ? (
        <NoPurchases />
      ) : (
        <PurchaseRows purchases={data} isOld={isPlaceholderData} />
      )}
      <Pagination
        address={{ name: 'purchases', search }}
        label="Pages of your purchases"
        page={page}
        pageCount={pageCount}
        onPageChange={onPageChange}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-3">
        <PaymentCheckButton variant="link" size="sm" />
        {data.items.some(({ hasBillingPage }) => hasBillingPage) ? <BillingButton /> : null}
      </div>
    </div>
  )
}

function NoPurchases(): ReactElement {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-ink-quiet">No purchases yet. Explore our products to get started!</p>
      <Button asChild variant="outline">
        <Link to="/resources">Explore our products</Link>
      </Button>
    </div>
  )
}

/** As high as one purchase. */
function LoadingRows(): ReactElement {
  return (
    <div role="status" aria-label="Loading your purchases" className="-my-4 divide-y divide-line">
      {['w-3/4', 'w-1/2'].map((width) => (
        <div key={width} className="flex gap-4 py-4">
          <Skeleton className="size-14 shrink-0" />
          <div className="flex grow flex-col gap-2">
            <Skeleton className={cn('h-6', width)} />
            <Skeleton className="h-5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** For members who have paid but don't see their purchase. */
export function PaymentCheckButton(look: Pick<ButtonProps, 'variant' | 'size'>): ReactElement {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const check = useSending({
    mutationFn: () => call(shopCalls.checkPayments, {}),
    onSuccess: () => refreshShop(client),
  })
  const handleOpen = (): void => {
    setIsOpen(true)
    check.mutate()
  }
  return (
    <>
      <Button {...look} onClick={handleOpen}>
        Missing a purchase?
      </Button>
      <PaymentCheckDialog check={check} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
