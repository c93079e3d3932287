import { localNameCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Fetched once, when the member starts to write, so that nothing is sent while they write. */
export const localNamesQuery = endpointQuery(localNameCalls.list, {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
