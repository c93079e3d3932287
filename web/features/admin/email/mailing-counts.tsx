import type { ReactElement } from 'react'
import type { Mailing } from '#contract/email.ts'
import { countLabel, progressWords, resultWords } from '#web/features/admin/email/mailing-words.ts'
import { COUNT_KINDS, type CountKind, countsOf } from '#web/features/admin/email/numbers.ts'
import { cn } from '#web/lib/cn.ts'
import { formatNumber } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'

const COLORS: Record<CountKind, string> = {
  sent: 'bg-primary',
  failed: 'bg-destructive',
  skipped: 'bg-gold',
  waiting: 'bg-sand',
}

/** The outcome of the emails of a mailing: as a bar, with the numbers under it. */
export function MailingCounts({ mailing }: { mailing: Mailing }): ReactElement {
  const counts = countsOf(mailing)
  const { recipientCount } = mailing
  const isUnderWay = mailing.status === 'sending' || mailing.status === 'paused'
  const { locale } = useDates()
  const progress = progressWords(mailing, locale)
  const shown = COUNT_KINDS.filter((kind) => kind === 'sent' || counts[kind] > 0)
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{progress}</p>
      <div
        {...(isUnderWay
          ? {
              role: 'progressbar',
              'aria-label': 'Emails sent',
              'aria-valuemin': 0,
              'aria-valuemax': recipientCount,
              'aria-valuenow': counts.sent,
              'aria-valuetext': progress,
            }
          : { 'aria-hidden': true })}
        className="flex h-3 w-full overflow-hidden rounded-full border border-line bg-sand"
      >
        {COUNT_KINDS.map((kind) => (
          <span
            key={kind}
            className={cn('h-full transition-[width]', COLORS[kind])}
            style={{ width: `${recipientCount > 0 ? (counts[kind] / recipientCount) * 100 : 0}%` }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {shown.map((kind) => (
          <li key={kind} className="inline-flex items-center gap-2">
            <span
              aria-hidden
              className={cn('size-3 rounded-full border border-line-strong', COLORS[kind])}
            />
            {formatNumber(counts[kind], locale)} {countLabel(kind, mailing)}
          </li>
        ))}
      </ul>
      <Results mailing={mailing} />
    </div>
  )
}

/** Bounces and unsubscribes: what this site knows about a mailing without tracking its readers. */
function Results({ mailing }: { mailing: Mailing }): ReactElement | null {
  const words = resultWords(mailing, useDates().locale)
  return words.length > 0 ? <p className="text-sm text-ink-quiet">{words.join(' ')}</p> : null
}
