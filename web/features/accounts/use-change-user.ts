import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { User, UserChanges } from '#contract/accounts.ts'
import { changeUser, sessionsQuery } from '#web/features/accounts/account-queries.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'

/** Changes the account and updates it everywhere on the page right away. */
export function useChangeUser(): UseMutationResult<User, Error, UserChanges> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeUser,
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
