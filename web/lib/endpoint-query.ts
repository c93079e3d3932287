import {
  keepPreviousData,
  queryOptions,
  type UndefinedInitialDataOptions,
} from '@tanstack/react-query'
import type { Endpoint, QueryInput, ResponseOf } from '#contract/endpoint.ts'
import { type CallInput, type CallOf, call } from '#web/lib/api.ts'

/** Other people's changes show up when the page is opened and when the window regains the focus. */
export const fresh = { refetchOnWindowFocus: true, staleTime: 0 } as const

/** The same for one page of a list, which stays visible while the next page loads. */
export const freshPage = { ...fresh, placeholderData: keepPreviousData } as const

type ReadEndpoint = Endpoint & { params?: undefined; body?: undefined }
type Options<E extends ReadEndpoint> = Omit<
  UndefinedInitialDataOptions<ResponseOf<E>, Error, ResponseOf<E>, readonly unknown[]>,
  'queryKey' | 'queryFn'
> & { query?: QueryInput<E> }

/**
 * The query that reads an endpoint without path parameters. Its key is the endpoint's path and, if
 * given, `query`. The return type is inferred: it carries the type of the data.
 */
export function endpointQuery<E extends ReadEndpoint>(
  endpoint: CallOf<E>,
  { query, ...options }: Options<E> = {},
) {
  return queryOptions<ResponseOf<E>, Error, ResponseOf<E>, readonly unknown[]>({
    queryKey: query === undefined ? [endpoint.path] : [endpoint.path, query],
    // This is the input of the call, which TypeScript can't check for an unknown endpoint.
    queryFn: ({ signal }) => call(endpoint, { query, signal } as unknown as CallInput<E>),
    ...options,
  })
}
