import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { PrayerRequest, prayerEndpoints } from '#contract/prayer.ts'
import { call } from '#web/lib/api.ts'
import { prayerCalls } from '#web/lib/calls.gen.ts'
import { hasWaiting } from '#web/lib/outbox/outbox-state.ts'

export type PrayerList = 'open' | 'answered'

export const prayersKey = [prayerCalls.list.path] as const
export const ownPrayersKey = [prayerCalls.listOwn.path] as const

/** How many of the member's own requests are listed at first. */
export const FIRST_OWN = 10

type PrayerPages = InfiniteData<ResponseOf<typeof prayerEndpoints.list>>

/**
 * Open requests, the least prayed for first, or answered ones. `today` decides what counts as
 * prayed for today.
 */
export function prayerListQuery({ list, today }: { list: PrayerList; today: DateText }) {
  return infiniteQueryOptions({
    queryKey: [...prayersKey, { list, today }],
    queryFn: ({ pageParam, signal }) =>
      call(prayerCalls.list, {
        query: { list, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchOnWindowFocus: () => !hasWaiting('prayer'),
    refetchOnReconnect: true,
  })
}

/** The member's own requests in every state, newest first. */
export function ownPrayersQuery(pageSize: number) {
  const query = { page: 1, pageSize }
  return queryOptions({
    queryKey: [...ownPrayersKey, query],
    queryFn: ({ signal }) => call(prayerCalls.listOwn, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/**
 * The requests of all pages. Removes duplicates of requests that moved to the next page between
 * fetches.
 */
export function requestsOf(data: PrayerPages): PrayerRequest[] {
  const all = data.pages.flatMap(({ items }) => items)
  return [...new Map(all.map((request) => [request.id, request])).values()]
}

/** Shows in every list that the member has prayed for a request today. */
export function markPrayed(client: QueryClient, requestId: number): void {
  client.setQueriesData<PrayerPages>({ queryKey: prayersKey }, (data) => {
    if (!data) return data
    const mark = (request: PrayerRequest): PrayerRequest =>
      request.id === requestId ? { ...request, isPrayedToday: true } : request
    const pages = data.pages.map((page) => ({ ...page, items: page.items.map(mark) }))
    return { ...data, pages }
  })
}

/** Refetches everything that depends on the member's own requests. */
export async function refreshPrayers(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: prayersKey }),
    client.invalidateQueries({ queryKey: ownPrayersKey }),
  ])
}
