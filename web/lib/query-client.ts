import { QueryClient } from '@tanstack/react-query'

/**
 * Data never goes stale by itself and nothing is tried again unasked (member document,
 * section 7). Calls are made offline too, so that a form can say what happened.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
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
