import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Order, OrderFilter } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { DateRangeFilter, FilterRow, SearchFilter } from '#web/features/admin/kit/filters.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { BuyerAndProduct, DateCell, LineHead } from '#web/features/admin/products/cells.tsx'
import { ORDER_BADGES } from '#web/features/admin/products/product-labels.ts'
import {
  ORDERS_PER_PAGE,
  ordersFileUrl,
  ordersQuery,
  refreshBooks,
} from '#web/features/admin/products/queries.ts'
import { call } from '#web/lib/api.ts'
import { factorCalls, shopCalls } from '#web/lib/calls.gen.ts'
import { cn } from '#web/lib/cn.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import { useMoney } from '#web/lib/money.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The longest possible email address. */
const MAX_SEARCH = 254

const COLUMNS = 'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_7rem_5rem_7.5rem]'

/** The payments, newest first. */
export function OrdersCard(): ReactElement {
  const { page, q, from, to } = useAdminAddress()
  const filter: OrderFilter = { q: q || undefined, from, to }
  const orders = useQuery(ordersQuery({ page, ...filter }))
  const isFiltered = Boolean(q || from || to)
  return (
    <SectionCard title="Orders" isTitleAbove>
      <div className="mb-4">
        <FilterRow
          search={<SearchFilter label="Search orders" maxLength={MAX_SEARCH} />}
          count={[from, to].filter(Boolean).length}
        >
          <DateRangeFilter />
          <ExportLink filter={filter} />
        </FilterRow>
      </div>
      {orders.data?.items.length ? (
        <LineHead names={['Email', 'Product', 'Date', 'Amount', 'Status']} className={COLUMNS} />
      ) : null}
      <PagedList
        list={orders}
        pageSize={ORDERS_PER_PAGE}
        noun="orders"
        entryHeight="h-16"
        className="gap-0"
        renderEntry={(order) => <OrderRow order={order} />}
        empty={<EmptyState message={isFiltered ? 'No orders found' : 'No orders yet'} />}
      />
      <p className="mt-4 max-w-prose text-sm text-ink-quiet">
        Opening, searching and exporting this list is recorded in the audit log.
      </p>
    </SectionCard>
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

/** An order in a line, on a phone in three, that opens on what is rarely needed. */
function OrderRow({ order }: { order: Order }): ReactElement {
  const { email, title, paidAt, amount, refunded, status, paymentId, subscriptionId } = order
  const money = useMoney()
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
          <span className="max-lg:row-start-3 max-lg:text-sm max-lg:text-ink-quiet">
            <DateCell date={paidAt} />
          </span>
          <span className="text-right tabular-nums max-lg:col-start-2 max-lg:row-start-1">
            {money(amount)}
          </span>
          <span className="text-right max-lg:col-start-2 max-lg:row-start-3 lg:text-left">
            <Badge variant={ORDER_BADGES[status].variant}>{ORDER_BADGES[status].label}</Badge>
          </span>
        </span>
      }
    >
      <dl className="mb-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {Number(refunded) > 0 ? <Fact name="Refunded">{money(refunded)}</Fact> : null}
        <Fact name="Payment number">{paymentId}</Fact>
        {subscriptionId ? <Fact name="Subscription number">{subscriptionId}</Fact> : null}
      </dl>
      <RefundButton order={order} />
    </Disclosure>
  )
}

/** Refunds what is left of a payment. Renders nothing if it can't be refunded. */
function RefundButton({ order }: { order: Order }): ReactElement | null {
  const { id, title, email, refund } = order
  const money = useMoney()
  const [endsSubscription, setEndsSubscription] = useState(true)
  const refunding = useAction({
    call: () =>
      call(shopCalls.refundOrder, {
        params: { id },
        body: { endsSubscription: refund?.isSubscribed === true && endsSubscription },
      }),
    done: ({ refunded }) => ({
      title: 'Refunded',
      description: `${money(refunded)} for “${isolated(title)}”`,
    }),
    failed: 'Failed to refund',
    refresh: refreshBooks,
  })
  if (!refund) return null
  const amount = money(refund.amount)
  return (
    <ActionButton
      label="Refund"
      aria-label={`Refund ${amount}: ${title}, ${email ?? 'deleted account'}`}
      action={refunding}
      confirm={{
        title: `Refund ${amount}?`,
        description: effectText(refund, email !== null),
        confirmLabel: `Refund ${amount}`,
        isDestructive: true,
      }}
      onAsk={() => setEndsSubscription(true)}
    >
      {refund.isSubscribed ? (
        <>
          <Checkbox
            label="Also end the subscription now"
            checked={endsSubscription}
            onChange={({ target }) => setEndsSubscription(target.checked)}
          />
          {endsSubscription ? null : (
            <p className="text-sm text-ink-quiet">
              The subscription continues. Its next payment gives access again.
            </p>
          )}
        </>
      ) : null}
    </ActionButton>
  )
}
/** The effect of the refund on the buyer. */
function effectText(refund: NonNullable<Order['refund']>, hasAccount: boolean): string {
  if (!hasAccount) return 'The buyer’s account was deleted. The money goes back to the buyer.'
  const access = refund.endsAccess
    ? 'The buyer loses access and downloads right away.'
    : 'The buyer’s access stays as it is.'
  return `The money goes back to the buyer, who gets an email. ${access} You can’t undo this.`
}
