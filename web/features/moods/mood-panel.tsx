import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookHeart, ChevronDown } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { JournalLock, MoodEntry } from '#contract/moods.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { MoodEditor } from '#web/features/moods/mood-editor.tsx'
import { EntryMood, FoldedEntry, MoodEmoji } from '#web/features/moods/mood-entry.tsx'
import {
  isLockedError,
  journalLockQuery,
  mayAskOnWaking,
  recentMoodsQuery,
} from '#web/features/moods/queries.ts'
import {
  entryOf,
  isUnsent,
  MoodDraft,
  moodDraftKey,
  previousEntries,
  relativeDay,
  waitingEntry,
} from '#web/features/moods/recent-moods.ts'
import { isOffline } from '#web/lib/api.ts'
import { cn } from '#web/lib/cn.ts'
import { longDay } from '#web/lib/dates.ts'
import { readDraft, tabStorage } from '#web/lib/drafts.ts'
import { onDemand, onFirstOpen } from '#web/lib/on-demand.tsx'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { useToday } from '#web/lib/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
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

/** The day in one line, with its mood. Pressing it opens the mood and gratitude panel below. */
export function MoodPanel(): ReactElement {
  const today = useToday(useMember().timeZone)
  const { journal } = useSearch({ strict: false })
  const isAsked = journal === 'open'
  const { data: lock } = useQuery(journalLockQuery)
  const [isOpen, setIsOpen] = useState(false)
  const fold: Fold = { isOpen, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false) }
  if (!lock?.isLocked) return <OpenDay today={today} lock={lock} fold={fold} isAsked={isAsked} />
  return <LockedDay today={today} fold={{ ...fold, isOpen: isOpen || isAsked }} />
}

interface Fold {
  isOpen: boolean
  toggle: () => void
  close: () => void
}

const panelClasses = 'mb-3 p-4 pb-1 sm:p-6 sm:pb-2'

function LockedDay({ today, fold }: { today: DateText; fold: Fold }): ReactElement {
  return (
    <section aria-label={TITLE}>
      <DayLine today={today} fold={fold}>
        <p className="min-w-0 truncate">Your journal is locked.</p>
      </DayLine>
      {fold.isOpen ? (
        <Card className={panelClasses}>
          <PanelHeader />
          <PanelBody>
            <LockedJournalPanel />
          </PanelBody>
        </Card>
      ) : null}
    </section>
  )
}

const TITLE = 'Mood & Gratitude'

interface DayLineProps {
  today: DateText
  fold: Fold
  /** The day's mood. */
  children: ReactNode
}

/** The whole line can be pressed. On a phone even the longest date fits in it. */
function DayLine({ today, fold, children }: DayLineProps): ReactElement {
  const { locale } = useDates()
  return (
    <div className="relative flex min-h-11 flex-wrap items-center justify-between gap-x-2 text-[min(0.875rem,3.74vw)] max-[16rem]:text-sm sm:text-base sm:pointer-fine:min-h-8">
      <p className="font-semibold">{longDay(today, locale)}</p>
      <div className="flex min-w-0 items-center gap-1">
        {children}
        <button
          type="button"
          aria-label="Mood and journal"
          aria-expanded={fold.isOpen}
          onClick={fold.toggle}
          className="inline-flex min-h-11 w-6 shrink-0 items-center justify-center rounded-lg sm:pointer-fine:min-h-8 after:absolute after:inset-0 after:rounded-lg"
        >
          <ChevronDown
            aria-hidden
            size={20}
            className={cn('transition-transform', fold.isOpen && 'rotate-180')}
          />
        </button>
      </div>
    </div>
  )
}

function PanelHeader({ children }: { children?: ReactNode }): ReactElement {
  return (
    <CardHeader className="flex-row items-start justify-between gap-3">
      <div className="min-w-0">
        <CardTitle className="max-[22rem]:text-lg">{TITLE}</CardTitle>
        <CardDescription>Only you can read this.</CardDescription>
      </div>
      {children}
    </CardHeader>
  )
}

