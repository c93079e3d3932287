import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { revenueQuery } from '#web/features/admin/products/queries.ts'
import { type RevenuePicture, revenuePicture } from '#web/features/admin/products/revenue.ts'
import { RevenueChart } from '#web/features/admin/products/revenue-chart.tsx'
import { moneyText } from '#web/features/shop/shop-labels.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** What came in over the last twelve months. */
export function RevenueCard(): ReactElement {
  return (
    <Card aria-labelledby="revenue">
      <CardHeader>
        <CardTitle id="revenue">Revenue by month</CardTitle>
        <CardDescription>Net revenue (after refunds)</CardDescription>
      </CardHeader>
      <Revenue />
    </Card>
  )
}

function Revenue(): ReactElement {
  const { data, error, isFetching, refetch } = useQuery(revenueQuery)
  if (data) return <Filled picture={revenuePicture(data)} />
  if (error) return <QueryError query={{ error, isFetching, refetch }} />
  return <Skeletons label="Loading the revenue" rows={['h-72']} />
}

function Filled({ picture }: { picture: RevenuePicture }): ReactElement {
  const { bars, best, total } = picture
  if (!best) return <EmptyState message="No payments in the last twelve months." />
  const now = bars.at(-1)
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="text-2xl font-semibold">{moneyText(total)}</span>{' '}
        <span className="text-ink-quiet">
          in twelve months{now ? `, ${moneyText(now.amount)} of it in ${now.long}` : ''}
        </span>
      </p>
      <RevenueChart picture={picture} />
      <Disclosure summary="As a table" className="-mb-3 border-b-0">
        <MonthTable picture={picture} />
      </Disclosure>
    </div>
  )
}

/** Newest first: that is what one looks for in a table. */
function MonthTable({ picture }: { picture: RevenuePicture }): ReactElement {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-left text-ink-quiet">
          <th scope="col" className="py-1.5 font-medium">
            Month
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            Payments
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {picture.bars.toReversed().map(({ month, long, payments, amount }) => (
          <tr key={month} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {long}
            </th>
            <td className="py-1.5 text-right tabular-nums">{payments}</td>
            <td className="py-1.5 text-right tabular-nums">{moneyText(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
