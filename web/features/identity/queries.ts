import { queryOptions } from '@tanstack/react-query'
import { localNameEndpoints } from '#contract/local-names.ts'
import { call } from '#web/lib/api.ts'

/** Fetched once, when the member starts to write, so that nothing is sent while they write. */
export const localNamesQuery = queryOptions({
  queryKey: [localNameEndpoints.list.path],
  queryFn: ({ signal }) => call(localNameEndpoints.list, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
