import { onlineManager, QueryClient } from '@tanstack/react-query'

/** What was read stays at hand for a page that loses its connection, long after it was shown. */
const KEPT_IN_MEMORY_MS = 12 * 60 * 60 * 1000

/**
 * Data never goes stale by itself and nothing is tried again unasked (member document,
 * section 7). Calls are made offline too, so that a form can say what happened.
 */
export function createQueryClient(): QueryClient {
  // It takes a device for online until it hears of a change.
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
