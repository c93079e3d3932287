import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Order } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import {
  BookColumns,
  BookDate,
  BookRow,
  BookValue,
  BuyerAddress,
} from '#web/features/admin/products/book-row.tsx'
import { ORDER_BADGES } from '#web/features/admin/products/product-labels.ts'
import { ORDERS_PER_PAGE, ordersQuery } from '#web/features/admin/products/queries.ts'
import { moneyText } from '#web/features/shop/shop-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const COLUMNS =
  'lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)]'
const NAMES = ['Email', 'Product', 'Date', 'Amount', 'Status', 'Payment'] as const

/** The payments, newest first. */
export function OrdersCard(): ReactElement {
  const { page } = useAdminAddress()
  const orders = useQuery(ordersQuery(page))
  return (
    <Card aria-labelledby="orders">
      <CardHeader>
        <CardTitle id="orders">Orders</CardTitle>
        <CardDescription className="max-w-prose">
          Every payment with the buyer’s email. Opening this list is recorded in the audit log.
        </CardDescription>
      </CardHeader>
      <BookColumns columns={COLUMNS} names={NAMES} />
      <PagedList
        list={orders}
        pageSize={ORDERS_PER_PAGE}
        noun="orders"
        entryHeight="h-16"
        className="lg:gap-0"
        empty={<EmptyState message="No orders yet" />}
        renderEntry={(order) => <OrderRow order={order} />}
      />
    </Card>
  )
}

function OrderRow({ order }: { order: Order }): ReactElement {
  const { email, title, amount, refunded, status, paidAt, paymentId } = order
  const look = ORDER_BADGES[status]
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
        {moneyText(amount)}
        {Number(refunded) > 0 ? (
          <span className="block text-sm text-ink-quiet">{moneyText(refunded)} refunded</span>
        ) : null}
      </BookValue>
      <BookValue name="Status">
        <Badge variant={look.variant}>{look.label}</Badge>
      </BookValue>
      <BookValue name="Payment" isLong>
        <span className="font-mono text-xs">{paymentId}</span>
      </BookValue>
    </BookRow>
  )
}
