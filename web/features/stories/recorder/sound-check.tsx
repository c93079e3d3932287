import { Volume2 } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { createLevelMeter, type LevelMeter } from './level-meter.ts'
import {
  closeMicrophone,
  MICROPHONE_MISSING,
  openMicrophone,
  RecordingError,
} from './microphone.ts'
import { RecordingLevel } from './recording-level.tsx'

/** Lets the member test the microphone before recording anything. */
export function SoundCheck({ isDisabled }: { isDisabled: boolean }): ReactElement {
  const [isOn, setIsOn] = useState(false)
  const { meter, error } = useMicrophoneLevel(isOn)
  return (
    <div className="flex w-full max-w-xs flex-col items-center gap-3">
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
