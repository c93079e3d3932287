import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AdminUser } from '#contract/users.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { notifyError, notifySuccess } from '#web/features/admin/notify.ts'
import { type Deed, deedWords } from '#web/features/admin/users/deeds.ts'
import {
  changeRole,
  changeSuspension,
  endSessions,
  showUser,
} from '#web/features/admin/users/queries.ts'

interface DeedOn {
  deed: Deed
  user: AdminUser
}

/** Does something to an account and tells how it went. */
export function useDeed() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: perform,
    onSuccess: async (changed, { deed, user }) => {
      notifySuccess(deedWords(deed, user).done)
      if (changed) showUser(queryClient, changed)
      if (!user.isSelf) return
      // Whoever is no administrator any more, or signed out, is led away.
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      await router.invalidate()
    },
    onError: (error, { deed, user }) => notifyError(deedWords(deed, user).failed, error),
  })
}

/** Answers the member as they are after it, where it changes them. */
function perform({ deed, user: { id } }: DeedOn): Promise<AdminUser | undefined> {
  switch (deed) {
    case 'make-admin':
    case 'unmake-admin':
      return changeRole({ id, isAdmin: deed === 'make-admin' })
    case 'suspend':
    case 'restore':
      return changeSuspension({ id, isSuspended: deed === 'suspend' })
    case 'end-sessions':
      return endSessions(id)
  }
}
