import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { GuidanceRequest } from '#contract/guidance.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

const REQUESTS_PER_PAGE = 20
/** Section 9 of the specification. */
const GUIDANCE_POLL_MS = 5_000

export const ownRequestsKey = [guidanceCalls.listOwn.path] as const

type OwnPages = InfiniteData<Page<GuidanceRequest>>

/** The member's requests, polled while the page is visible. */
export const ownRequestsQuery = infiniteQueryOptions({
  queryKey: ownRequestsKey,
  queryFn: ({ pageParam, signal }) =>
    call(guidanceCalls.listOwn, {
      query: { page: pageParam, pageSize: REQUESTS_PER_PAGE },
      signal,
    }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, pages) =>
    pages.length * REQUESTS_PER_PAGE < total ? pages.length + 1 : undefined,
  refetchInterval: ({ state }) => pollWhileSignedIn(state.error),
  refetchOnReconnect: true,
  refetchOnWindowFocus: true,
  staleTime: 0,
})

/** Stops polling after the member was signed out. */
export function pollWhileSignedIn(error: Error | null): number | false {
  return error instanceof ApiError && error.status === 401 ? false : GUIDANCE_POLL_MS
}

export const answerTimeQuery = endpointQuery(guidanceCalls.answerTime, { staleTime: 0 })

/**
 * The requests of all pages. Removes duplicates of requests that moved to the next page between
 * fetches.
 */
export function requestsOf(data: OwnPages): GuidanceRequest[] {
  const all = data.pages.flatMap(({ items }) => items)
  return [...new Map(all.map((request) => [request.id, request])).values()]
}

/** Shows the server's response before the list is refetched. */
export function replaceOwnRequest(client: QueryClient, request: GuidanceRequest): void {
  changeItems(client, (items) => items.map((old) => (old.id === request.id ? request : old)))
}

export function dropOwnRequest(client: QueryClient, requestId: number): void {
  changeItems(client, (items) => items.filter(({ id }) => id !== requestId))
}

export function refreshOwnRequests(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ownRequestsKey })
}

function changeItems(
  client: QueryClient,
  change: (items: GuidanceRequest[]) => GuidanceRequest[],
): void {
  client.setQueryData(
    ownRequestsQuery.queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
      },
  )
}
