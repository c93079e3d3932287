import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { JournalLock } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { JournalButton } from '#web/features/moods/journal-button.tsx'
import { PreviousEntries } from '#web/features/moods/previous-entries.tsx'
import {
  isLockedError,
  journalLockQuery,
  mayAskOnWaking,
  recentMoodsQuery,
} from '#web/features/moods/queries.ts'
import { entryOf, previousEntries, waitingEntry } from '#web/features/moods/recent-moods.ts'
import { TodayPanel, useHasMoodDraft } from '#web/features/moods/today-panel.tsx'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Few journals are locked, and the form's library is not small. */
const LockedJournalPanel = lazy(async () => {
  const { LockedJournalPanel } = await import('#web/features/moods/locked-journal-panel.tsx')
  return { default: LockedJournalPanel }
})

/** Mood and gratitude of the day, at the top of the daily page. */
export function MoodPanel(): ReactElement {
  const today = useToday(useMember().timeZone)
  const { data: lock } = useQuery(journalLockQuery)
  const isLocked = lock?.isLocked ?? false
  return (
    <Card aria-labelledby="mood-title" className="p-4 pb-1 sm:p-6 sm:pb-2">
      <CardHeader className="flex-row items-start justify-between gap-3">
        <div>
          <CardTitle id="mood-title" className="max-[22rem]:text-lg">
            Mood & Gratitude
          </CardTitle>
          <CardDescription>Only you can read this.</CardDescription>
        </div>
        {isLocked ? null : <JournalButton today={today} />}
      </CardHeader>
      {isLocked ? (
        <>
          <PanelBody>
            <Suspense fallback={<Skeleton className="grow" />}>
              <LockedJournalPanel />
            </Suspense>
          </PanelBody>
          <PanelFoot />
        </>
      ) : (
        <OpenPanel today={today} lock={lock} />
      )}
    </Card>
  )
}

interface OpenPanelProps {
  today: DateText
  /** Undefined until it is known. */
  lock: JournalLock | undefined
}

function OpenPanel({ today, lock }: OpenPanelProps): ReactElement {
  const recent = useQuery({
    ...recentMoodsQuery(today),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: () => mayAskOnWaking(lock),
  })
  const waiting = waitingEntry(useOutbox().waiting, today)
  const { data, error } = recent
  if (!data && (recent.isPending || isLockedError(error))) return <PanelSkeleton />
  if (!data && !isOffline(error)) {
    return (
      <PanelBody>
        <ErrorState
          message={sentenceOf(error)}
          onRetry={() => void recent.refetch()}
          isRetrying={recent.isFetching}
        />
      </PanelBody>
    )
  }
  const entries = data?.items ?? []
  return (
    <>
      <PanelBody>
        <TodayPanel today={today} entry={waiting ?? entryOf(entries, today)} />
      </PanelBody>
      {data ? (
        <PreviousEntries today={today} entries={previousEntries(entries, today)} />
      ) : (
        <p className="border-t border-line py-3 text-sm text-ink-quiet">
          Your earlier entries show when you are online again.
        </p>
      )}
    </>
  )
}

/** One can write without the network; only what was written before is out of reach. */
function isOffline(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'offline'
}

/** As high as its tallest closed state, so that the page below stays where it is. */
function PanelBody({ children }: { children: ReactElement }): ReactElement {
  return <div className="flex min-h-49 flex-col pb-4 sm:min-h-43">{children}</div>
}

function PanelSkeleton(): ReactElement {
  const hasDraft = useHasMoodDraft()
  return (
    <>
      <PanelBody>
        <Skeleton className={cn('grow', hasDraft && 'min-h-86')} />
      </PanelBody>
      <PanelFoot />
    </>
  )
}

/** Where the previous entries stand when they may be shown. */
function PanelFoot(): ReactElement {
  return <div className="h-11 border-t border-transparent" />
}
