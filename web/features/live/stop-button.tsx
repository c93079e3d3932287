import { Radio } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useBroadcast } from './use-broadcast.ts'

interface StopButtonProps {
  /** Whether to ask for confirmation, because other people would be disconnected. */
  asksFirst: boolean
}

/** Ends the session for everyone. */
export function StopButton({ asksFirst }: StopButtonProps): ReactElement {
  const { isBusy, stop } = useBroadcast()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        variant="destructive"
        busy={isBusy && !isAsking}
        onClick={() => (asksFirst ? setIsAsking(true) : stop())}
      >
        {isBusy ? null : <Radio aria-hidden size={20} />}
        Stop Broadcasting
      </Button>
      <ConfirmDialog
        title="End the session for everyone?"
        description="Everyone in the room will be disconnected."
        confirmLabel="End the session"
        cancelLabel="Stay on air"
        isDestructive
        isBusy={isBusy}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={stop}
      />
    </>
  )
}
