import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { Mood } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { EMPTY_MOOD, MoodDraft, moodDraftKey } from '#web/features/moods/mood-draft.ts'
import { MoodGrid } from '#web/features/moods/mood-grid.tsx'
import { FoldedEntry } from '#web/features/moods/mood-panel.tsx'
import { journalLockQuery, mayAskOnWaking, recentMoodsQuery } from '#web/features/moods/queries.ts'
import { entryOf, waitingEntry } from '#web/features/moods/recent-moods.ts'
import { isOffline } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { readDraft, tabStorage, writeDraft } from '#web/lib/drafts.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { useToday } from '#web/lib/use-today.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

const loadPanel = () => import('#web/features/moods/mood-panel.tsx')

const MoodPanel = lazy(async () => ({ default: (await loadPanel()).MoodPanel }))

/**
 * The day's mood on the dashboard: one line once it is shared. Until then, a choice of moods, which
 * is replaced by the daily page's card when one is chosen.
 */
export function MoodToday(): ReactElement {
  const { id, timeZone } = useMember()
  const today = useToday(timeZone)
  const draftKey = moodDraftKey(id)
  const [chosen, setChosen] = useStoredState(
    () => readDraft(draftKey, MoodDraft, tabStorage),
    undefined,
  )
  const { data: lock } = useQuery(journalLockQuery)
  const recent = useQuery({
    ...recentMoodsQuery(today),
    // Each read extends the lock's time, so a journal with a lock is only opened on the daily page.
    enabled: lock?.minutes === null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: () => mayAskOnWaking(lock),
  })
  const waiting = waitingEntry(useOutbox().waiting, today)
  const entry = waiting ?? entryOf(recent.data?.items, today)
  const handleMood = (mood: Mood): void => {
    const draft = { ...EMPTY_MOOD, mood }
    writeDraft(draftKey, draft, tabStorage)
    setChosen(draft)
  }

  if (chosen) {
    return (
      <Suspense fallback={<MoodChoice value={chosen.mood} onChange={handleMood} />}>
        <ChosenPanel />
      </Suspense>
    )
  }
  if (entry) {
    return (
      <Line link="Open journal">
        <FoldedEntry entry={entry} />
      </Line>
    )
  }
  if (lock && lock.minutes !== null) {
    return (
      <Line link="Open journal">
        <p className="flex min-h-11 items-center">Your journal has a lock.</p>
      </Line>
    )
  }
  const { data, error } = recent
  if (error && !data && !isOffline(error)) {
    return (
      <Card aria-labelledby="mood-title">
        <CardTitle id="mood-title">Mood & Gratitude</CardTitle>
        <QueryError query={recent} />
      </Card>
    )
  }
  return (
    <MoodChoice
      value={null}
      onChange={handleMood}
      onPointerEnter={() => void loadPanel().catch(() => undefined)}
    />
  )
}

interface LineProps {
  /** The label of the link to the daily page. */
  link: string
  children: ReactNode
}

function Line({ link, children }: LineProps): ReactElement {
  return (
    <Card
      aria-labelledby="mood-title"
      className="flex items-center justify-between gap-3 px-4 py-1.5 sm:px-6 sm:py-1.5"
    >
      <CardTitle id="mood-title" className="sr-only">
        Mood & Gratitude
      </CardTitle>
      {children}
      <Link
        to="/flow"
        search={{ journal: 'open' }}
        className={cn(buttonVariants({ variant: 'link' }), 'shrink-0 px-0')}
      >
        {link}
      </Link>
    </Card>
  )
}

/** The card of the daily page; the keyboard focus stays on the chosen mood. */
function ChosenPanel(): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('input[name="mood"]:checked')?.focus()
  }, [])
  return (
    <div ref={box}>
      <MoodPanel />
    </div>
  )
}

/** Offline, the member can still choose a mood; only earlier entries are unavailable. */
interface MoodChoiceProps {
  value: Mood | null
  onChange: (mood: Mood) => void
  onPointerEnter?: () => void
}

/** The seven moods on the dashboard, before the member has shared today's. */
function MoodChoice({ value, onChange, onPointerEnter }: MoodChoiceProps): ReactElement {
  return (
    <Card aria-labelledby="mood-title" className="p-4 sm:p-6" onPointerEnter={onPointerEnter}>
      <CardHeader>
        <CardTitle id="mood-title" className="max-[22rem]:text-lg">
          Mood & Gratitude
        </CardTitle>
        <CardDescription>Only you can read this.</CardDescription>
      </CardHeader>
      <MoodGrid value={value} onChange={onChange} error={undefined} />
    </Card>
  )
}
