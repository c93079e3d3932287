import { type ReactElement, useState } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { useUserAction } from '#web/features/admin/users/use-user-action.ts'
import { ACTION_LABELS, type Action, actionWords } from '#web/features/admin/users/user-action.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface ConfirmUserActionProps {
  user: AdminUser
  /** Undefined while the dialog is closed. */
  action: Action | undefined
  onClose: () => void
}

/** Explains what an action does, and performs it when confirmed. */
export function ConfirmUserAction({
  user,
  action,
  onClose,
}: ConfirmUserActionProps): ReactElement | null {
  // The text stays the same until the dialog closes, even after the action has changed the member.
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
