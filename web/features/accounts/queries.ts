import { queryOptions } from '@tanstack/react-query'
import { accountEndpoints, type User } from '#contract/accounts.ts'
import { ApiError, call } from '#web/lib/api.ts'

/** The signed-in person, or null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: [accountEndpoints.currentUser.path],
  // Without the abort signal: route guards await this query, and an observer that goes away, as in
  // React's strict mode, must not cancel it under them.
  queryFn: async (): Promise<User | null> => {
    try {
      return await call(accountEndpoints.currentUser, {})
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})
