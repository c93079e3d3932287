import { useQuery } from '@tanstack/react-query'
import { liveCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { useRefreshOn } from '#web/lib/live.ts'

/** Polling interval for pages that have lost their live connection. */
const ASK_EVERY_MS = 30_000

/**
 * Whether the room is on air. Polled because there is no live event when access changes, for
 * example after a payment.
 */
export const liveStateQuery = endpointQuery(liveCalls.get, {
  staleTime: 0,
  refetchInterval: ASK_EVERY_MS,
  refetchOnWindowFocus: true,
})

export const livePageQuery = endpointQuery(liveCalls.page, { staleTime: 0 })

/** The current state of the room, kept up to date; data is undefined until it has loaded. */
export function useLiveState() {
  useRefreshOn('live', liveStateQuery.queryKey)
  return useQuery(liveStateQuery)
}

/**
 * The content next to the room. It includes the schedule, so it also refreshes when settings
 * change.
 */
export function useLivePage() {
  useRefreshOn('live', livePageQuery.queryKey)
  useRefreshOn('settings', livePageQuery.queryKey)
  return useQuery(livePageQuery)
}
