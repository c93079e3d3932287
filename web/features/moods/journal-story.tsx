import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { storyFromEntries } from '#web/features/moods/journal-text.ts'
import { JournalEntry } from '#web/features/moods/mood-entry.tsx'
import { journalPagesQuery } from '#web/features/moods/queries.ts'
import {
  EMPTY_STORY,
  findUnfinishedStory,
  keepStoryDraft,
  type StoryDraft,
  storyDraftKey,
  type UnfinishedStory,
} from '#web/features/stories/drafts.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DialogClose } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** How many entries are listed at a time. */
const STEP = 10

const LONGEST_NAME = 60

/** Combines chosen entries into the draft of a story, entirely on this device. */
export function JournalStory({ today }: { today: DateText }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <section className="flex flex-col items-start gap-4 border-t border-line pt-4">
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <PenLine aria-hidden size={18} />
        Write a story from my journal
      </Button>
      <div id={id} className="w-full empty:hidden">
        {isOpen ? <ChooseEntries today={today} /> : null}
      </div>
    </section>
  )
}

function ChooseEntries({ today }: { today: DateText }): ReactElement {
  const pages = useInfiniteQuery(journalPagesQuery)
  const unfinished = useUnfinishedStory()
  const [shown, setShown] = useState(STEP)
  const [chosen, setChosen] = useState<ReadonlySet<DateText>>(new Set())
  const read = pages.data?.pages.flatMap(({ items }) => items) ?? []
  const entries = read.filter(({ notes }) => notes)
  const handleToggle = (date: DateText): void => {
    const next = new Set(chosen)
    if (!next.delete(date)) next.add(date)
    setChosen(next)
  }
  const handleMore = (): void => {
    setShown(shown + STEP)
    if (entries.length <= shown + STEP && pages.hasNextPage) void pages.fetchNextPage()
  }
  if (unfinished?.hasRecording) return <RecordingNotice />
  if (pages.isPending || !unfinished) {
    return (
      <div role="status" aria-label="Loading your journal" className="flex flex-col gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  }
  if (!pages.data) return <QueryError query={pages} />
  if (entries.length === 0 && !pages.hasNextPage) {
    return <p className="text-ink-quiet">You haven’t written anything in your journal yet.</p>
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-quiet">
        {unfinished.draft
          ? `Choose entries to add to your unfinished story${nameOf(unfinished.draft)}. To start a new one, discard it first.`
          : 'Choose entries to start from.'}{' '}
        The draft stays on this device until you submit it.
      </p>
      <fieldset className="min-w-0">
        <legend className="sr-only">Entries for your story</legend>
        <ul className="flex flex-col divide-y divide-line">
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.date}>
              <EntryChoice
                entry={entry}
                isChosen={chosen.has(entry.date)}
                onToggle={() => handleToggle(entry.date)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      {pages.isFetchNextPageError ? <QueryError query={pages} /> : null}
      {shown < entries.length || pages.hasNextPage ? (
        <Button
          variant="ghost"
          className="-ml-5 self-start"
          busy={pages.isFetching}
          onClick={handleMore}
        >
          Show earlier entries
        </Button>
      ) : null}
      {chosen.size > 0 ? (
        <JournalDraft
          entries={entries.filter(({ date }) => chosen.has(date))}
          unfinished={unfinished.draft}
          today={today}
        />
      ) : null}
    </div>
  )
}

/** The story's title or first words, to continue a sentence; empty if only a category is chosen. */
function nameOf({ title, content, caption }: StoryDraft): string {
  const name = [...(title.trim() || content.trim() || caption.trim())]
  if (name.length === 0) return ''
  const rest = name.length > LONGEST_NAME ? '…' : ''
  return `, “${name.slice(0, LONGEST_NAME).join('').trimEnd()}${rest}”`
}

interface EntryChoiceProps {
  entry: MoodEntry
  isChosen: boolean
  onToggle: () => void
}

function EntryChoice({ entry, isChosen, onToggle }: EntryChoiceProps): ReactElement {
  const { locale } = useDates()
  return (
    <Checkbox
      checked={isChosen}
      onChange={onToggle}
      aria-label={longDay(entry.date, locale)}
      aria-describedby={`story-entry-${entry.date}`}
      className="items-start py-3 [&_input]:scroll-mb-28"
      label={
        <div id={`story-entry-${entry.date}`}>
          <JournalEntry entry={entry} />
        </div>
      }
    />
  )
}

interface JournalDraftProps {
  /** The entries to start from. */
  entries: readonly MoodEntry[]
  /** The draft that the story form already has on this device. */
  unfinished: StoryDraft | undefined
  today: DateText
}

/** Opens the story form with a draft. If there is an unfinished story, adds to it. */
function JournalDraft({ entries, unfinished, today }: JournalDraftProps): ReactElement {
  const draftKey = storyDraftKey(useMember().id)
  const navigate = useNavigate()
  const text = storyFromEntries(entries, today)
  const draft = unfinished ? appended(unfinished, text) : { ...EMPTY_STORY, ...text }
  const handleWrite = (): void => {
    keepStoryDraft(draftKey, draft)
    void navigate({ to: '/flow', search: { tab: 'exit' }, state: { writingSince: Date.now() } })
  }
  return (
    <div className="sticky -bottom-4 z-10 border-t border-line bg-surface pt-3 pb-4 sm:-bottom-6 sm:pb-6">
      {isWithinLength(draft.content, STORY_LIMITS.content) ? (
        <DialogClose>
          <Button onClick={handleWrite}>
            {unfinished ? 'Add to my unfinished story' : 'Write a draft'}
          </Button>
        </DialogClose>
      ) : (
        <p role="alert">
          A story can have at most 20,000 characters, and this one has more. Choose fewer entries.
        </p>
      )}
    </div>
  )
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** When the draft that the story form opens with was saved, in milliseconds since the epoch. */
    writingSince?: number
  }
}

/** The story form's unfinished work on this device. Undefined until it has loaded. */
function useUnfinishedStory(): UnfinishedStory | undefined {
  const draftKey = storyDraftKey(useMember().id)
  const { data } = useQuery({
    queryKey: ['unfinished-story', draftKey],
    queryFn: () => findUnfinishedStory(draftKey),
    staleTime: 0,
    gcTime: 0,
  })
  return data
}

function appended(draft: StoryDraft, text: { title: string; content: string }): StoryDraft {
  return {
    ...draft,
    mode: 'text',
    title: draft.title.trim() === '' ? text.title : draft.title,
    content: [draft.content.trimEnd(), text.content].filter(Boolean).join('\n\n'),
  }
}

/** Shown instead, because submitting a text would delete the recording. */
function RecordingNotice(): ReactElement {
  return (
    <Notice title="You have an unfinished recording">
      <p>Submit or discard it first. Then you can write from your journal.</p>
      <DialogClose>
        <Button asChild variant="outline" className="mt-3">
          <Link to="/flow" search={{ tab: 'exit' }}>
            Go to my recording
          </Link>
        </Button>
      </DialogClose>
    </Notice>
  )
}
