import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { BookHeart, ChevronDown } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { JournalLock, MoodEntry } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { hasMoodDraft, MoodEditor } from '#web/features/moods/mood-editor.tsx'
import { EntryMood, FoldedEntry } from '#web/features/moods/mood-entry.tsx'
import {
  isLockedError,
  journalLockQuery,
  mayAskOnWaking,
  recentMoodsQuery,
} from '#web/features/moods/queries.ts'
import {
  entryOf,
  isUnsent,
  moodDraftKey,
  previousEntries,
  relativeDay,
  waitingEntry,
} from '#web/features/moods/recent-moods.ts'
import { isOffline, sentenceOf } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { longDay } from '#web/lib/dates.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { onDemand, onFirstOpen } from '#web/lib/on-demand.tsx'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { aText } from '#web/lib/shape.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const JournalDialog = onFirstOpen(
  () => import('#web/features/moods/journal-dialog.tsx'),
  'JournalDialog',
  ({ isOpen }) => isOpen,
)

/** Loaded on demand, because few journals are locked and the form library is large. */
const LockedJournalPanel = onDemand(
  () => import('#web/features/moods/journal-lock.tsx'),
  'LockedJournalPanel',
  <Skeleton className="grow" />,
)

/** The day's mood and gratitude, at the top of the daily page; one line at first where `isLine` is set. */
export function MoodPanel({ isLine = false }: { isLine?: boolean }): ReactElement {
  const today = useToday(useMember().timeZone)
  const { data: lock } = useQuery(journalLockQuery)
  if (!lock?.isLocked) return <OpenCard today={today} lock={lock} isLine={isLine} />
  return isLine ? <LockedLine /> : <LockedCard />
}

const cardClasses = 'p-4 pb-1 sm:p-6 sm:pb-2'

const lineClasses = 'px-4 py-1.5 sm:px-6 sm:py-1.5'

function LockedLine(): ReactElement {
  return (
    <Card
      aria-labelledby="mood-title"
      className={cn('flex flex-wrap items-center justify-between gap-x-3', lineClasses)}
    >
      <Title className="sr-only" />
      <p>Your journal is locked.</p>
      <Link
        to="/flow"
        search={{ journal: 'open' }}
        className={cn(buttonVariants({ variant: 'link' }), 'px-0')}
      >
        Open journal
      </Link>
    </Card>
  )
}

function LockedCard(): ReactElement {
  return (
    <Card aria-labelledby="mood-title" className={cardClasses}>
      <CardHeader>
        <Title />
        <CardDescription>Only you can read this.</CardDescription>
      </CardHeader>
      <PanelBody>
        <LockedJournalPanel />
      </PanelBody>
      <PanelFoot />
    </Card>
  )
}

function Title({ className }: { className?: string }): ReactElement {
  return (
    <CardTitle id="mood-title" className={cn('max-[22rem]:text-lg', className)}>
      Mood & Gratitude
    </CardTitle>
  )
}

interface OpenCardProps {
  today: DateText
  /** Undefined until it has loaded. */
  lock: JournalLock | undefined
  isLine: boolean
}

