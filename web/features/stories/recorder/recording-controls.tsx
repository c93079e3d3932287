import { Mic, Pause, Play, Square, Volume2 } from 'lucide-react'
import { type ReactElement, type ReactNode, type Ref, useEffect, useState } from 'react'
import { clockText } from '#web/features/stories/player/clock-text.ts'
import {
  closeMicrophone,
  createLevelMeter,
  type LevelMeter,
  MICROPHONE_MISSING,
  openMicrophone,
  RecordingError,
} from '#web/features/stories/recorder/microphone.ts'
import type { Recorder } from '#web/features/stories/recorder/recorder.ts'
import {
  type Extent,
  LIMIT_SECONDS,
  type RecorderState,
  secondsLeft,
} from '#web/features/stories/recorder/recorder-state.ts'
import { RecordingLevel } from '#web/features/stories/recorder/recording-level.tsx'
import { cn } from '#web/lib/cn.ts'
import { stopSound } from '#web/lib/page-sound.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'

/** The remaining time is highlighted from this point on. */
const NEAR_END_SECONDS = 60

/** Every state before the recording is finished. */
type OpenState = Exclude<RecorderState, { status: 'finished' }>

interface RecordingControlsProps {
  state: OpenState
  recorder: Recorder
  disabled: boolean
  mainRef: Ref<HTMLButtonElement>
}

/**
 * One large button that starts, then one beside *Finish* that pauses and resumes. It stays the same
 * element, so that it keeps the keyboard focus. The time takes the place of the large one, so that a
 * second press there does nothing.
 */
export function RecordingControls(props: RecordingControlsProps): ReactElement {
  const { state, recorder, disabled, mainRef } = props
  const { label, text, icon: Icon, press } = mainAction(state, recorder)
  const isFinishing = state.status === 'finishing'
  const hasBegun = 'elapsedMs' in state
  return (
    <div
      className={cn(
        'flex flex-col items-center rounded-xl border border-line bg-surface px-4 py-6',
        hasBegun ? 'gap-6' : 'gap-4',
      )}
    >
      {hasBegun ? (
        <RecordedTime {...state}>
          <RecordingLevel
            key={state.status}
            readLevel={state.status === 'recording' ? recorder.readLevel : undefined}
          />
        </RecordedTime>
      ) : null}
      <div className="flex w-full max-w-xs flex-wrap justify-center gap-3">
        <Button
          ref={mainRef}
          aria-label={label}
          variant={hasBegun ? 'outline' : 'default'}
          className={hasBegun ? stepClasses : 'size-28 rounded-full px-0'}
          disabled={disabled && !hasBegun}
          aria-disabled={isFinishing || undefined}
          busy={state.status === 'starting'}
          onClick={press}
        >
          <Icon aria-hidden size={hasBegun ? 18 : 44} />
          {text}
        </Button>
        {hasBegun ? (
          <Button
            className={stepClasses}
            busy={isFinishing}
            onClick={() => recorder.send({ type: 'finish' })}
          >
            {isFinishing ? null : <Square aria-hidden size={18} />}
            Finish
          </Button>
        ) : null}
      </div>
      {hasBegun ? null : (
        <p className="text-center">
          <span className="block font-medium">Press to record your story</span>
          <span className="block text-sm text-ink-quiet">
            Up to 10 minutes. Listen to it before you send it.
          </span>
        </p>
      )}
    </div>
  )
}

const stepClasses = 'min-h-13 grow basis-0 px-3'

interface MainAction {
  label: string
  /** Shown beside the icon. */
  text?: string
  icon: typeof Mic
  press: () => void
}

function mainAction(state: OpenState, recorder: Recorder): MainAction {
  if (state.status === 'paused') {
    const press = (): void => recorder.send({ type: 'resume' })
    return { label: 'Resume recording', text: 'Resume', icon: Play, press }
  }
  if ('elapsedMs' in state) {
    const press = (): void => recorder.send({ type: 'pause' })
    return { label: 'Pause recording', text: 'Pause', icon: Pause, press }
  }
  const press = (): void => {
    stopSound()
    void recorder.start()
  }
  return { label: 'Start recording', icon: Mic, press }
}

/** The announcement names the state, so it isn't a live region here. */
const STATE_WORDS = { recording: 'Recording', paused: 'Paused', finishing: 'Finishing…' }

type RecordedTimeProps = Extract<OpenState, Extent> & { children: ReactNode }

/** The state and the time; the level; and the limit. */
function RecordedTime({ status, elapsedMs, children }: RecordedTimeProps): ReactElement {
  const seconds = elapsedMs / 1000
  const left = secondsLeft(elapsedMs)
  return (
    <div className="flex w-full max-w-xs flex-col items-center gap-3 tabular-nums">
      <p className="flex items-center gap-2 font-medium">
        <span
          aria-hidden="true"
          className={cn(
            'size-3 rounded-full border-2 border-primary',
            status === 'recording' && 'bg-primary',
          )}
        />
        {STATE_WORDS[status]}
      </p>
      <p className="-mt-2 text-3xl font-medium">{clockText(seconds)}</p>
      {children}
      <div className="w-full">
        <p
          className={cn(
            'mb-1 text-sm',
            left <= NEAR_END_SECONDS ? 'font-medium text-gold-ink' : 'text-ink-quiet',
          )}
        >
          {clockText(left)} left
        </p>
        <Progress
          label="Time used"
          value={Math.floor(seconds)}
          max={LIMIT_SECONDS}
          className="h-1 *:bg-ink-quiet"
        />
      </div>
    </div>
  )
}

/** Lets the member test the microphone before recording anything. */
export function SoundCheck({ isDisabled }: { isDisabled: boolean }): ReactElement {
  const [isOn, setIsOn] = useState(false)
  const { meter, error } = useMicrophoneLevel(isOn)
  return (
    <div className="flex w-full max-w-xs flex-col items-start gap-3">
      {meter ? (
        <RecordingLevel
          readLevel={meter.read}
          waitingText="Say a few words."
          heardText="We can hear you. You’re ready to record."
        />
      ) : null}
      {error ? <Notice variant="error">{error}</Notice> : null}
      <Button
        variant="outline"
        size="sm"
        aria-pressed={isOn}
        disabled={isDisabled}
        busy={isOn && !meter && !error}
        onClick={() => setIsOn(!isOn)}
      >
        <Volume2 aria-hidden size={18} />
        {isOn ? 'Stop sound check' : 'Sound check'}
      </Button>
    </div>
  )
}

interface MicrophoneLevel {
  meter?: LevelMeter
  /** Why the microphone can't be heard. */
  error?: string
}

/** Opens the microphone while `isOn`. Nothing is recorded. */
function useMicrophoneLevel(isOn: boolean): MicrophoneLevel {
  const [level, setLevel] = useState<MicrophoneLevel>({})
  useEffect(() => {
    if (!isOn) return
    let close: (() => void) | undefined
    let isOver = false
    openMicrophone()
      .then((stream) => {
        const meter = createLevelMeter(stream)
        close = () => {
          meter.close()
          closeMicrophone(stream)
        }
        if (isOver) close()
        else setLevel({ meter })
      })
      .catch((cause: unknown) =>
        setLevel({ error: cause instanceof RecordingError ? cause.message : MICROPHONE_MISSING }),
      )
    return () => {
      isOver = true
      close?.()
      setLevel({})
    }
  }, [isOn])
  return level
}
