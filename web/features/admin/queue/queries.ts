import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { Claimable } from '#contract/review.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'
import {
  joiningCalls,
  noticeCalls,
  prayerCalls,
  reviewCalls,
  secondLookCalls,
  storyCalls,
  transcriptCalls,
} from '#web/lib/calls.gen.ts'
import { freshPage } from '#web/lib/endpoint-query.ts'

/** How many entries of a queue are loaded at a time. The next ones follow as these are decided. */
export const QUEUE_SIZE = 50

/** The first page of a queue, oldest first. */
const FIRST = { page: 1, pageSize: QUEUE_SIZE }

/** The key of every queue begins with it, so that one call refetches whichever is open. */
export const reviewKey = ['review'] as const

interface QueueOptions<T> {
  /** The path of the call that lists it, and what else tells its list apart. */
  key: readonly unknown[]
  list: (signal: AbortSignal) => Promise<Page<T>>
}

/** The query of one queue. The return type is inferred: it carries the type of the data. */
export function queueQuery<T>({ key, list }: QueueOptions<T>) {
  return queryOptions({
    queryKey: [...reviewKey, ...key],
    queryFn: ({ signal }) => list(signal),
    ...freshPage,
  })
}

const PREPARING_POLL_MS = 4_000

/** The oldest pending stories. Polls while a recording is being converted. */
export const pendingStoriesQuery = queryOptions({
  ...queueQuery({
    key: [storyCalls.listPending.path],
    list: (signal) => call(storyCalls.listPending, { query: FIRST, signal }),
  }),
  refetchInterval: ({ state }) =>
    state.data?.items.some((story) => story.audioState === 'processing')
      ? PREPARING_POLL_MS
      : false,
})

/** The oldest open reports. */
export const reportsQuery = queueQuery({
  key: [storyCalls.listReports.path],
  list: (signal) => call(storyCalls.listReports, { query: FIRST, signal }),
})

/** What anyone reported as unlawful. */
export const noticesQuery = queueQuery({
  key: [noticeCalls.list.path],
  list: (signal) => call(noticeCalls.list, { query: FIRST, signal }),
})

/** What members asked somebody else to look at again. */
export const secondLooksQuery = queueQuery({
  key: [secondLookCalls.list.path],
  list: (signal) => call(secondLookCalls.list, { query: FIRST, signal }),
})

/** The oldest first replies waiting for review. */
export const heldQuery = queueQuery({
  key: [reviewCalls.listHeld.path],
  list: (signal) => call(reviewCalls.listHeld, { query: FIRST, signal }),
})

/** The oldest prayer requests waiting for review. */
export const waitingPrayersQuery = queueQuery({
  key: [prayerCalls.listWaiting.path],
  list: (signal) => call(prayerCalls.listWaiting, { query: FIRST, signal }),
})

/** The oldest waiting transcripts, each with the id of its story. */
export const waitingTranscriptsQuery = queueQuery({
  key: [transcriptCalls.listWaiting.path],
  list: async (signal) => {
    const { items, total } = await call(transcriptCalls.listWaiting, { query: FIRST, signal })
    return { items: items.map((item) => ({ ...item, id: item.storyId })), total }
  },
})

/** The oldest applications. Nothing is cached after the page is left. */
export const applicationsQuery = queryOptions({
  ...queueQuery({
    key: [joiningCalls.listApplications.path],
    list: (signal) => call(joiningCalls.listApplications, { query: {}, signal }),
  }),
  gcTime: 0,
})

export async function takeClaim(subject: Claimable, id: number): Promise<void> {
  await call(reviewCalls.claim, { params: { subject, id } })
}

export async function releaseClaim(subject: Claimable, id: number): Promise<void> {
  await call(reviewCalls.release, { params: { subject, id } })
}

/** Calls about one entry are sent in order, so that no claim arrives after the decision. */
export function entryScope(kind: Claimable, id: number): { id: string } {
  return { id: `${kind}-${id}` }
}

/** The subject of a queue entry, to look up who has decided about it since. */
export interface DecidedSubject {
  subject: Exclude<Claimable, 'report'>
  id: number
  /** ISO 8601. Earlier decisions don't concern this entry. */
  since: string
  /** The actions that remove an entry from this queue. */
  actions: readonly string[]
}

export function lastDecisionQuery({ subject, id, since }: Omit<DecidedSubject, 'actions'>) {
  return queryOptions({
    queryKey: [reviewCalls.lastDecision.path, subject, id, since],
    queryFn: ({ signal }) => call(reviewCalls.lastDecision, { params: { subject, id }, signal }),
    staleTime: 0,
  })
}

const DECIDED_PER_PAGE = 20

/** The team's decisions in a queue, newest first. Refetched with the queue. */
export function decidedQuery(subject: Claimable) {
  return infiniteQueryOptions({
    queryKey: [...reviewKey, reviewCalls.decided.path, subject],
    queryFn: ({ signal, pageParam: page }) =>
      call(reviewCalls.decided, {
        params: { subject },
        query: { page, pageSize: DECIDED_PER_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      total > pages.length * DECIDED_PER_PAGE ? pages.length + 1 : undefined,
  })
}

export function storyHistoryQuery(storyId: number) {
  return queryOptions({
    queryKey: [reviewCalls.storyHistory.path, storyId],
    queryFn: ({ signal }) => call(reviewCalls.storyHistory, { params: { id: storyId }, signal }),
    staleTime: 0,
  })
}

/** Refetches the open queue and the counts on Today. */
export async function refreshReview(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: reviewKey }),
    client.invalidateQueries({ queryKey: todayKey }),
  ])
}
