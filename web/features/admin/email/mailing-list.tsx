import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Mailing } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import {
  COUNT_KINDS,
  type CountKind,
  countLabel,
  countsOf,
  expectedWords,
  groupWords,
  KIND_LABELS,
  progressWords,
  resultWords,
  statusBadge,
  timeWords,
} from '#web/features/admin/email/email-words.ts'
import { MailingActions } from '#web/features/admin/email/mailing-actions.tsx'
import { recipientGroupsQuery } from '#web/features/admin/email/queries.ts'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { FROM_LIST } from '#web/features/admin/kit/entry-page.tsx'
import { cn } from '#web/lib/cn.ts'
import { formatNumber } from '#web/lib/dates.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { zoneName } from '#web/lib/time-zone.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

interface MailingListProps {
  list: UseQueryResult<Page<Mailing>>
  /** The heading level of each mailing's subject. */
  headingLevel: 2 | 3
  empty: ReactElement
  /** Called after an email is copied, if the form is already on the page. */
  onCopied?: () => void
}

/** A list of mailings with its loading, error, empty and filled states. */
export function MailingList(props: MailingListProps): ReactElement {
  const { list, headingLevel, empty, onCopied } = props
  const timeZone = useSiteSettings()?.timeZone ?? 'UTC'
  const { locale } = useDates()
  return (
    <div aria-busy={list.isFetching} className="flex flex-col gap-4">
      {list.isPending ? (
        <Skeletons
          label="Loading emails"
          rows={['h-44 rounded-xl', 'h-44 rounded-xl']}
          className="flex flex-col gap-4"
        />
      ) : null}
      <QueryError query={list} />
      {list.data?.items.length === 0 ? empty : null}
      {list.data && list.data.items.length > 0 ? (
        <>
          <p className="text-sm text-ink-quiet">Times are in {zoneName({ locale, timeZone })}.</p>
          <ul
            className={cn(
              'flex flex-col gap-4 transition-opacity',
              list.isPlaceholderData && 'opacity-60',
            )}
          >
            {list.data.items.map((mailing) => (
              <li key={mailing.id} tabIndex={-1} ref={keepFocusNearby} className="rounded-xl">
                <MailingCard
                  mailing={mailing}
                  timeZone={timeZone}
                  headingLevel={headingLevel}
                  onCopied={onCopied}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

interface MailingCardProps {
  mailing: Mailing
  /** The community's time zone. */
  timeZone: string
  /** The level of its heading, which leads to its page. Without it, the page has the subject as its heading. */
  headingLevel?: 2 | 3
  onCopied: (() => void) | undefined
}

/** One mailing: when it is sent, its progress, and the actions on it. */
export function MailingCard(props: MailingCardProps): ReactElement {
  const { mailing, timeZone, headingLevel, onCopied } = props
  const isBroadcast = mailing.kind === 'broadcast'
  const { data: groups } = useQuery({
    ...recipientGroupsQuery,
    enabled: mailing.productId !== null,
  })
  const { label, variant } = statusBadge(mailing)
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const { locale } = useDates()
  const headingId = `mailing-${mailing.id}`
  return (
    <article
      {...(headingLevel ? { 'aria-labelledby': headingId } : { 'aria-label': mailing.subject })}
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <header className="flex flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <Badge variant={variant}>{label}</Badge>
          <span className="text-sm text-ink-quiet">{KIND_LABELS[mailing.kind]}</span>
          {isBroadcast ? (
            <span className="text-sm text-ink-quiet wrap-anywhere">
              To: {groupWords(mailing, groups)}
            </span>
          ) : null}
        </p>
        {headingLevel ? (
          <Heading id={headingId} className="text-lg wrap-anywhere">
            <Link
              to="/admin/email/$mailingId"
              params={{ mailingId: String(mailing.id) }}
              state={FROM_LIST}
              className="text-ink underline-offset-4 hover:underline"
            >
              <bdi>{mailing.subject}</bdi>
            </Link>
          </Heading>
        ) : null}
        <p className="text-sm text-ink-quiet">{timeWords(mailing, { locale, timeZone })}</p>
      </header>
      {mailing.status === 'scheduled' ? (
        <p>{expectedWords(mailing, locale)}</p>
      ) : (
        <MailingCounts mailing={mailing} />
      )}
      <MailingActions mailing={mailing} onCopied={onCopied} />
    </article>
  )
}

const COLORS: Record<CountKind, string> = {
  sent: 'bg-primary',
  failed: 'bg-destructive',
  skipped: 'bg-gold',
  waiting: 'bg-sand',
}

/** The outcome of the emails of a mailing: as a bar with the numbers under it, unless all are kept unsent. */
function MailingCounts({ mailing }: { mailing: Mailing }): ReactElement {
  const counts = countsOf(mailing)
  const { recipientCount } = mailing
  const isUnderWay = mailing.status === 'sending' || mailing.status === 'paused'
  const { locale } = useDates()
  const progress = progressWords(mailing, locale)
  if (mailing.status === 'sent' && mailing.staysInOutbox && counts.sent === recipientCount) {
    return <p className="font-medium">{progress}</p>
  }
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
