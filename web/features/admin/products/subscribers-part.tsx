import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Subscriber } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { BuyerAndProduct, DateCell, LineHead } from '#web/features/admin/products/cells.tsx'
import { SUBSCRIBER_BADGES } from '#web/features/admin/products/product-labels.ts'
import {
  healthQuery,
  ORDERS_PER_PAGE,
  subscribersQuery,
} from '#web/features/admin/products/queries.ts'
import { TestPaymentsNotice } from '#web/features/admin/products/test-payments-notice.tsx'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { call } from '#web/lib/api.ts'
import { shopCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { dayText, formatDate } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Not the subscriptions, since each reading of them is recorded. */
export async function loadSubscribers({ client }: AdminLoad): Promise<void> {
  await prefetch(client, healthQuery)
}

const COLUMNS = 'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_12.5rem_8rem]'

/** The list of subscriptions. */
export function SubscribersPart(): ReactElement {
  const { page } = useAdminAddress()
  const subscribers = useQuery({ ...subscribersQuery(page), select: withIds })
  return (
    <div className="flex flex-col gap-6">
      <TestPaymentsNotice />
      <SectionCard title="Subscribers" isTitleAbove>
        {subscribers.data?.items.length ? (
          <LineHead names={['Email', 'Product', 'Access', 'Status']} className={COLUMNS} />
        ) : null}
        <PagedList
          list={subscribers}
          pageSize={ORDERS_PER_PAGE}
          noun="subscribers"
          entryHeight="h-16"
          className="gap-0"
          renderEntry={(subscriber) => <SubscriberRow subscriber={subscriber} />}
          empty={<EmptyState message="No subscribers yet" />}
        />
        <p className="mt-4 max-w-prose text-sm text-ink-quiet">
          Members with access come first. Opening this list is recorded in the audit log.
        </p>
      </SectionCard>
    </div>
  )
}

type Entry = Subscriber & { id: number }

function withIds({ items, total }: Page<Subscriber>): Page<Entry> {
  return { items: items.map((item) => ({ ...item, id: item.purchaseId })), total }
}

/** A subscription in a line, on a phone in three, that opens on what can be done about it. */
function SubscriberRow({ subscriber }: { subscriber: Entry }): ReactElement {
  const { email, title, price, state, startedAt, nextPaymentAt } = subscriber
  const money = useMoney()
  const badge = SUBSCRIBER_BADGES[state]
  const access = useAccessWords(subscriber)
  return (
    <Disclosure
      summary={
        <span
          className={cn(
            'grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 font-normal',
            COLUMNS,
          )}
        >
          <BuyerAndProduct email={email} title={title} />
          <span className="text-sm text-ink-quiet max-lg:col-span-2 max-lg:row-start-3">
            {access}
          </span>
          <span>
            <Badge variant={badge.variant}>{badge.label}</Badge>
          </span>
        </span>
      }
    >
      <dl className="mb-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact name="Price">{priceText({ price, productType: 'subscription' }, money)}</Fact>
        <Fact name="Since">
          <DateCell date={startedAt} />
        </Fact>
        {nextPaymentAt && state !== 'active' ? (
          <Fact name="Next payment">
            <DateCell date={nextPaymentAt} />
          </Fact>
        ) : null}
      </dl>
      <SubscriberActions subscriber={subscriber} />
    </Disclosure>
  )
}

function useAccessWords({ state, accessUntil, nextPaymentAt }: Subscriber): string {
  const dates = useDates()
  // Short enough for one line of its column.
  const day = (date: string): string => formatDate(new Date(date), dates, { dateStyle: 'medium' })
  if (state === 'active' && nextPaymentAt) return `Renews ${day(nextPaymentAt)}`
  return accessUntil ? `Access until ${day(accessUntil)}` : 'No access'
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
