import { queryOptions, useQuery } from '@tanstack/react-query'
import { liveEndpoints } from '#contract/live.ts'
import { call } from '#web/lib/api.ts'
import { useRefreshOn } from '#web/lib/live.ts'

/** For pages that nobody tells: those whose live connection is away. */
const ASK_EVERY_MS = 30_000

/** Whether the room is on air. What ends access, a payment for example, is told to nobody. */
export const liveStateQuery = queryOptions({
  queryKey: [liveEndpoints.get.path],
  queryFn: ({ signal }) => call(liveEndpoints.get, { signal }),
  staleTime: 0,
  refetchInterval: ASK_EVERY_MS,
  refetchOnWindowFocus: true,
})

export const livePageQuery = queryOptions({
  queryKey: [liveEndpoints.page.path],
  queryFn: ({ signal }) => call(liveEndpoints.page, { signal }),
  staleTime: 0,
})

/** The room as it is now; undefined until that is known. Keeps itself up to date. */
export function useLiveState() {
  useRefreshOn('live', liveStateQuery.queryKey)
  return useQuery(liveStateQuery)
}

/** What stands beside the room. The schedule is one of the settings. */
export function useLivePage() {
  useRefreshOn('live', livePageQuery.queryKey)
  useRefreshOn('settings', livePageQuery.queryKey)
  return useQuery(livePageQuery)
}
