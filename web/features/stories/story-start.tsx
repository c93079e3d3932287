import { Mic, Undo2 } from 'lucide-react'
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
import { useGate } from '#web/lib/use-gate.ts'
import { useRestoredDraft } from '#web/lib/use-restored-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The parts of an unfinished story. It can have a recording without any text. */
interface Unfinished {
  draft: KeptStoryDraft | undefined
  recording: { elapsedMs: number; startedAt: number } | undefined
}

const NOTHING: Unfinished = { draft: undefined, recording: undefined }

const loadRecordingDrafts = () => import('#web/features/stories/recorder/recording-draft.ts')

export interface StoryStart {
  /** The story on this device that can be continued. */
  unfinished: Unfinished | undefined
  discard: () => Promise<void>
  /** Brings back what was just discarded. */
  undo: (() => void) | undefined
}

/** The unfinished story on this device, read again whenever the form is closed. */
export function useStoryStart(draftKey: string, isFormOpen: boolean): StoryStart {
  const [unfinished, setUnfinished] = useStoredState<Unfinished>(
    () => ({ draft: readStoryDraft(draftKey), recording: undefined }),
    NOTHING,
  )
  const [putBack, setPutBack] = useState<() => void>()
  const [wasOpen, setWasOpen] = useState(isFormOpen)
  if (wasOpen !== isFormOpen) {
    setWasOpen(isFormOpen)
    if (!isFormOpen) setUnfinished({ draft: readStoryDraft(draftKey), recording: undefined })
  }
  useEffect(() => {
    if (isFormOpen) return
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
  }, [draftKey, isFormOpen, setUnfinished])
  const gate = useGate()
  // Says so once it is true: what is still on the device would be back after a reload.
  const discard = async (): Promise<void> => {
    if (!gate.enter()) return
    const restore = await removeUnfinished(draftKey, unfinished.draft).finally(gate.leave)
    setUnfinished(NOTHING)
    setPutBack(() => () => {
      setPutBack(undefined)
      void restore().then(() => setUnfinished(unfinished))
    })
  }
  const isThere = unfinished.recording || (unfinished.draft && hasWords(unfinished.draft))
  return { unfinished: isThere ? unfinished : undefined, discard, undo: putBack }
}

/** Removes the draft and the recording from this device. Returns a function that restores them. */
async function removeUnfinished(
  draftKey: string,
  draft: KeptStoryDraft | undefined,
): Promise<() => Promise<void>> {
  clearDraft(draftKey)
  // Maybe before the card has found it.
  const restoreRecording = await loadRecordingDrafts()
    .then(({ takeRecordingDraft }) => takeRecordingDraft(draftKey))
    // A browser without storage has no recordings.
    .catch(() => undefined)
  return async () => {
    if (draft) writeDraft(draftKey, draft)
    await restoreRecording?.()
  }
}

interface UnfinishedStoryProps extends Unfinished {
  draftKey: string
  /** Opens the form, which reads the draft. */
  onOpen: () => void
  onDiscard: () => void
}

/** The unfinished story on this device, with the buttons to continue and to discard it. */
export function UnfinishedStory(props: UnfinishedStoryProps): ReactElement {
  const { draft, recording, draftKey, onOpen, onDiscard } = props
  const card = useRef<HTMLElement>(null)
  useRestoredDraft(true, () => card.current)
  const words = [draft?.title, draft?.content, draft?.caption].filter((text) => text?.trim())
  const [title, excerpt] = words
  const savedAt =
    draft?.savedAt ?? (recording ? new Date(recording.startedAt).toISOString() : undefined)
  const handleContinue = (): void => {
    if (!draft) keepStoryDraft(draftKey, { ...EMPTY_STORY, mode: 'audio' })
    onOpen()
  }
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
        {title ? (
          <p dir="auto" className="line-clamp-2 font-medium">
            {title}
          </p>
        ) : null}
        {excerpt ? (
          <p dir="auto" className="line-clamp-2 max-w-prose text-ink-quiet">
            {excerpt}
          </p>
        ) : null}
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
          onClick={handleContinue}
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

export function DiscardedNotice({ onUndo }: { onUndo: () => void }): ReactElement {
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
