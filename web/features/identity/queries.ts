import { queryOptions } from '@tanstack/react-query'
import { localNameEndpoints } from '#contract/local-names.ts'
import { call } from '#web/lib/api.ts'

/** Asked for once, when somebody begins to write: nothing is sent while they do. */
export const localNamesQuery = queryOptions({
  queryKey: [localNameEndpoints.list.path],
  queryFn: ({ signal }) => call(localNameEndpoints.list, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
