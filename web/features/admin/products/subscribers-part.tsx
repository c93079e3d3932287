import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Subscriber } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { BuyerAddress, DateCell } from '#web/features/admin/products/cells.tsx'
import { SUBSCRIBER_BADGES } from '#web/features/admin/products/product-labels.ts'
import { ORDERS_PER_PAGE, subscribersQuery } from '#web/features/admin/products/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { dayText } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The list of subscriptions. */
export function SubscribersPart(): ReactElement {
  const { page } = useAdminAddress()
  const subscribers = useQuery({ ...subscribersQuery(page), select: withIds })
  const columns = useColumns()
  return (
    <SectionCard
      title="Subscribers"
      description="Members with access come first. Opening this list is recorded in the audit log."
    >
      <DataTable
        list={subscribers}
        pageSize={ORDERS_PER_PAGE}
        noun="subscribers"
        columns={columns}
        narrow="card"
        entryHeight="h-16"
        empty={<EmptyState message="No subscribers yet" />}
      />
    </SectionCard>
  )
}

type Entry = Subscriber & { id: number }

function withIds({ items, total }: Page<Subscriber>): Page<Entry> {
  return { items: items.map((item) => ({ ...item, id: item.purchaseId })), total }
}

function useColumns(): Column<Entry>[] {
  const money = useMoney()
  const dates = useDates()
  return [
    {
      name: 'Email',
      width: '5fr',
      narrow: 'full',
      cell: ({ email }) => <BuyerAddress email={email} />,
    },
    {
      name: 'Product',
      width: '5fr',
      narrow: 'full',
      cell: ({ title, price }) => (
        <>
          {title}
          <span className="block text-sm text-ink-quiet">
            {priceText({ price, productType: 'subscription' }, money)}
          </span>
        </>
      ),
    },
    { name: 'Status', width: '4fr', cell: (subscriber) => <StatusCell {...subscriber} /> },
    { name: 'Since', width: '4fr', cell: ({ startedAt }) => <DateCell date={startedAt} /> },
    {
      name: 'Next payment',
      width: '4fr',
      narrow: 'full',
      cell: ({ nextPaymentAt }) => (nextPaymentAt ? dayText(nextPaymentAt, dates) : 'None'),
    },
    {
      name: 'Subscription',
      width: '4fr',
      narrow: 'full',
      cell: ({ subscriptionId }) => <span className="font-mono text-xs">{subscriptionId}</span>,
    },
  ]
}

function StatusCell({ state, accessUntil }: Subscriber): ReactElement {
  const dates = useDates()
  const badge = SUBSCRIBER_BADGES[state]
  return (
    <>
      <Badge variant={badge.variant}>{badge.label}</Badge>
      {state === 'active' && accessUntil ? null : (
        <span className="mt-1 block text-sm text-ink-quiet">
          {accessUntil ? `Access until ${dayText(accessUntil, dates)}` : 'No access'}
        </span>
      )}
    </>
  )
}
