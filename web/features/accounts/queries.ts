import { queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { accountCalls } from '#web/lib/calls.gen.ts'
import { findFirstUser } from '#web/lib/offline-start.ts'

const queryKey = [accountCalls.currentUser.path]

/**
 * The signed-in user, or null for a visitor. While the server cannot be reached, the first page of
 * a visit opens for the last user on this device.
 */
export const currentUserQuery = queryOptions({
  queryKey,
  // No abort signal: route guards await this query, and an observer that unmounts, as in React's
  // strict mode, must not cancel it.
  queryFn: ({ client }): Promise<User | null> => {
    const isFirst = client.getQueryData(queryKey) === undefined
    if (!isFirst || import.meta.env.SSR) return askServer()
    return findFirstUser(client, askServer, ({ user, isSame }) => {
      if (isSame) client.setQueryData(queryKey, user)
      else window.location.reload()
    })
  },
})

async function askServer(): Promise<User | null> {
  try {
    return await call(accountCalls.currentUser, {})
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
