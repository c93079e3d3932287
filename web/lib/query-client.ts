import { onlineManager, QueryClient } from '@tanstack/react-query'

/** Keeps data in memory long after it was shown, for when the page goes offline. */
const KEPT_IN_MEMORY_MS = 12 * 60 * 60 * 1000

/**
 * Data never goes stale and nothing is retried automatically (member document, section 7). Calls are
 * made offline too, so that a form can show what happened.
 */
export function createQueryClient(): QueryClient {
  // TanStack Query assumes that the device is online until it gets an event.
  if (navigator.onLine === false) onlineManager.setOnline(false)
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_IN_MEMORY_MS,
        networkMode: 'always',
        refetchInterval: false,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
