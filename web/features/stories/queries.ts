import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page, QueryInput } from '#contract/endpoint.ts'
import type { Story, storyEndpoints } from '#contract/stories.ts'
import type { StoryListQuery } from '#web/features/stories/flow-search.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { muteCalls, prayerCalls, storyCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Long enough for data prefetched on hover to serve the click. */
const FRESH_MS = 10_000
const PREPARING_POLL_MS = 4_000

/** The key prefix of every story list, to invalidate when a story changes. */
export const storyListsKey = [storyCalls.list.path] as const

/** One page of the approved stories, newest first. Kept on screen while the next page loads. */
export function storiesQuery(query: StoryListQuery) {
  return queryOptions({
    queryKey: [...storyListsKey, query],
    queryFn: ({ signal }) => call(storyCalls.list, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The member's own stories in every state, newest first. */
export function myStoriesQuery(query: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...storyListsKey, { ...query, mine: 'true' }],
    queryFn: ({ signal }) => call(storyCalls.list, { query: { ...query, mine: 'true' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** One story. Polled every few seconds while its recording is being prepared. */
export function storyQuery(id: number) {
  return queryOptions({
    queryKey: [urlOf(storyCalls.get, { params: { id } })],
    queryFn: ({ signal }) => call(storyCalls.get, { params: { id }, signal }),
    meta: { isSubject: true },
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) =>
      state.data?.audioState === 'processing' ? PREPARING_POLL_MS : false,
  })
}

/** The stories before and after one in a list. */
export function neighborsQuery(id: number, query: QueryInput<typeof storyEndpoints.neighbors>) {
  return queryOptions({
    queryKey: [...storyListsKey, { beside: id, ...query }],
    queryFn: ({ signal }) => call(storyCalls.neighbors, { params: { id }, query, signal }),
    staleTime: FRESH_MS,
  })
}

/** Every reply to a story, oldest first. */
export function repliesQuery(storyId: number) {
  return queryOptions({
    queryKey: [urlOf(storyCalls.listReplies, { params: { id: storyId } })],
    queryFn: ({ signal }) =>
      call(storyCalls.listReplies, { params: { id: storyId }, query: {}, signal }),
    staleTime: FRESH_MS,
  })
}

/** The names of all tags. */
export const tagsQuery = endpointQuery(storyCalls.listTags)

/** The community usernames that the member has muted. */
export const mutesQuery = endpointQuery(muteCalls.list, { staleTime: 0 })

/**
 * Refetches everything that depends on mutes: lists, stories, threads, prayer requests and the
 * mutes.
 */
export async function refreshMuted(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) =>
      first === muteCalls.list.path ||
      first === prayerCalls.list.path ||
      (typeof first === 'string' && first.startsWith(storyCalls.list.path)),
  })
}

/** Fetches a story and its replies ahead of the click that opens it. */
export function prefetchStory(queryClient: QueryClient, id: number): void {
  void queryClient.prefetchQuery(storyQuery(id))
  void queryClient.prefetchQuery(repliesQuery(id))
}

/** A story from a cached list, shown until its own query has loaded. */
export function storyInLists(queryClient: QueryClient, id: number): Story | undefined {
  const lists = queryClient.getQueriesData<Page<Story>>({ queryKey: storyListsKey })
  return lists.flatMap(([, list]) => list?.items ?? []).find((story) => story.id === id)
}
