import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { storyFromEntries } from '#web/features/moods/story-text.ts'
import {
  EMPTY_STORY,
  findUnfinishedStory,
  keepStoryDraft,
  type StoryDraft,
  storyDraftKey,
  type UnfinishedStory,
} from '#web/features/stories/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogClose } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface JournalDraftProps {
  /** The entries to start from. */
  entries: readonly MoodEntry[]
  /** The draft that the story form already has on this device. */
  unfinished: StoryDraft | undefined
  today: DateText
}

/** Opens the story form with a draft. If there is an unfinished story, adds to it. */
export function JournalDraft({ entries, unfinished, today }: JournalDraftProps): ReactElement {
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
export function useUnfinishedStory(): UnfinishedStory | undefined {
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
export function RecordingNotice(): ReactElement {
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