/** Collapsed to one line where `isLine` is set, and on visits after the day's mood was shared. */
function OpenCard({ today, lock, isLine }: OpenCardProps): ReactElement {
  const recent = useQuery({
    ...recentMoodsQuery(today),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: () => mayAskOnWaking(lock),
  })
  const { data, error } = recent
  const waiting = waitingEntry(useOutbox().waiting, today)
  const entry = waiting ?? entryOf(data?.items, today)
  const isUnknown = !data && (recent.isPending || isLockedError(error))
  const { journal } = useSearch({ strict: false })
  const { isFolded, toggle } = useFold({ today, entry, isUnknown, isLine })
  return (
    <Card aria-labelledby="mood-title" className={isFolded ? lineClasses : cardClasses}>
      <CardHeader
        className={cn(
          'flex-row items-start justify-between gap-3',
          isFolded && 'mb-0 items-center',
        )}
      >
        <div className="min-w-0">
          <Title className={isFolded ? 'sr-only' : ''} />
          {isFolded && !entry && !isUnknown ? (
            <p className="flex min-h-11 items-center">How are you today?</p>
          ) : isFolded ? (
            <FoldedEntry entry={entry} />
          ) : (
            <CardDescription>Only you can read this.</CardDescription>
          )}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {isFolded && !journal ? null : (
            <JournalButton today={today} isAsked={journal === 'open'} />
          )}
          {entry || isLine ? <FoldButton isFolded={isFolded} onPress={toggle} /> : null}
        </div>
      </CardHeader>
      {isFolded ? null : isUnknown ? (
        <PanelSkeleton />
      ) : !data && !isOffline(error) ? (
        <PanelBody>
          <ErrorState
            message={sentenceOf(error)}
            onRetry={() => void recent.refetch()}
            isRetrying={recent.isFetching}
          />
        </PanelBody>
      ) : (
        <>
          <PanelBody>
            <MoodEditor today={today} entry={entry} />
          </PanelBody>
          {data ? (
            <PreviousEntries today={today} entries={previousEntries(data.items, today)} />
          ) : (
            <p className="border-t border-line py-3 text-sm text-ink-quiet">
              You’ll see your earlier entries when you’re back online.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

interface FoldButtonProps {
  isFolded: boolean
  onPress: () => void
}

function FoldButton({ isFolded, onPress }: FoldButtonProps): ReactElement {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Mood and journal"
      aria-expanded={!isFolded}
      onClick={onPress}
    >
      <ChevronDown
        aria-hidden
        size={20}
        className={cn('transition-transform', !isFolded && 'rotate-180')}
      />
    </Button>
  )
}

/**
 * A card that was open because there was no entry, or because of a draft, stays open when an entry
 * is shared. Whether one was shared on an earlier visit today is known before the entry has loaded.
 */
function useFold(input: {
  today: DateText
  entry: MoodEntry | undefined
  isUnknown: boolean
  isLine: boolean
}): {
  isFolded: boolean
  toggle: () => void
} {
  const { today, entry, isUnknown, isLine } = input
  // Stores the logical day of the last entry that this device has seen.
  const key = `mood-day:${useMember().id}:seen`
  const draftKey = moodDraftKey(useMember().id)
  const [isOpen, setIsOpen] = useStoredState(() => hasMoodDraft(draftKey), false)
  const [wasShared] = useStoredState(() => readDraft(key, aText) === today, false)
  if (!isLine && !isOpen && !isUnknown && !entry && !wasShared) setIsOpen(true)
  const hasEntry = entry !== undefined
  useEffect(() => {
    if (hasEntry) writeDraft(key, today)
  }, [key, today, hasEntry])
  return {
    isFolded: !isOpen && (isLine || hasEntry || (isUnknown && wasShared)),
    toggle: () => setIsOpen(!isOpen),
  }
}

/** As high as its tallest closed state, so that the page below doesn't move. */
function PanelBody({ children }: { children: ReactElement }): ReactElement {
  return <div className="flex min-h-49 flex-col pb-4 sm:min-h-43">{children}</div>
}

function PanelSkeleton(): ReactElement {
  const draftKey = moodDraftKey(useMember().id)
  const [hasDraft] = useStoredState(() => hasMoodDraft(draftKey), false)
  return (
    <>
      <PanelBody>
        <Skeleton className={cn('grow', hasDraft && 'min-h-86')} />
      </PanelBody>
      <PanelFoot />
    </>
  )
}

/** Reserves the space of the previous entries. */
function PanelFoot(): ReactElement {
  return <div className="h-11 border-t border-transparent" />
}

interface JournalButtonProps {
  today: DateText
  /** Whether the address asks for the journal. */
  isAsked: boolean
}

function JournalButton({ today, isAsked }: JournalButtonProps): ReactElement {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  // Opened once the page is hydrated, because the server renders no dialogs.
  useEffect(() => (isAsked ? setIsOpen(true) : undefined), [isAsked])
  const handleOpenChange = (isNowOpen: boolean): void => {
    setIsOpen(isNowOpen)
    if (!isNowOpen && isAsked) void navigate({ to: '/flow', replace: true, resetScroll: false })
  }
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <BookHeart aria-hidden size={18} className="max-[26rem]:hidden" />
        Journal
      </Button>
      <JournalDialog today={today} isOpen={isOpen} onOpenChange={handleOpenChange} />
    </>
  )
}

interface PreviousEntriesProps {
  today: DateText
  entries: readonly MoodEntry[]
}

/** The latest entries before today's, collapsed so that they do not push the page down. */
function PreviousEntries({ today, entries }: PreviousEntriesProps): ReactElement {
  return (
    <Disclosure summary="Previous entries" className="border-b-0 border-t">
      {entries.length === 0 ? (
        <p className="text-ink-quiet">Today’s entry will be here tomorrow.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {entries.map((entry) => (
            <PreviousEntry key={entry.date} entry={entry} today={today} />
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

function PreviousEntry({ entry, today }: { entry: MoodEntry; today: DateText }): ReactElement {
  const { locale } = useDates()
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <EntryMood mood={entry.mood} />
          <time
            dateTime={entry.date}
            title={longDay(entry.date, locale)}
            className="text-sm text-ink-quiet"
          >
            {relativeDay(entry.date, today, locale)}
          </time>
        </p>
        <EntryNotes notes={entry.notes} />
      </div>
      {isUnsent(entry) ? null : <DeleteEntry entry={entry} />}
    </li>
  )
}

function EntryNotes({ notes }: { notes: string | null }): ReactElement {
  return notes ? (
    <p className="mt-1 max-w-prose whitespace-pre-line">{notes}</p>
  ) : (
    <p className="mt-1 text-ink-quiet">No notes</p>
  )
}
