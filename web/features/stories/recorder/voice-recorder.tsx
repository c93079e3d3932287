import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { spokenTime } from '#web/features/stories/player/clock-text.ts'
import { usePreparedRecording } from '#web/features/stories/recorder/prepare-recording.ts'
import { Recorder, type RecorderSnapshot } from '#web/features/stories/recorder/recorder.ts'
import { type RecorderState, timeLeftText } from '#web/features/stories/recorder/recorder-state.ts'
import { RecordingControls } from '#web/features/stories/recorder/recording-controls.tsx'
import { RecordingPreview, VoiceChoice } from '#web/features/stories/recorder/recording-preview.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The recording as it will be sent, in the voice that the member chose. */
interface RecordedStory {
  blob: Blob
  durationSeconds: number
  mimeType: string
}

/** A recording that can be sent, or one being prepared. Null when nothing is recorded. */
export type Recorded = RecordedStory | 'preparing' | null

interface VoiceRecorderProps {
  /**
   * The key of the draft on this device. Contains the member's id, so that nobody sees another
   * member's draft.
   */
  draftKey: string
  disabled?: boolean
  onChange: (recording: Recorded) => void
  /** Called each time a recording starts or resumes. */
  onStart: () => void
  /** Called with each state of the recorder. */
  onStatus: (status: RecorderStatus) => void
  /** Whether the words are told in another voice. A recording stays on this device meanwhile. */
  isAnotherVoice: boolean
  /** Shown instead of the recording with another voice. */
  children?: ReactNode
}

export type RecorderStatus = RecorderState['status']

/**
 * Records a story. The recording stays on this device through reloads and crashes until
 * `removeRecordingDraft(draftKey)` is called after submitting, or the member discards it.
 */
export function VoiceRecorder({
  draftKey,
  disabled = false,
  onChange,
  onStart,
  onStatus,
  isAnotherVoice,
  children,
}: VoiceRecorderProps): ReactElement {
  const { recorder, snapshot } = useRecorder(draftKey)
  const { state, source, voice } = snapshot
  const { preparation, retry } = usePreparedRecording(source, voice)
  const mainRef = useRef<HTMLButtonElement>(null)
  const againRef = useRef<HTMLButtonElement>(null)
  const ready = preparation.status === 'ready' ? preparation.recording : null
  const isPreparing =
    state.status === 'finishing' || (state.status === 'finished' && preparation.status !== 'failed')

  const report = useEffectEvent(onChange)
  // A layout effect, so that the form knows before the member sees the finished recording and
  // submits.
  useLayoutEffect(() => {
    report(ready ? pick(ready) : isPreparing ? 'preparing' : null)
  }, [ready, isPreparing])
  const reportStatus = useEffectEvent((status: RecorderStatus) => {
    onStatus(status)
    if (status === 'recording') onStart()
  })
  useEffect(() => reportStatus(state.status), [state.status])
  useFollowingFocus(state.status, mainRef, againRef)

  return (
    <section aria-label="Record your story" className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {announcement(state)}
      </p>
      <RecorderNotices {...snapshot} />
      {isAnotherVoice ? null : state.status === 'finished' ? (
        <RecordingPreview
          preparation={preparation}
          onRetry={retry}
          onDiscard={() => recorder.send({ type: 'discard' })}
          disabled={disabled}
          againRef={againRef}
        />
      ) : (
        <RecordingControls
          state={state}
          recorder={recorder}
          disabled={disabled}
          mainRef={mainRef}
        />
      )}
      {state.status === 'finished' && !isAnotherVoice ? (
        <VoiceChoice
          value={voice}
          disabled={disabled}
          onChange={(next) => recorder.chooseVoice(next)}
        />
      ) : null}
      {state.status === 'finished' && isAnotherVoice ? (
        <p className="text-sm text-ink-quiet">
          Your recording stays on this device, and is deleted when you submit your words.
        </p>
      ) : null}
      {isAnotherVoice ? children : null}
    </section>
  )
}

function pick({ blob, durationSeconds, mimeType }: RecordedStory): RecordedStory {
  return { blob, durationSeconds, mimeType }
}

function RecorderNotices({ state, isUnsaved }: RecorderSnapshot): ReactElement {
  const notice = 'notice' in state ? state.notice : null
  const error = state.status === 'idle' ? state.error : null
  return (
    <>
      {error ? <Notice variant="error">{error}</Notice> : null}
      {notice ? <Notice>{notice}</Notice> : null}
      {isUnsaved && state.status !== 'idle' ? (
        <Notice>
          This device can’t keep a backup of your recording. Keep this page open until you’ve sent
          it.
        </Notice>
      ) : null}
    </>
  )
}

function announcement(state: RecorderState): string {
  if (state.status === 'recording') {
    return `Recording. ${timeLeftText(state.elapsedMs)}`.trim()
  }
  if (state.status === 'paused') {
    return `Recording paused at ${spokenTime(state.elapsedMs / 1000)}.`
  }
  if (state.status === 'finished') {
    return `Recording finished: ${spokenTime(state.elapsedMs / 1000)}.`
  }
  return ''
}

/** When the focused button is removed, the focus moves to the button that replaces it. */
function useFollowingFocus(
  status: RecorderState['status'],
  mainRef: RefObject<HTMLButtonElement | null>,
  againRef: RefObject<HTMLButtonElement | null>,
): void {
  const before = useRef(status)
  useEffect(() => {
    const came = before.current
    before.current = status
    if (came === 'finishing' && status === 'finished') againRef.current?.focus()
    if (came === 'finished' && status === 'idle') mainRef.current?.focus()
  }, [status, mainRef, againRef])
}

/**
 * The recorder of a draft, which restores a recording that an earlier page made under the same key.
 */
function useRecorder(draftKey: string): { recorder: Recorder; snapshot: RecorderSnapshot } {
  const recorder = useMemo(() => new Recorder(draftKey), [draftKey])
  const snapshot = useSyncExternalStore(
    recorder.subscribe,
    recorder.getSnapshot,
    recorder.getSnapshot,
  )
  useEffect(() => {
    // If no draft can be read, there is nothing to restore, and recording still works.
    recorder.open().catch(() => undefined)
    return () => recorder.close()
  }, [recorder])
  return { recorder, snapshot }
}
