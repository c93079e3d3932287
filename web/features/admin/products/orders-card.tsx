import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Order, OrderFilter } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ColumnNames } from '#web/features/admin/column-names.tsx'
import { DateRangeFields } from '#web/features/admin/date-range-fields.tsx'
import { FilterField } from '#web/features/admin/filter-field.tsx'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import {
  BookDate,
  BookRow,
  BookValue,
  BuyerAddress,
} from '#web/features/admin/products/book-row.tsx'
import { ORDER_BADGES } from '#web/features/admin/products/product-labels.ts'
import {
  ORDERS_PER_PAGE,
  ordersFileUrl,
  ordersQuery,
} from '#web/features/admin/products/queries.ts'
import { RefundButton } from '#web/features/admin/products/refund-button.tsx'
import { call } from '#web/lib/api.ts'
import { factorCalls } from '#web/lib/calls.gen.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { useMoney } from '#web/lib/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const COLUMNS =
  'lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,3fr)]'
const NAMES = ['Email', 'Product', 'Date', 'Amount', 'Status', 'Payment'] as const
/** The longest possible email address. */
const MAX_SEARCH = 254

/** The payments, newest first. */
export function OrdersCard(): ReactElement {
  const { page, q, from, to, searchFor } = useAdminAddress()
  const filter: OrderFilter = { q: q || undefined, from, to }
  const orders = useQuery(ordersQuery({ page, ...filter }))
  const isFiltered = Boolean(q || from || to)
  return (
    <Card aria-labelledby="orders">
      <CardHeader>
        <CardTitle id="orders">Orders</CardTitle>
        <CardDescription className="max-w-prose">
          Every payment with the buyer’s email. Opening, searching and exporting this list is
          recorded in the audit log.
        </CardDescription>
      </CardHeader>
      <div className="mb-6 flex flex-col gap-4">
        <FilterField
          label="Search orders"
          help="Email, product or payment ID"
          value={q}
          maxLength={MAX_SEARCH}
          onFilter={searchFor}
        />
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <DateRangeFields />
          <ExportLink filter={filter} />
        </div>
      </div>
      <ColumnNames columns={COLUMNS} names={NAMES} />
      <PagedList
        list={orders}
        pageSize={ORDERS_PER_PAGE}
        noun="orders"
        entryHeight="h-16"
        className="lg:gap-0"
        empty={<EmptyState message={isFiltered ? 'No orders found' : 'No orders yet'} />}
        renderEntry={(order) => <OrderRow order={order} />}
      />
    </Card>
  )
}

/** Asks for step-up authentication before the download. */
function ExportLink({ filter }: { filter: OrderFilter }): ReactElement {
  return (
    <DownloadAnchor
      href={ordersFileUrl(filter)}
      before={() => call(factorCalls.checkStepUp, {})}
      className={buttonVariants({ variant: 'outline' })}
    >
      <Download aria-hidden size={18} />
      Export as CSV
    </DownloadAnchor>
  )
}

function OrderRow({ order }: { order: Order }): ReactElement {
  const { email, title, amount, refunded, status, paidAt } = order
  const badge = ORDER_BADGES[status]
  const money = useMoney()
  return (
    <BookRow columns={COLUMNS}>
      <BookValue name="Email" isLong>
        <BuyerAddress email={email} />
      </BookValue>
      <BookValue name="Product" isLong>
        {title}
      </BookValue>
      <BookValue name="Date">
        <BookDate date={paidAt} />
      </BookValue>
      <BookValue name="Amount">
        {money(amount)}
        {Number(refunded) > 0 ? (
          <span className="block text-sm text-ink-quiet">{money(refunded)} refunded</span>
        ) : null}
      </BookValue>
      <BookValue name="Status">
        <Badge variant={badge.variant}>{badge.label}</Badge>
      </BookValue>
      <BookValue name="Payment" isLong>
        <RefundButton order={order} />
        <ProviderDetails order={order} />
      </BookValue>
    </BookRow>
  )
}

/** The ids under which the payment is found at the provider. */
function ProviderDetails({ order }: { order: Order }): ReactElement {
  const { paymentId, subscriptionId } = order
  return (
    <Disclosure summary="Details" className="border-b-0 text-sm">
      <p className="flex flex-col gap-1">
        <span className="text-ink-quiet">Payment</span>
        <span className="font-mono text-xs">{paymentId}</span>
        {subscriptionId ? (
          <>
            <span className="text-ink-quiet">Subscription</span>
            <span className="font-mono text-xs">{subscriptionId}</span>
          </>
        ) : null}
      </p>
    </Disclosure>
  )
}
