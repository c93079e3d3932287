import { queryOptions } from '@tanstack/react-query'
import { todayEndpoints } from '#contract/today.ts'
import { call } from '#web/lib/api.ts'

/** Keeps the counts current without live updates. */
const POLL_MS = 30_000

export const todayKey = [todayEndpoints.read.path] as const

export const todayQuery = queryOptions({
  queryKey: todayKey,
  queryFn: ({ signal }) => call(todayEndpoints.read, { signal }),
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: true,
  staleTime: 0,
})
