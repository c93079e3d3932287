import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Mailing } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import { zoneLabel } from '#web/features/admin/daily/clocks.ts'
import { MailingCard } from '#web/features/admin/email/mailing-card.tsx'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { cn } from '#web/lib/cn.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

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
        <p className="text-sm text-ink-quiet">Times are in {zoneLabel({ locale, timeZone })}.</p>
      ) : null}
      {list.data && list.data.items.length > 0 ? (
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
      ) : null}
    </div>
  )
}
