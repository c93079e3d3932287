import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useEffect, useRef } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { FoldedEntry } from '#web/features/moods/mood-entry.tsx'
import { MOOD_QUESTION, MoodGrid } from '#web/features/moods/mood-grid.tsx'
import { journalLockQuery, mayAskOnWaking, recentMoodsQuery } from '#web/features/moods/queries.ts'
import {
  EMPTY_MOOD,
  entryOf,
  MoodDraft,
  moodDraftKey,
  waitingEntry,
} from '#web/features/moods/recent-moods.ts'
import { isOffline } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { useToday } from '#web/lib/use-today.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const loadForm = () => import('#web/features/moods/mood-editor.tsx')

const MoodEditor = lazy(async () => ({ default: (await loadForm()).MoodEditor }))

/** The day's mood, as far as the dashboard knows it. */
interface MoodToday {
  today: DateText
  entry: MoodEntry | undefined
  /** Each read extends the lock's time, so a journal with a lock is only opened on the daily page. */
  hasLock: boolean
  recent: UseQueryResult<Page<MoodEntry>>
}

export function useMoodToday(): MoodToday {
  const today = useToday(useMember().timeZone)
  const { data: lock } = useQuery(journalLockQuery)
  const recent = useQuery({
    ...recentMoodsQuery(today),
    enabled: lock?.minutes === null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: () => mayAskOnWaking(lock),
  })
  const waiting = waitingEntry(useOutbox().waiting, today)
  const entry = waiting ?? entryOf(recent.data?.items, today)
  return { today, entry, hasLock: lock !== undefined && lock.minutes !== null, recent }
}

/**
 * The day's mood to share on the dashboard: first a choice of moods, which the form of the daily page
 * replaces when one is chosen. Offline, only earlier entries are unavailable.
 */
export function MoodStep({
  today,
  recent,
  onShared,
}: MoodToday & { onShared: (notes: string) => void }): ReactElement {
  const draftKey = moodDraftKey(useMember().id)
  const [chosen, setChosen] = useStoredState(
    () => readDraft(draftKey, MoodDraft, tabStorage),
    undefined,
  )
  const handleMood = (mood: Mood): void => {
    const draft = { ...EMPTY_MOOD, mood }
    writeDraft(draftKey, { ...draft, version: '' }, tabStorage)
    setChosen(draft)
  }
  const { data, error, isLoading } = recent
  if (error && !data && !isOffline(error)) return <QueryError query={recent} />
  if (isLoading) return <Skeleton className="h-24" />
  const choice = (
    <div onPointerEnter={() => void loadForm().catch(() => undefined)}>
      <MoodGrid value={chosen?.mood ?? null} onChange={handleMood} error={undefined} />
    </div>
  )
  return (
    <div>
      <p aria-hidden className="mb-1.5 font-medium">
        {MOOD_QUESTION}
      </p>
      {chosen ? (
        <Suspense fallback={choice}>
          <ChosenForm today={today} onShared={onShared} />
        </Suspense>
      ) : (
        choice
      )}
    </div>
  )
}

/** The keyboard focus stays on the chosen mood. */
function ChosenForm(props: { today: DateText; onShared: (notes: string) => void }): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('input[name="mood"]:checked')?.focus()
  }, [])
  return (
    <div ref={box}>
      <MoodEditor {...props} entry={undefined} />
    </div>
  )
}

/** The mood that was shared, in one line. */
export function MoodLine({ entry, hasLock }: MoodToday): ReactElement {
  return entry ? (
    <FoldedEntry entry={entry} />
  ) : (
    <p>{hasLock ? 'Your journal has a lock.' : 'How are you today?'}</p>
  )
}

export function JournalLink(): ReactElement {
  return (
    <Link
      to="/flow"
      search={{ journal: 'open' }}
      className={cn(buttonVariants({ variant: 'link' }), 'shrink-0')}
    >
      Open journal
    </Link>
  )
}
