import { type ReactElement, useState } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { useUserAction } from '#web/features/admin/users/use-user-action.ts'
import { ACTION_LABELS, type Action, actionWords } from '#web/features/admin/users/user-action.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface ConfirmUserActionProps {
  user: AdminUser
  /** Undefined while nothing is asked. */
  action: Action | undefined
  onClose: () => void
}

/** Says what an action brings about, and does it. */
export function ConfirmUserAction({
  user,
  action,
  onClose,
}: ConfirmUserActionProps): ReactElement | null {
  // The words stay the same until it is closed, also when the action has changed the member by then.
  const [asked, setAsked] = useState<{ action: Action; user: AdminUser }>()
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = action !== undefined
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (action) setAsked({ action, user })
  }
  const doing = useUserAction()
  if (!asked) return null
  const { title, consequence } = actionWords(asked.action, asked.user)
  return (
    <ConfirmDialog
      title={title}
      description={consequence}
      confirmLabel={ACTION_LABELS[asked.action]}
      isDestructive={asked.action === 'suspend'}
      isBusy={doing.isPending}
      isOpen={isOpen}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      onConfirm={() => doing.mutate(asked, { onSettled: onClose })}
    />
  )
}
