import type { ReactElement } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface UnsentDialogProps {
  /** How many calls have not reached the server. */
  count: number
  onStay: () => void
  onLeave: () => void
}

/** Asks before a member signs out whose words have not all been sent: nothing stays behind. */
export function UnsentDialog({ count, onStay, onLeave }: UnsentDialogProps): ReactElement {
  const things = count === 1 ? '1 thing is' : `${count} things are`
  return (
    <ConfirmDialog
      title="Sign out and discard?"
      description={`${things} still waiting to be sent. Nothing of yours stays on this device when you sign out, so what waits would be lost.`}
      cancelLabel="Stay signed in"
      confirmLabel="Sign out and discard"
      isDestructive
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onStay())}
      onConfirm={onLeave}
    />
  )
}
