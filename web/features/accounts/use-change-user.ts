import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { User, UserChanges } from '#contract/accounts.ts'
import { changeUser, currentUserQuery, sessionsQuery } from '#web/features/accounts/queries.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { pauseLive } from '#web/lib/live.ts'

/** Changes the account and updates it everywhere on the page right away. */
export function useChangeUser(): UseMutationResult<User, Error, UserChanges> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (changes: UserChanges) => {
      // A new password ends the session that the page listens with, and opens another one.
      const resumeLive = changes.newPassword === undefined ? undefined : pauseLive()
      try {
        return await changeUser(changes)
      } finally {
        resumeLive?.()
      }
    },
    onSuccess: async (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user)
      // The daily reminder depends on the time zone.
      await Promise.all([
        queryClient.invalidateQueries(sessionsQuery),
        queryClient.invalidateQueries(notificationSettingsQuery),
      ])
    },
  })
}
