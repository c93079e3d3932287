import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** Long enough for what was fetched on hover to serve the click. */
const FRESH_MS = 10_000

/** Reads what a page is about to show. A failure is left to the page, which reads again. */
export function prefetch<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  return client.prefetchQuery({ ...query, staleTime: FRESH_MS })
}
