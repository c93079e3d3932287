import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { onUnauthorised } from '#web/lib/api.ts'
import { endFirstAnswers } from '#web/lib/first-answers.ts'

/** What is known about the session of a signed-in member. */
export interface SessionWatch {
  /** It ended while pages were in use. */
  isExpired: boolean
  /** Since then the member tried to do something, which needs a new sign-in. */
  isSignInNeeded: boolean
  /** The member wants to go on reading. */
  dismiss: () => void
}

/**
 * Watches the session of a signed-in member. Any call that is answered 401 makes it look again who
 * is here; so does the return to the page after it ended, since the member may have signed in
 * elsewhere.
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
  let isLooking = false
  let isAction = false
  const isSignedIn = (): boolean => Boolean(queryClient.getQueryData(currentUserQuery.queryKey))
  const update = (next: boolean): void => {
    isExpired = next
    onChange({ isExpired, isAction })
    isAction = false
  }
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    // They say who was here when the page was opened.
    endFirstAnswers()
    try {
      const user = await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 })
      update(user === null)
    } catch {
      // Unreachable: nothing new is known.
    } finally {
      isLooking = false
    }
  }
  const handleReturn = (): void => {
    if (isExpired && document.visibilityState === 'visible') void look()
  }
  const stopListening = onUnauthorised((call) => {
    if (!isSignedIn() && !(isExpired && call.isAction)) return
    isAction ||= call.isAction
    void look()
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
