import { localNameEndpoints } from '#contract/local-names.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Fetched once, when the member starts to write, so that nothing is sent while they write. */
export const localNamesQuery = endpointQuery(localNameEndpoints.list, {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
