import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { isolated } from '#contract/direction.ts'
import type { Order, OrderFilter } from '#contract/shop.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { DateRangeFilter, FilterRow, SearchFilter } from '#web/features/admin/kit/filters.tsx'
import { BuyerAddress, DateCell, MoneyCell } from '#web/features/admin/products/cells.tsx'
import { ORDER_BADGES } from '#web/features/admin/products/product-labels.ts'
import {
  ORDERS_PER_PAGE,
  ordersFileUrl,
  ordersQuery,
  refreshBooks,
} from '#web/features/admin/products/queries.ts'
import { call } from '#web/lib/api.ts'
import { factorCalls, shopCalls } from '#web/lib/calls.gen.ts'
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

const COLUMNS: readonly Column<Order>[] = [
  {
    name: 'Email',
    width: '7fr',
    narrow: 'full',
    cell: ({ email }) => <BuyerAddress email={email} />,
  },
  { name: 'Product', width: '4fr', narrow: 'full', cell: ({ title }) => title },
  { name: 'Date', width: '4fr', cell: ({ paidAt }) => <DateCell date={paidAt} /> },
  { name: 'Amount', width: '3fr', cell: (order) => <MoneyCell {...order} /> },
  {
    name: 'Status',
    width: '3fr',
    cell: ({ status }) => (
      <Badge variant={ORDER_BADGES[status].variant}>{ORDER_BADGES[status].label}</Badge>
    ),
  },
  {
    name: 'Payment',
    width: '3fr',
    narrow: 'full',
    cell: (order) => (
      <>
        <RefundButton order={order} />
        <ProviderDetails order={order} />
      </>
    ),
  },
]

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
      <DataTable
        list={orders}
        pageSize={ORDERS_PER_PAGE}
        noun="orders"
        columns={COLUMNS}
        narrow="card"
        entryHeight="h-16"
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
