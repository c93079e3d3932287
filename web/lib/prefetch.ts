import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** Long enough for data fetched on hover to still be fresh on click. */
const FRESH_MS = 10_000

/**
 * Fetches what a page is about to show. On failure, the page itself fetches again. What is known from
 * before is shown at once, and refreshed meanwhile.
 */
export async function prefetch<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const reading = client.prefetchQuery({ ...query, staleTime: FRESH_MS })
  if (client.getQueryData(query.queryKey) === undefined) await reading
}
