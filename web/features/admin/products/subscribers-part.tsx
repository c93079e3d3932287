import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Subscriber } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ColumnNames } from '#web/features/admin/column-names.tsx'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import {
  BookDate,
  BookRow,
  BookValue,
  BuyerAddress,
} from '#web/features/admin/products/book-row.tsx'
import { SUBSCRIBER_BADGES } from '#web/features/admin/products/product-labels.ts'
import { ORDERS_PER_PAGE, subscribersQuery } from '#web/features/admin/products/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { dayText } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const COLUMNS =
  'lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)]'
const NAMES = ['Email', 'Product', 'Status', 'Since', 'Next payment', 'Subscription'] as const

/** The list of subscriptions. */
export function SubscribersPart(): ReactElement {
  const { page } = useAdminAddress()
  const subscribers = useQuery({ ...subscribersQuery(page), select: withIds })
  return (
    <Card aria-labelledby="subscribers">
      <CardHeader>
        <CardTitle id="subscribers">Subscribers</CardTitle>
        <CardDescription className="max-w-prose">
          Members with access come first. Opening this list is recorded in the audit log.
        </CardDescription>
      </CardHeader>
      <ColumnNames columns={COLUMNS} names={NAMES} />
      <PagedList
        list={subscribers}
        pageSize={ORDERS_PER_PAGE}
        noun="subscribers"
        entryHeight="h-16"
        className="lg:gap-0"
        empty={<EmptyState message="No subscribers yet" />}
        renderEntry={(subscriber) => <SubscriberRow subscriber={subscriber} />}
      />
    </Card>
  )
}

type Entry = Subscriber & { id: number }

function withIds({ items, total }: Page<Subscriber>): Page<Entry> {
  return { items: items.map((item) => ({ ...item, id: item.purchaseId })), total }
}

function SubscriberRow({ subscriber }: { subscriber: Subscriber }): ReactElement {
  const { email, title, price, state, startedAt, accessUntil, subscriptionId } = subscriber
  const badge = SUBSCRIBER_BADGES[state]
  const money = useMoney()
  const dates = useDates()
  return (
    <BookRow columns={COLUMNS}>
      <BookValue name="Email" isLong>
        <BuyerAddress email={email} />
      </BookValue>
      <BookValue name="Product" isLong>
        {title}
        <span className="block text-sm text-ink-quiet">
          {priceText({ price, productType: 'subscription' }, money)}
        </span>
      </BookValue>
      <BookValue name="Status">
        <Badge variant={badge.variant}>{badge.label}</Badge>
        {state === 'active' && accessUntil ? null : (
          <span className="mt-1 block text-sm text-ink-quiet">
            {accessUntil ? `Access until ${dayText(accessUntil, dates)}` : 'No access'}
          </span>
        )}
      </BookValue>
      <BookValue name="Since">
        <BookDate date={startedAt} />
      </BookValue>
      <BookValue name="Next payment" isLong>
        {subscriber.nextPaymentAt ? dayText(subscriber.nextPaymentAt, dates) : 'None'}
      </BookValue>
      <BookValue name="Subscription" isLong>
        <span className="font-mono text-xs">{subscriptionId}</span>
      </BookValue>
    </BookRow>
  )
}
