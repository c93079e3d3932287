import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AdminUser } from '#contract/users.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { changeSuspension, endSessions, showUser } from '#web/features/admin/users/queries.ts'
import { type Action, actionWords } from '#web/features/admin/users/user-action.ts'

interface ActionOn {
  action: Action
  user: AdminUser
}

/** Performs an action on an account and shows a toast with the outcome. */
export function useUserAction() {
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
