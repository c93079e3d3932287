import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { TillRecord } from '#contract/till.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { BuyerAddress, DateCell } from '#web/features/admin/products/cells.tsx'
import {
  healthQuery,
  ORDERS_PER_PAGE,
  tillRecordsQuery,
} from '#web/features/admin/products/queries.ts'
import { TestPaymentsNotice } from '#web/features/admin/products/test-payments-notice.tsx'
import { priceText } from '#web/features/shop/shop-labels.ts'
import { call } from '#web/lib/api.ts'
import { tillCalls } from '#web/lib/calls.gen.ts'
import { useMoney } from '#web/lib/money.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const COLUMNS: readonly Column<TillRecord>[] = [
  { name: 'Product', width: '6fr', narrow: 'full', cell: (record) => <ProductCell {...record} /> },
  {
    name: 'Email',
    width: '5fr',
    narrow: 'full',
    cell: ({ email }) => <BuyerAddress email={email} />,
  },
  { name: 'Status', width: '4fr', cell: (record) => <StatusCell {...record} /> },
  { name: '', width: '11.75rem', narrow: 'full', cell: (record) => <FailButton {...record} /> },
]

export async function loadTill({ client }: AdminLoad): Promise<void> {
  await prefetch(client, healthQuery)
}

/** Subscriptions and payments at the test till, whose renewals can be made to fail. */
export function TestTill(): ReactElement {
  const { page } = useAdminAddress()
  const records = useQuery(tillRecordsQuery(page))
  return (
    <div className="flex flex-col gap-4">
      <TestPaymentsNotice />
      <SectionCard
        title="Test payments"
        isTitleAbove
        description="Here you can try what happens when a renewal fails."
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
    </div>
  )
}

function ProductCell(record: TillRecord): ReactElement {
  const { title, amount: price, productType, createdAt } = record
  const money = useMoney()
  return (
    <>
      <bdi>{title}</bdi>
      <span className="block text-sm text-ink-quiet">
        {priceText({ price, productType }, money)} · <DateCell date={createdAt} />
      </span>
    </>
  )
}

function StatusCell({ state, periodEnd }: TillRecord): ReactElement {
  return (
    <>
      <Badge variant={state === 'active' ? 'default' : 'neutral'} className="capitalize">
        {state}
      </Badge>
      {periodEnd ? (
        <span className="mt-1 block text-sm text-ink-quiet">
          Paid until <DateCell date={periodEnd} />
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
