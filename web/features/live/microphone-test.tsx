import { Mic } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { createLevelMeter, type LevelMeter } from '#web/features/stories/recorder/microphone.ts'
import { RecordingLevel } from '#web/features/stories/recorder/recording-level.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'
import {
  chooseMicrophone,
  listMicrophones,
  type MicrophoneChoice,
  OTHER_MICROPHONE,
  openMicrophone,
} from './microphone.ts'
import { room } from './room.ts'

/** Lets the person choose and test a microphone; nobody in the room hears the test. */
export function MicrophoneTest({ isSmall = false }: { isSmall?: boolean }): ReactElement {
  return (
    <Dialog>
      <DialogTrigger>
        <Button variant={isSmall ? 'link' : 'outline'} size={isSmall ? 'sm' : 'default'}>
          {isSmall ? null : <Mic aria-hidden size={20} />}
          Test microphone
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Your microphone"
        description="Say something and watch the bar. Nobody in the room hears this test."
      >
        <Test />
        <DialogFooter>
          <DialogClose>
            <Button>Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type Trial =
  | { status: 'opening' }
  | { status: 'failed'; sentence: string }
  | {
      status: 'open'
      meter: LevelMeter
      choices: MicrophoneChoice[]
      deviceId: string
      isOther: boolean
    }

function Test(): ReactElement {
  const [wanted, setWanted] = useState<{ deviceId?: string }>({})
  const trial = useTrial(wanted)
  const handleChoose = (deviceId: string): void => {
    chooseMicrophone(deviceId)
    setWanted({ deviceId })
    room.changeMicrophone()
  }
  if (trial.status === 'opening') {
    return (
      <Skeletons
        label="Opening the microphone"
        rows={['h-11', 'h-6 w-64']}
        className="flex flex-col gap-4"
      />
    )
  }
  if (trial.status === 'failed') {
    return (
      <Notice variant="error" title="No microphone">
        <p>{trial.sentence}</p>
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setWanted({})}>
          Try again
        </Button>
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <Field label="Microphone">
        <Select value={trial.deviceId} onChange={(event) => handleChoose(event.target.value)}>
          {trial.choices.map(({ deviceId, label }) => (
            <option key={deviceId} value={deviceId}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {trial.isOther ? <p className="text-sm">{OTHER_MICROPHONE}</p> : null}
      <Level meter={trial.meter} />
    </div>
  )
}

function Level({ meter }: { meter: LevelMeter }): ReactElement {
  const read = useCallback(() => meter.read(), [meter])
  return <RecordingLevel readLevel={read} />
}

/** Opens the chosen microphone and closes it with the dialog. */
function useTrial(wanted: { deviceId?: string }): Trial {
  const [trial, setTrial] = useState<Trial>({ status: 'opening' })
  useEffect(() => {
    let isWanted = true
    let close: (() => void) | undefined
    const open = async (): Promise<void> => {
      const microphone = await openMicrophone(wanted.deviceId)
      close = microphone.close
      if (!isWanted) return close()
      const choices = await listMicrophones()
      if (!isWanted) return
      const meter = createLevelMeter(new MediaStream([microphone.track]))
      close = () => {
        meter.close()
        microphone.close()
      }
      const deviceId = microphone.track.getSettings().deviceId ?? ''
      setTrial({ status: 'open', meter, choices, deviceId, isOther: microphone.isOther })
    }
    setTrial({ status: 'opening' })
    open().catch((error: unknown) => {
      const sentence = error instanceof Error ? error.message : ''
      if (isWanted) setTrial({ status: 'failed', sentence })
    })
    return () => {
      isWanted = false
      close?.()
    }
  }, [wanted])
  return trial
}
