import type { ReactElement, ReactNode } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { SoundCheck } from '#web/features/stories/recorder/recording-controls.tsx'
import type { RecorderStatus } from '#web/features/stories/recorder/voice-recorder.tsx'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { aText } from '#web/lib/shape.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

interface MoreChoicesProps {
  status: RecorderStatus
  disabled: boolean
  isAnotherVoice: boolean
  onAnotherVoice: (isAnother: boolean) => void
  /** Something in it needs to be seen. */
  hasError: boolean
  /** The transcript of a recording. */
  children: ReactNode
}

/** Choices that nobody needs to submit a recording. The part stays open for whoever has opened it once. */
export function MoreChoices(props: MoreChoicesProps): ReactElement {
  const { status, disabled, isAnotherVoice, onAnotherVoice, hasError, children } = props
  const key = `story-more:${useMember().id}:seen`
  const [isOpen, setIsOpen] = useStoredState(() => readDraft(key, aText) === 'open', false)
  const handleOpenChange = (next: boolean): void => {
    writeDraft(key, next ? 'open' : 'closed')
    setIsOpen(next)
  }
  return (
    <Disclosure
      summary="More"
      className="border-t"
      open={isOpen || hasError}
      onOpenChange={handleOpenChange}
    >
      <div className="flex flex-col gap-6 pt-1">
        {status === 'idle' && !isAnotherVoice ? <SoundCheck isDisabled={disabled} /> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="outline"
            disabled={disabled}
            onClick={() => onAnotherVoice(!isAnotherVoice)}
          >
            {isAnotherVoice ? 'Record my voice instead' : 'Tell it in another voice instead'}
          </Button>
          <p className="max-w-prose text-sm text-ink-quiet">
            Each listener’s device reads your words: no sound leaves your device.
          </p>
        </div>
        {status === 'finished' && !isAnotherVoice ? children : null}
        <p className="max-w-prose text-sm text-ink-quiet">
          Your voice is changed on this device, before anything is sent. A computer that compares
          voices can recognize you in every recording, changed or not. Names and places you mention
          aren’t changed.
        </p>
      </div>
    </Disclosure>
  )
}
