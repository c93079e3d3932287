import { Mic, PenLine, Undo2 } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import {
  EMPTY_STORY,
  hasWords,
  type KeptStoryDraft,
  keepStoryDraft,
  readStoryDraft,
} from '#web/features/stories/drafts.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { loadStoryForm } from '#web/features/stories/lazy-story-form.tsx'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import { clearDraft, writeDraft } from '#web/lib/drafts.ts'
import { useRestoredDraft } from '#web/lib/use-restored-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface StoryStartProps {
  draftKey: string
  /** Opens the form, which reads the draft. */
  onOpen: () => void
}

/** The parts of an unfinished story. It can have a recording without any text. */
interface Unfinished {
  draft: KeptStoryDraft | undefined
  recording: { elapsedMs: number; startedAt: number } | undefined
}

const loadRecordingDrafts = () => import('#web/features/stories/recorder/recording-draft.ts')

/** The closed form, with a button for a new story or for the unfinished one on this device. */
export function StoryStart({ draftKey, onOpen }: StoryStartProps): ReactElement {
  const [unfinished, setUnfinished] = useUnfinished(draftKey)
  const [putBack, setPutBack] = useState<() => void>()

  const handleDiscard = (): void => {
    const removed = removeUnfinished(draftKey, unfinished)
    setUnfinished({ draft: undefined, recording: undefined })
    setPutBack(() => () => {
      void removed.then((restore) => restore()).then(() => setUnfinished(unfinished))
      setPutBack(undefined)
    })
  }
  const handleContinue = (): void => {
    if (!unfinished.draft) keepStoryDraft(draftKey, { ...EMPTY_STORY, mode: 'audio' })
    onOpen()
  }

  if (unfinished.recording || (unfinished.draft && hasWords(unfinished.draft))) {
    return <UnfinishedStory {...unfinished} onContinue={handleContinue} onDiscard={handleDiscard} />
  }
  return (
    <div className="flex flex-col gap-4">
      {putBack ? <DiscardedNotice onUndo={putBack} /> : null}
      <Button
        className="self-start max-sm:w-full"
        onClick={onOpen}
        onPointerEnter={() => void loadStoryForm()}
        onFocus={() => void loadStoryForm()}
      >
        <PenLine aria-hidden size={18} />
        Share your story or a question
      </Button>
    </div>
  )
}

function useUnfinished(draftKey: string): [Unfinished, (next: Unfinished) => void] {
  const [unfinished, setUnfinished] = useStoredState<Unfinished>(
    () => ({ draft: readStoryDraft(draftKey), recording: undefined }),
    { draft: undefined, recording: undefined },
  )
  useEffect(() => {
    let isGone = false
    loadRecordingDrafts()
      .then(({ measureRecordingDraft }) => measureRecordingDraft(draftKey))
      .then((recording) => {
        if (!isGone) setUnfinished((before) => ({ ...before, recording }))
      })
      // A browser without storage has no recordings.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [draftKey, setUnfinished])
  return [unfinished, setUnfinished]
}

/** Removes the draft and the recording from this device. Returns a function that restores them. */
async function removeUnfinished(
  draftKey: string,
  { draft, recording }: Unfinished,
): Promise<() => Promise<void>> {
  clearDraft(draftKey)
  const restoreRecording = recording
    ? await (await loadRecordingDrafts()).takeRecordingDraft(draftKey)
    : undefined
  return async () => {
    if (draft) writeDraft(draftKey, draft)
    await restoreRecording?.()
  }
}

interface UnfinishedStoryProps extends Unfinished {
  onContinue: () => void
  onDiscard: () => void
}

function UnfinishedStory(props: UnfinishedStoryProps): ReactElement {
  const { draft, recording, onContinue, onDiscard } = props
  const card = useRef<HTMLElement>(null)
  useRestoredDraft(true, () => card.current)
  const words = [draft?.title, draft?.content, draft?.caption].filter((text) => text?.trim())
  const [title, excerpt] = words
  const savedAt =
    draft?.savedAt ?? (recording ? new Date(recording.startedAt).toISOString() : undefined)
  return (
    <section
      ref={card}
      aria-labelledby="unfinished-story"
      className="flex flex-col gap-3 rounded-lg border border-line-strong border-dashed p-4"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <h3 id="unfinished-story" className="font-sans text-sm font-medium text-ink-quiet">
          Your unfinished story
        </h3>
        {title ? <p className="line-clamp-2 font-medium">{title}</p> : null}
        {excerpt ? <p className="line-clamp-2 max-w-prose text-ink-quiet">{excerpt}</p> : null}
        {recording || draft?.mode === 'audio' ? (
          // An empty line until the recording is found, so that the buttons don't move.
          <p className="flex items-center gap-1.5">
            {recording ? (
              <>
                <Mic aria-hidden size={16} />
                {clockText(Math.round(recording.elapsedMs / 1000))} recorded
              </>
            ) : (
              '\u00a0'
            )}
          </p>
        ) : null}
        <p className="text-sm text-ink-quiet">
          Saved on this device {savedAt ? <RelativeTime date={savedAt} /> : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={onContinue}
          onPointerEnter={() => void loadStoryForm()}
          onFocus={() => void loadStoryForm()}
        >
          Continue
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  )
}

function DiscardedNotice({ onUndo }: { onUndo: () => void }): ReactElement {
  return (
    <FocusOnAppear>
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        Draft discarded.
        <Button variant="outline" size="sm" onClick={onUndo}>
          <Undo2 aria-hidden size={16} />
          Undo
        </Button>
      </p>
    </FocusOnAppear>
  )
}
