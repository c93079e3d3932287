import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { onUnauthorised } from '#web/lib/api.ts'

/**
 * Whether the session of a signed-in member has ended meanwhile. Any call that is answered
 * 401 makes it look again who is here; so does the return to the page after it ended, since
 * the member may have signed in elsewhere.
 */
export function useSessionWatch(): boolean {
  const queryClient = useQueryClient()
  const [isExpired, setIsExpired] = useState(false)
  useEffect(() => watchSession(queryClient, setIsExpired), [queryClient])
  return isExpired
}

function watchSession(
  queryClient: QueryClient,
  onChange: (isExpired: boolean) => void,
): () => void {
  let isExpired = false
  let isLooking = false
  const isSignedIn = (): boolean => Boolean(queryClient.getQueryData(currentUserQuery.queryKey))
  const update = (next: boolean): void => {
    isExpired = next
    onChange(next)
  }
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
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
  const stopListening = onUnauthorised(() => {
    if (isSignedIn()) void look()
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
