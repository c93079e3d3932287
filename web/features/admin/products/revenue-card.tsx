import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { RevenueMonth } from '#contract/shop.ts'
import { revenueQuery } from '#web/features/admin/products/queries.ts'
import { cn } from '#web/lib/cn.ts'
import { formatDay } from '#web/lib/dates.ts'
import { useMoney } from '#web/lib/money.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/query-skeletons.tsx'

/** The revenue of the last twelve months, and how the number of subscribers changed. */
export function RevenueCard(): ReactElement {
  const { locale } = useDates()
  const revenue = useQuery(revenueQuery)
  return (
    <SectionCard title="Revenue by month" description="Net revenue (after refunds)">
      <Loaded query={revenue} label="Loading the revenue" rows={['h-72']}>
        {(data) => <Filled picture={revenuePicture(data, locale)} />}
      </Loaded>
    </SectionCard>
  )
}

function Filled({ picture }: { picture: RevenuePicture }): ReactElement {
  const { bars, total } = picture
  const money = useMoney()
  if (bars.every(isQuiet)) return <EmptyState message="No payments in the last twelve months." />
  const now = bars.at(-1)
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <p className="wrap-anywhere">
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

function hasChanged({ payments, newSubscribers, endedSubscribers }: RevenueBar): boolean {
  return payments + newSubscribers + endedSubscribers > 0
}

/** The columns after the revenue. */
const COLUMNS = [
  { name: 'Payments', of: ({ payments }: RevenueBar) => payments, isWideOnly: true },
  { name: 'New', of: ({ newSubscribers }: RevenueBar) => newSubscribers },
  { name: 'Ended', of: ({ endedSubscribers }: RevenueBar) => endedSubscribers },
  { name: 'Share that ended', of: churnText },
]

/** Newest month first, since that is usually looked up. */
function MonthTable({ bars }: Pick<RevenuePicture, 'bars'>): ReactElement {
  const money = useMoney()
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with large text, the keyboard must be able to scroll it sideways. */}
      <section aria-label="Table of revenue by month" tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-left text-ink-quiet">
              <th scope="col" className="py-1.5 font-medium">
                Month
              </th>
              <th scope="col" className="py-1.5 pl-3 text-right font-medium">
                Revenue
              </th>
              {COLUMNS.map(({ name, isWideOnly }) => (
                <th
                  key={name}
                  scope="col"
                  className={cn(
                    'py-1.5 pl-3 text-right font-medium',
                    isWideOnly && 'max-sm:hidden',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(hasChanged)
              .toReversed()
              .map((bar) => (
                <tr key={bar.month} className="border-b border-line last:border-b-0">
                  <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                    {bar.medium}
                  </th>
                  <td className="py-1.5 pl-3 text-right tabular-nums">{money(bar.amount)}</td>
                  {COLUMNS.map(({ name, of, isWideOnly }) => (
                    <td
                      key={name}
                      className={cn(
                        'py-1.5 pl-3 text-right tabular-nums',
                        isWideOnly && 'max-sm:hidden',
                      )}
                    >
                      {of(bar)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
      <p className="pt-3 text-sm text-ink-quiet">
        “New” and “Ended” count subscriptions. The share is of those that were running when the
        month began. Months without payments aren’t listed.
      </p>
    </div>
  )
}

/** Grid lines, as shares of the scale's top. */
const LINES = [1, 0.5, 0]

/** One bar per month. The table next to it has the same numbers for people who can't see it. */
function RevenueChart({ picture }: { picture: RevenuePicture }): ReactElement {
  const { bars, top, best } = picture
  const money = useMoney()
  const { currency = 'usd' } = useSiteSettings() ?? {}
  const summary = best
    ? `Revenue of the last twelve months. The highest was ${best.long}: ${money(best.amount)}.`
    : ''
  return (
    <div role="img" aria-label={summary} className="flex flex-col gap-1.5">
      <div className="relative h-48 lg:h-72">
        {LINES.map((line) => (
          <div
            key={line}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${line * 100}%` }}
          >
            {line > 0 ? (
              <span className="absolute top-0.5 left-0 text-xs text-ink-quiet">
                {scaleText(top * line, currency)}
              </span>
            ) : null}
          </div>
        ))}
        <div className="absolute inset-0 flex items-end gap-1 pl-10 sm:gap-2">
          {bars.map(({ month, long, amount, share }) => (
            <div
              key={month}
              title={`${long}: ${money(amount)}`}
              className="flex h-full min-w-0 flex-1 items-end"
            >
              <div
                className="min-h-0 w-full rounded-t-sm bg-primary"
                style={{ height: `${share * 100}%` }}
              />
            </div>
          ))}
        </div>
      </div>
      <div className="flex gap-1 pl-10 text-center text-xs text-ink-quiet sm:gap-2">
        {bars.map(({ month, short }) => (
          <span key={month} className="min-w-0 flex-1">
            <span className="hidden sm:inline">{short}</span>
            <span className="sm:hidden">{short.charAt(0)}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

function scaleText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(amount)
}

interface RevenueBar extends RevenueMonth {
  /** Share of the scale's height, 0 to 1. */
  share: number
  /** 'Mar'. */
  short: string
  /** 'Mar 2026'. */
  medium: string
  /** 'March 2026'. */
  long: string
}

interface RevenuePicture {
  /** Oldest first. */
  bars: RevenueBar[]
  /** The amount at the top of the scale: 1, 2 or 5 times a power of ten. */
  top: number
  /** The total of all months, as a decimal string. */
  total: string
  /** The month with the most revenue; undefined without revenue. */
  best: RevenueBar | undefined
}

/** The months as bars on one scale. */
export function revenuePicture(months: readonly RevenueMonth[], locale: string): RevenuePicture {
  const cents = months.map(({ amount }) => Math.round(Number(amount) * 100))
  const most = Math.max(0, ...cents)
  const top = roundTop(most / 100)
  const bars = months.map((entry, index) => ({
    ...entry,
    share: (cents[index] ?? 0) / (top * 100),
    short: monthName(entry.month, { month: 'short' }, locale),
    medium: monthName(entry.month, { month: 'short', year: 'numeric' }, locale),
    long: monthName(entry.month, { month: 'long', year: 'numeric' }, locale),
  }))
  const sum = cents.reduce((total, each) => total + each, 0)
  return {
    bars,
    top,
    total: (sum / 100).toFixed(2),
    best: most > 0 ? bars[cents.indexOf(most)] : undefined,
  }
}

/** The share of the subscriptions at the start of a month that ended in it: '4.2%', or '–' if none. */
export function churnText(month: RevenueMonth): string {
  const { subscribersAtStart, endedSubscribers } = month
  if (subscribersAtStart === 0) return '–'
  return `${Math.round((endedSubscribers / subscribersAtStart) * 1_000) / 10}%`
}

/** The next of 1, 2, 5, 10, 20, 50 and so on; at least 1. */
function roundTop(dollars: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, dollars)))
  return [1, 2, 5, 10].map((step) => step * power).find((each) => each >= dollars) ?? power
}

/** @param month `YYYY-MM` */
function monthName(month: string, form: Intl.DateTimeFormatOptions, locale: string): string {
  return formatDay(`${month}-15`, locale, form)
}
