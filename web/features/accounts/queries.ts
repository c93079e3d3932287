import { queryOptions } from '@tanstack/react-query'
import { accountEndpoints, type User } from '#contract/accounts.ts'
import { ApiError, call } from '#web/lib/api.ts'

/** The signed-in person, or null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: [accountEndpoints.currentUser.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(accountEndpoints.currentUser, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})
