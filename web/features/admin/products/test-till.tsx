import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { TillRecord } from '#contract/till.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { BuyerAddress, DateCell } from '#web/features/admin/products/cells.tsx'
import { ORDERS_PER_PAGE, tillRecordsQuery } from '#web/features/admin/products/queries.ts'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { call } from '#web/lib/api.ts'
import { tillCalls } from '#web/lib/calls.gen.ts'
import { dayText } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const COLUMNS: readonly Column<TillRecord>[] = [
  { name: 'Product', width: '5fr', narrow: 'full', cell: (record) => <ProductCell {...record} /> },
  {
    name: 'Email',
    width: '5fr',
    narrow: 'full',
    cell: ({ email }) => <BuyerAddress email={email} />,
  },
  { name: 'Date', width: '3fr', cell: ({ createdAt }) => <DateCell date={createdAt} /> },
  { name: 'Status', width: '5fr', cell: (record) => <StatusCell {...record} /> },
  { name: '', width: '9rem', narrow: 'full', cell: (record) => <FailButton {...record} /> },
]

/** Subscriptions and payments at the test till, whose renewals can be made to fail. */
export function TestTill(): ReactElement {
  const { page } = useAdminAddress()
  const records = useQuery(tillRecordsQuery(page))
  return (
    <SectionCard
      title="Test payments"
      isTitleAbove
      description="No payment service is connected, so every purchase is a test that charges nobody. Here you can try what happens when a renewal fails."
    >
      <DataTable
        list={records}
        pageSize={ORDERS_PER_PAGE}
        noun="payments"
        columns={COLUMNS}
        narrow="entry"
        entryHeight="h-16"
        empty={<EmptyState message="No test payments yet" />}
      />
    </SectionCard>
  )
}

function ProductCell({ title, amount: price, productType }: TillRecord): ReactElement {
  const money = useMoney()
  return (
    <>
      <bdi>{title}</bdi>
      <span className="block text-sm text-ink-quiet">
        {priceText({ price, productType }, money)}
      </span>
    </>
  )
}

function StatusCell({ state, periodEnd }: TillRecord): ReactElement {
  const dates = useDates()
  return (
    <>
      <Badge variant="neutral" className="capitalize">
        {state}
      </Badge>
      {periodEnd ? (
        <span className="mt-1 block text-sm text-ink-quiet">
          Paid until {dayText(periodEnd, dates)}
        </span>
      ) : null}
    </>
  )
}

function FailButton({ id, title, canFailRenewal }: TillRecord): ReactElement | null {
  const failing = useAction({
    call: () => call(tillCalls.failRenewal, { params: { id } }),
    done: { title: 'Simulated a failed renewal', description: title },
    failed: 'Failed to simulate a failed renewal',
    refresh: (client) => client.invalidateQueries({ queryKey: [tillCalls.listRecords.path] }),
  })
  if (!canFailRenewal) return null
  return (
    <ActionButton
      label="Simulate a failed renewal"
      entry={`${title}, number ${id}`}
      action={failing}
    />
  )
}
