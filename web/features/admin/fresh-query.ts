import { keepPreviousData } from '@tanstack/react-query'
import type { Endpoint, QueryInput, ResponseOf } from '#contract/endpoint.ts'
import { type CallInput, call } from '#web/lib/api.ts'

/** Other people's changes show up when the page is opened and when the window regains the focus. */
export const fresh = { refetchOnWindowFocus: true, staleTime: 0 } as const

/** The same for one page of a list, which stays visible while the next page loads. */
export const freshPage = { ...fresh, placeholderData: keepPreviousData } as const

/** The key and the function of a query that reads an endpoint without path parameters. */
export function reading<E extends Endpoint>(
  endpoint: E,
  query?: QueryInput<E>,
): {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<ResponseOf<E>>
} {
  return {
    queryKey: query === undefined ? [endpoint.path] : [endpoint.path, query],
    // This is the input of the call, which TypeScript can't check for an unknown endpoint.
    queryFn: ({ signal }) => call(endpoint, { query, signal } as unknown as CallInput<E>),
  }
}
