import type { ReactElement } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Unsent work that exists only on this device. */
export interface Losing {
  /** How many calls have not reached the server. */
  calls: number
  /** How many drafts were started and not sent. */
  drafts: number
}

interface UnsentDialogProps extends Losing {
  onStay: () => void
  onLeave: () => void
}

/** Asks before signing out if something has not been sent, because nothing stays on the device. */
export function UnsentDialog(props: UnsentDialogProps): ReactElement {
  const { calls, drafts, onStay, onLeave } = props
  const waits = calls === 1 ? '1 thing is still waiting' : `${calls} things are still waiting`
  const begun = drafts === 1 ? '1 draft is not finished' : `${drafts} drafts are not finished`
  const parts = [calls > 0 ? `${waits} to be sent` : '', drafts > 0 ? begun : '']
  return (
    <ConfirmDialog
      title="Sign out and discard?"
      description={`${parts.filter((part) => part !== '').join(', and ')}. Signing out removes all your data from this device, so you’d lose this.`}
      cancelLabel="Stay signed in"
      confirmLabel="Sign out and discard"
      isDestructive
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onStay())}
      onConfirm={onLeave}
    />
  )
}