interface OpenDayProps {
  today: DateText
  /** Undefined until it has loaded. */
  lock: JournalLock | undefined
  fold: Fold
  /** Whether the address asks for the journal. */
  isAsked: boolean
}

function OpenDay({ today, lock, fold, isAsked }: OpenDayProps): ReactElement {
  const recent = useQuery({
    ...recentMoodsQuery(today),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: () => mayAskOnWaking(lock),
  })
  const { data, error } = recent
  const waiting = waitingEntry(useOutbox().waiting, today)
  const entry = waiting ?? entryOf(data?.items, today)
  const isUnknown = !data && (recent.isPending || isLockedError(error))
  const line = useRef<HTMLElement>(null)
  const [shared, setShared] = useState('')
  const handleShared = (notes: string): void => {
    setShared(notes)
    fold.close()
    line.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <section ref={line} aria-label={TITLE}>
      <DayLine today={today} fold={fold}>
        {entry || isUnknown ? (
          <FoldedEntry entry={entry} />
        ) : (
          <Question key={String(fold.isOpen)} isOpen={fold.isOpen} />
        )}
      </DayLine>
      <AskedJournal today={today} isAsked={isAsked} />
      {fold.isOpen ? null : <CrisisPanel key={shared} text={shared} isSent />}
      {fold.isOpen ? (
        <Card className={panelClasses}>
          <PanelHeader>
            <JournalButton today={today} />
          </PanelHeader>
          {isUnknown ? (
            <PanelBody>
              <Skeleton className="grow" />
            </PanelBody>
          ) : !data && !isOffline(error) ? (
            <PanelBody>
              <QueryError query={recent} />
            </PanelBody>
          ) : (
            <>
              <PanelBody>
                <MoodEditor today={today} entry={entry} onShared={handleShared} />
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
      ) : null}
    </section>
  )
}

/** The line without an entry. It is read anew each time the panel opens or closes. */
function Question({ isOpen }: { isOpen: boolean }): ReactElement {
  const draftKey = moodDraftKey(useMember().id)
  const [draft] = useStoredState(() => readDraft(draftKey, MoodDraft, tabStorage), undefined)
  // Shorter on a phone, where the date is beside it.
  if (draft && !isOpen) {
    return (
      <p>
        {draft.mood ? <MoodEmoji mood={draft.mood} className="me-1 max-[22rem]:hidden" /> : null}
        Not shared<span className="max-sm:sr-only"> yet</span>
      </p>
    )
  }
  return (
    <p>
      How are you<span className="max-sm:sr-only"> today</span>?
    </p>
  )
}

/** As high as its tallest closed state, so that the page below doesn't move. */
function PanelBody({ children }: { children: ReactElement }): ReactElement {
  return <div className="flex min-h-45.5 flex-col pb-4 sm:min-h-38.5">{children}</div>
}

/** Opens the journal that the address asks for, and takes it out of the address when it closes. */
function AskedJournal({ today, isAsked }: { today: DateText; isAsked: boolean }): ReactElement {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  // Opened once the page is hydrated, because the server renders no dialogs.
  useEffect(() => setIsOpen(isAsked), [isAsked])
  const handleOpenChange = (isNowOpen: boolean): void => {
    setIsOpen(isNowOpen)
    if (!isNowOpen) void navigate({ to: '/flow', replace: true, resetScroll: false })
  }
  return <JournalDialog today={today} isOpen={isOpen} onOpenChange={handleOpenChange} />
}

function JournalButton({ today }: { today: DateText }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <BookHeart aria-hidden size={18} className="max-[26rem]:hidden" />
        Journal
      </Button>
      <JournalDialog today={today} isOpen={isOpen} onOpenChange={setIsOpen} />
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
    <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line">
      {notes}
    </p>
  ) : (
    <p className="mt-1 text-ink-quiet">No notes</p>
  )
}
