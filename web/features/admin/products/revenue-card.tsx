import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { revenueQuery } from '#web/features/admin/products/queries.ts'
import {
  churnText,
  type RevenueBar,
  type RevenuePicture,
  revenuePicture,
} from '#web/features/admin/products/revenue.ts'
import { RevenueChart } from '#web/features/admin/products/revenue-chart.tsx'
import { cn } from '#web/lib/cn.ts'
import { useMoney } from '#web/lib/money.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'

/** The revenue of the last twelve months, and how the number of subscribers changed. */
export function RevenueCard(): ReactElement {
  const { locale } = useDates()
  const revenue = useQuery(revenueQuery)
  return (
    <Card aria-labelledby="revenue">
      <CardHeader>
        <CardTitle id="revenue">Revenue by month</CardTitle>
        <CardDescription>Net revenue (after refunds)</CardDescription>
      </CardHeader>
      <Loaded query={revenue} label="Loading the revenue" rows={['h-72']}>
        {(data) => <Filled picture={revenuePicture(data, locale)} />}
      </Loaded>
    </Card>
  )
}

function Filled({ picture }: { picture: RevenuePicture }): ReactElement {
  const { bars, total } = picture
  const money = useMoney()
  if (bars.every(isQuiet)) return <EmptyState message="No payments in the last twelve months." />
  const now = bars.at(-1)
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <p>
          <span className="text-2xl font-semibold">{money(total)}</span>{' '}
          <span className="text-ink-quiet">
            in twelve months{now ? `, including ${money(now.amount)} in ${now.long}` : ''}
          </span>
        </p>
        <RevenueChart picture={picture} />
      </div>
      <MonthTable bars={bars} />
    </div>
  )
}

function isQuiet(month: RevenueBar): boolean {
  const { payments, subscribersAtStart, newSubscribers, endedSubscribers } = month
  return payments + subscribersAtStart + newSubscribers + endedSubscribers === 0
}

/** The columns after the revenue. */
const COLUMNS = [
  { name: 'Payments', of: ({ payments }: RevenueBar) => payments, isWideOnly: true },
  { name: 'New', of: ({ newSubscribers }: RevenueBar) => newSubscribers },
  { name: 'Ended', of: ({ endedSubscribers }: RevenueBar) => endedSubscribers },
  { name: 'Churn', of: churnText },
]

/** Newest month first, since that is usually looked up. */
function MonthTable({ bars }: Pick<RevenuePicture, 'bars'>): ReactElement {
  const money = useMoney()
  return (
    <div>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-ink-quiet">
            <th scope="col" className="py-1.5 font-medium">
              Month
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Revenue
            </th>
            {COLUMNS.map(({ name, isWideOnly }) => (
              <th
                key={name}
                scope="col"
                className={cn('py-1.5 text-right font-medium', isWideOnly && 'max-sm:hidden')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.month} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {bar.medium}
              </th>
              <td className="py-1.5 text-right tabular-nums">{money(bar.amount)}</td>
              {COLUMNS.map(({ name, of, isWideOnly }) => (
                <td
                  key={name}
                  className={cn('py-1.5 text-right tabular-nums', isWideOnly && 'max-sm:hidden')}
                >
                  {of(bar)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-3 text-sm text-ink-quiet">
        New and ended subscriptions. Churn is the share of subscriptions at the start of a month
        that ended in it.
      </p>
    </div>
  )
}
