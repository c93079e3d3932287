import { RotateCcw } from 'lucide-react'
import { type ReactElement, type Ref, useEffect, useId, useState } from 'react'
import { PlayBar } from '#web/features/stories/player/play-bar.tsx'
import { type PlaybackFailure, usePlayback } from '#web/features/stories/player/playback.ts'
import type {
  Preparation,
  PreparedRecording,
} from '#web/features/stories/recorder/prepare-recording.ts'
import { VOICES, type Voice } from '#web/features/stories/recorder/voice/voice-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'

const VOICE_LABELS: Record<Voice, { label: string; explanation: string }> = {
  natural: {
    label: 'Natural',
    explanation: 'Your voice as it is: people who know you can recognize you.',
  },
  softened: {
    label: 'Softened',
    explanation: 'Changed a little: someone close to you may recognize you.',
  },
  different: {
    label: 'Sounds different',
    explanation: 'Changed a lot: people will hardly recognize you, but a computer can.',
  },
}

const FAILURES: Record<PlaybackFailure, string> = {
  load: 'Audio Error: Failed to load audio file',
  play: 'Playback Error: Unable to play the recording...',
}

interface RecordingPreviewProps {
  preparation: Preparation
  onRetry: () => void
  onDiscard: () => void
  disabled: boolean
  againRef: Ref<HTMLButtonElement>
}

/** Plays exactly what will be sent, and offers to record again. */
export function RecordingPreview(props: RecordingPreviewProps): ReactElement {
  const { preparation, onRetry, onDiscard, disabled, againRef } = props
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="flex max-w-142 flex-col gap-2 rounded-xl border border-line bg-surface px-4 pt-2 pb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-1">
        <p className="font-medium">As others will hear it</p>
        <Button
          ref={againRef}
          variant="ghost"
          size="sm"
          className="-mr-2 min-h-11 px-2"
          disabled={disabled}
          onClick={() => setIsAsking(true)}
        >
          <RotateCcw aria-hidden size={16} />
          Record again
        </Button>
      </div>
      <div className="flex min-h-11 flex-col justify-center">
        <PreparedPart preparation={preparation} onRetry={onRetry} />
      </div>
      <ConfirmDialog
        title="Record again?"
        description="Your current recording will be deleted from this device."
        confirmLabel="Delete and record again"
        cancelLabel="Keep it"
        isDestructive
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={onDiscard}
      />
    </div>
  )
}

type PreparedPartProps = Pick<RecordingPreviewProps, 'preparation' | 'onRetry'>

function PreparedPart({ preparation, onRetry }: PreparedPartProps): ReactElement | null {
  if (preparation.status === 'ready') return <PreviewPlayer recording={preparation.recording} />
  if (preparation.status === 'working') {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-sm text-ink-quiet">Getting your recording ready…</p>
        <Progress
          label="Getting your recording ready"
          value={Math.round(preparation.share * 100)}
        />
      </div>
    )
  }
  if (preparation.status === 'none') return null
  return (
    <Notice variant="error" title="This voice couldn’t be created on this device.">
      <p>Your recording is safe. Try again, or choose another voice.</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}

function PreviewPlayer({ recording }: { recording: PreparedRecording }): ReactElement | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(recording.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [recording])
  return url ? <PreviewBar url={url} recording={recording} /> : null
}

function PreviewBar({
  url,
  recording,
}: {
  url: string
  recording: PreparedRecording
}): ReactElement {
  const { playback, snapshot } = usePlayback(url, recording.durationSeconds)
  return (
    <>
      <PlayBar
        playback={playback}
        snapshot={snapshot}
        peaks={recording.peaks}
        title="your recording"
      />
      {snapshot.failure ? (
        <Notice variant="error" className="mt-3">
          <p>{FAILURES[snapshot.failure]}</p>
        </Notice>
      ) : null}
    </>
  )
}

interface VoiceChoiceProps {
  value: Voice
  disabled: boolean
  onChange: (voice: Voice) => void
}

/** How the member's voice will sound to others: three choices in one line, and what the chosen one does. */
export function VoiceChoice({ value, disabled, onChange }: VoiceChoiceProps): ReactElement {
  const id = useId()
  return (
    <fieldset disabled={disabled} aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="mb-1.5 font-medium">How your voice sounds</legend>
      <div className="flex flex-wrap gap-1.5 sm:gap-2">
        {VOICES.map((voice) => (
          <label
            key={voice}
            className="relative flex min-h-11 grow cursor-pointer items-center justify-center rounded-lg border border-line-strong bg-surface px-1.5 text-center text-sm has-checked:border-primary has-checked:bg-primary-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-disabled:opacity-55 sm:grow-0 sm:px-5 sm:text-base"
          >
            <input
              type="radio"
              name={`${id}-voice`}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value === voice}
              onChange={() => onChange(voice)}
            />
            {VOICE_LABELS[voice].label}
          </label>
        ))}
      </div>
      <p id={`${id}-help`} aria-live="polite" className="mt-1.5 max-w-prose text-sm text-ink-quiet">
        {VOICE_LABELS[value].explanation}
      </p>
    </fieldset>
  )
}
