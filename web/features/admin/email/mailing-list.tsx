import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Mailing } from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import { zoneLabel } from '#web/features/admin/daily/clocks.ts'
import { MailingCard } from '#web/features/admin/email/mailing-card.tsx'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface MailingListProps {
  list: UseQueryResult<Page<Mailing>>
  /** Of each mailing's subject. */
  headingLevel: 2 | 3
  empty: ReactElement
}

/** Mailings with their states: loading, failed, empty and filled. */
export function MailingList({ list, headingLevel, empty }: MailingListProps): ReactElement {
  const timeZone = useSiteSettings()?.timeZone ?? 'UTC'
  return (
    <div aria-busy={list.isFetching} className="flex flex-col gap-4">
      {list.isPending ? (
        <div role="status" aria-label="Loading emails" className="flex flex-col gap-4">
          <Skeleton className="h-44 rounded-xl" />
          <Skeleton className="h-44 rounded-xl" />
        </div>
      ) : null}
      {list.error ? (
        <ErrorState
          message={sentenceOf(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : null}
      {list.data?.items.length === 0 ? empty : null}
      {list.data && list.data.items.length > 0 ? (
        <p className="text-sm text-ink-quiet">Times are in {zoneLabel(timeZone)}.</p>
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
              <MailingCard mailing={mailing} timeZone={timeZone} headingLevel={headingLevel} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
