import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { changeSuspension, endSessions, showUser } from '#web/features/admin/users/queries.ts'
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
  const [asked, setAsked] = useState<ActionOn>()
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

interface ActionOn {
  action: Action
  user: AdminUser
}

/** Performs an action on an account and shows a toast with the outcome. */
function useUserAction() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: perform,
    onSuccess: async (changed, { action, user }) => {
      notifySuccess(actionWords(action, user).done)
      if (changed) showUser(queryClient, changed)
      if (!user.isSelf) return
      // Redirects administrators who ended their own session.
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      await router.invalidate()
    },
    onError: (error, { action, user }) => notifyError(actionWords(action, user).failed, error),
  })
}

/** Resolves to the changed member, or undefined if the action doesn't change the member. */
function perform({ action, user: { id } }: ActionOn): Promise<AdminUser | undefined> {
  switch (action) {
    case 'suspend':
    case 'restore':
      return changeSuspension({ id, isSuspended: action === 'suspend' })
    case 'end-sessions':
      return endSessions(id)
  }
}
