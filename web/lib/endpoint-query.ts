import { queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { type CallInput, call } from '#web/lib/api.ts'

type PlainEndpoint = Endpoint & { params?: undefined; query?: undefined; body?: undefined }
type Options<Data> = Omit<
  UndefinedInitialDataOptions<Data, Error, Data, string[]>,
  'queryKey' | 'queryFn'
>

/**
 * The query that reads an endpoint without parameters. Its key is the endpoint's path. The return
 * type is inferred: it carries the type of the data.
 */
export function endpointQuery<E extends PlainEndpoint>(
  endpoint: E,
  options?: Options<ResponseOf<E>>,
) {
  return queryOptions<ResponseOf<E>, Error, ResponseOf<E>, string[]>({
    queryKey: [endpoint.path],
    // The endpoint takes no input, which TypeScript can't derive for a type parameter.
    queryFn: ({ signal }) => call(endpoint, { signal } as CallInput<E>),
    ...options,
  })
}
