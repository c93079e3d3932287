import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { onUnauthorized } from '#web/lib/api.ts'

/** The state of a signed-in member's session. */
export interface SessionWatch {
  /** The session ended while pages were open. */
  isExpired: boolean
  /** The member has since tried to do something that needs a new sign-in. */
  isSignInNeeded: boolean
  /** Called when the member chooses to keep reading. */
  dismiss: () => void
}

/**
 * Watches the session of a signed-in member. Refetches the current user after any call that is
 * answered 401, and when the member returns to the page after the session ended, since they may
 * have signed in elsewhere.
 */
export function useSessionWatch(): SessionWatch {
  const queryClient = useQueryClient()
  const [isExpired, setIsExpired] = useState(false)
  const [isSignInNeeded, setIsSignInNeeded] = useState(false)
  const dismiss = useCallback(() => setIsSignInNeeded(false), [])
  useEffect(
    () =>
      watchSession(queryClient, ({ isExpired, isAction }) => {
        setIsExpired(isExpired)
        setIsSignInNeeded((isNeeded) => isExpired && (isNeeded || isAction))
      }),
    [queryClient],
  )
  return { isExpired, isSignInNeeded, dismiss }
}

function watchSession(
  queryClient: QueryClient,
  onChange: (state: { isExpired: boolean; isAction: boolean }) => void,
): () => void {
  let isExpired = false
  let isChecking = false
  let isAction = false
  const isSignedIn = (): boolean => Boolean(queryClient.getQueryData(currentUserQuery.queryKey))
  const update = (next: boolean): void => {
    isExpired = next
    onChange({ isExpired, isAction })
    isAction = false
  }
  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    try {
      const user = await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 })
      update(user === null)
    } catch {
      // The server is unreachable, so the state stays as it is.
    } finally {
      isChecking = false
    }
  }
  const handleReturn = (): void => {
    if (isExpired && document.visibilityState === 'visible') void check()
  }
  const stopListening = onUnauthorized((call) => {
    if (!isSignedIn() && !(isExpired && call.isAction)) return
    isAction ||= call.isAction
    void check()
  })
  const stopCache = queryClient.getQueryCache().subscribe(() => {
    if (isExpired && isSignedIn()) update(false)
  })
  document.addEventListener('visibilitychange', handleReturn)
  return () => {
    stopListening()
    stopCache()
    document.removeEventListener('visibilitychange', handleReturn)
  }
}
