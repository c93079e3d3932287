import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Subscriber } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { BuyerAddress, DateCell } from '#web/features/admin/products/cells.tsx'
import { SUBSCRIBER_BADGES } from '#web/features/admin/products/product-labels.ts'
import { ORDERS_PER_PAGE, subscribersQuery } from '#web/features/admin/products/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { dayText } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The list of subscriptions. */
export function SubscribersPart(): ReactElement {
  const { page } = useAdminAddress()
  const subscribers = useQuery({ ...subscribersQuery(page), select: withIds })
  const columns = useColumns()
  return (
    <SectionCard title="Subscribers" isTitleAbove>
      <DataTable
        list={subscribers}
        pageSize={ORDERS_PER_PAGE}
        noun="subscribers"
        columns={columns}
        narrow="card"
        entryHeight="h-16"
        empty={<EmptyState message="No subscribers yet" />}
      />
      <p className="mt-4 max-w-prose text-sm text-ink-quiet">
        Members with access come first. Opening this list is recorded in the audit log.
      </p>
    </SectionCard>
  )
}

type Entry = Subscriber & { id: number }

function withIds({ items, total }: Page<Subscriber>): Page<Entry> {
  return { items: items.map((item) => ({ ...item, id: item.purchaseId })), total }
}

function useColumns(): Column<Entry>[] {
  const money = useMoney()
  return [
    {
      name: 'Email',
      width: '6fr',
      narrow: 'full',
      cell: ({ email }) => <BuyerAddress email={email} />,
    },
    {
      name: 'Product',
      width: '6fr',
      narrow: 'full',
      cell: ({ title, price }) => (
        <>
          <bdi>{title}</bdi>
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
      cell: ({ nextPaymentAt }) => (nextPaymentAt ? <DateCell date={nextPaymentAt} /> : 'None'),
    },
    {
      name: '',
      width: '10rem',
      narrow: 'full',
      cell: (subscriber) => <SubscriberActions subscriber={subscriber} />,
    },
  ]
}

/** Ends the subscription, or opens its payments, which can be refunded there. */
function SubscriberActions({ subscriber }: { subscriber: Entry }): ReactElement {
  const { id, email, title, subscriptionId, state, accessUntil } = subscriber
  const dates = useDates()
  const entry = `${title}, ${email ?? 'deleted account'}`
  const ending = useAction({
    call: () => call(shopCalls.endSubscription, { params: { id } }),
    done: { title: 'Subscription ends', description: title },
    failed: 'Failed to end the subscription',
    refresh: (client) => client.invalidateQueries({ queryKey: [shopCalls.listSubscribers.path] }),
  })
  return (
    <span className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" asChild>
        <Link to="/admin/orders" search={{ q: subscriptionId }} aria-label={`Payments: ${entry}`}>
          Payments
        </Link>
      </Button>
      {state === 'active' || state === 'past_due' ? (
        <ActionButton
          label="End subscription"
          entry={entry}
          action={ending}
          confirm={{
            title: 'End this subscription?',
            description: `No further payment is taken. ${
              accessUntil
                ? `The member keeps access until ${dayText(accessUntil, dates)}.`
                : 'The member keeps access for the time they paid for.'
            } To give money back as well, open the payments.`,
            confirmLabel: 'End subscription',
            isDestructive: true,
          }}
        />
      ) : null}
    </span>
  )
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
