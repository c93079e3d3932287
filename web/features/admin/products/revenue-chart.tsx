import type { ReactElement } from 'react'
import type { RevenuePicture } from '#web/features/admin/products/revenue.ts'
import { useMoney } from '#web/lib/money.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'

/** Grid lines, as shares of the scale's top. */
const LINES = [1, 0.5, 0]

/** One bar per month. The table next to it has the same numbers for people who can't see it. */
export function RevenueChart({ picture }: { picture: RevenuePicture }): ReactElement {
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
