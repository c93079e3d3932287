import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts'
import type { PrayerReview } from '#contract/prayer.ts'
import type { Claim } from '#contract/review.ts'
import type { Story, storyEndpoints } from '#contract/stories.ts'
import { approvalOf, versionOf } from '#web/features/admin/moderation.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { repliesQuery, storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { call } from '#web/lib/api.ts'
import {
  emailCalls,
  prayerCalls,
  reviewCalls,
  storyCalls,
  transcriptCalls,
} from '#web/lib/calls.gen.ts'
import { endpointQuery, freshPage } from '#web/lib/endpoint-query.ts'

/** How many entries of a queue are loaded at a time. The next ones follow as these are decided. */
export const QUEUE_SIZE = 50
export const STORIES_PER_PAGE = 10
export const MAILS_PER_PAGE = 20

/** The first page of a queue, oldest first. */
const FIRST = { page: 1, pageSize: QUEUE_SIZE }

const PREPARING_POLL_MS = 4_000

export const pendingStoriesKey = [storyCalls.listPending.path] as const
export const reportsKey = [storyCalls.listReports.path] as const

/** The oldest pending stories. Polls while a recording is being converted. */
export const pendingStoriesQuery = endpointQuery(storyCalls.listPending, {
  query: FIRST,
  ...freshPage,
  refetchInterval: ({ state }) =>
    state.data?.items.some((story) => story.audioState === 'processing')
      ? PREPARING_POLL_MS
      : false,
})

/** The oldest open reports. */
export const reportsQuery = endpointQuery(storyCalls.listReports, {
  query: FIRST,
  ...freshPage,
})

export const heldKey = [reviewCalls.listHeld.path] as const

/** The oldest first replies waiting for review. */
export const heldQuery = endpointQuery(reviewCalls.listHeld, { query: FIRST, ...freshPage })

export const waitingPrayersKey = [prayerCalls.listWaiting.path] as const

/** The oldest prayer requests waiting for review. */
export const waitingPrayersQuery = endpointQuery(prayerCalls.listWaiting, {
  query: FIRST,
  ...freshPage,
})

export function approvePrayer({ id, submittedAt }: PrayerReview): Promise<undefined> {
  const body = { submittedAt }
  return call(prayerCalls.approve, { params: { id }, body, keepalive: true })
}

export function rejectPrayer(
  { id, submittedAt }: PrayerReview,
  reason: string,
): Promise<undefined> {
  const body = { submittedAt, reason }
  return call(prayerCalls.reject, { params: { id }, body, keepalive: true })
}

export const TRANSCRIPTS_PER_PAGE = 10
export const waitingTranscriptsKey = [transcriptCalls.listWaiting.path] as const

/** One page of the waiting transcripts, oldest first. */
export function waitingTranscriptsQuery(page: number) {
  const query = { page, pageSize: TRANSCRIPTS_PER_PAGE }
  return queryOptions({
    queryKey: [...waitingTranscriptsKey, query],
    queryFn: async ({ signal }) => {
      const { items, total } = await call(transcriptCalls.listWaiting, { query, signal })
      return { items: items.map((item) => ({ ...item, id: item.storyId })), total }
    },
    placeholderData: keepPreviousData,
  })
}

export function reviewHeld({
  id,
  approved,
}: {
  id: number
  approved: boolean
}): Promise<undefined> {
  return call(reviewCalls.reviewHeld, { params: { id }, body: { approved }, keepalive: true })
}

/** One page of the approved stories, newest first. */
export function activeStoriesQuery({ page, q }: { page: number; q: string }) {
  const query = { approved: 'true', page, pageSize: STORIES_PER_PAGE, q } as const
  return endpointQuery(storyCalls.list, { query, ...freshPage })
}

/** One page of the emails in the outbox, newest first. `to` is a full address. */
export function outboxQuery({ page, to }: { page: number; to: string }) {
  const query = { page, pageSize: MAILS_PER_PAGE, to }
  return endpointQuery(emailCalls.listOutbox, { query, ...freshPage })
}

/** The subject of a queue entry, to look up who has decided about it since. */
export interface DecidedSubject {
  subject: 'story' | 'reply' | 'prayer' | 'guidance'
  id: number
  /** ISO 8601. Earlier decisions don't concern this entry. */
  since: string
  /** The actions that remove an entry from this queue. */
  actions: readonly string[]
}

export function lastDecisionQuery({ subject, id, since }: Omit<DecidedSubject, 'actions'>) {
  return queryOptions({
    queryKey: [reviewCalls.lastDecision.path, subject, id, since],
    queryFn: ({ signal }) =>
      subject === 'guidance'
        ? call(reviewCalls.lastGuidanceDecision, { params: { id }, signal })
        : call(reviewCalls.lastDecision, { params: { subject, id }, signal }),
    staleTime: 0,
  })
}

export function storyHistoryQuery(storyId: number) {
  return queryOptions({
    queryKey: [reviewCalls.storyHistory.path, storyId],
    queryFn: ({ signal }) => call(reviewCalls.storyHistory, { params: { id: storyId }, signal }),
    staleTime: 0,
  })
}

const CLAIM_ENDPOINTS = {
  story: { take: reviewCalls.claimStory, release: reviewCalls.releaseStory },
  report: { take: reviewCalls.claimReport, release: reviewCalls.releaseReport },
  'prayer request': { take: prayerCalls.claim, release: prayerCalls.releaseClaim },
  transcript: { take: transcriptCalls.claim, release: transcriptCalls.releaseClaim },
} as const

/** What an administrator can claim in the queues. */
export type Claimable = keyof typeof CLAIM_ENDPOINTS

export function takeClaim(kind: Claimable, id: number): Promise<Claim> {
  return call(CLAIM_ENDPOINTS[kind].take, { params: { id } })
}

export function releaseClaim(kind: Claimable, id: number): Promise<undefined> {
  return call(CLAIM_ENDPOINTS[kind].release, { params: { id } })
}

/** Refetches all review queues and the counts on Today. */
export async function refreshQueues(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: pendingStoriesKey }),
    queryClient.invalidateQueries({ queryKey: reportsKey }),
    queryClient.invalidateQueries({ queryKey: heldKey }),
    queryClient.invalidateQueries({ queryKey: waitingPrayersKey }),
    queryClient.invalidateQueries({ queryKey: waitingTranscriptsKey }),
    queryClient.invalidateQueries({ queryKey: todayKey }),
  ])
}

interface TaggedStory {
  story: Story
  tags: string[]
}

export function approveStory({ story, tags }: TaggedStory): Promise<Story> {
  return call(storyCalls.moderate, {
    params: { id: story.id },
    body: approvalOf({ story, tags }),
    keepalive: true,
  })
}

export function unpublishStory(story: Story): Promise<Story> {
  return call(storyCalls.moderate, {
    params: { id: story.id },
    body: { approved: false },
    keepalive: true,
  })
}

export function rejectStory({ story, reason }: { story: Story; reason: string }): Promise<Story> {
  return call(storyCalls.reject, {
    params: { id: story.id },
    body: { reason, ...versionOf(story) },
    keepalive: true,
  })
}

export function removeStory(story: Story): Promise<undefined> {
  return call(storyCalls.remove, { params: { id: story.id } })
}

export function setStoryTags({ story, tags }: TaggedStory): Promise<Story> {
  return call(storyCalls.setTags, { params: { id: story.id }, body: { tags } })
}

export function createTag(name: string): Promise<ResponseOf<typeof storyEndpoints.createTag>> {
  return call(storyCalls.createTag, { body: { name } })
}

type ReportDecision = BodyInput<typeof storyEndpoints.resolveReport>['decision']

export function resolveReport(input: {
  reportId: number
  decision: ReportDecision
  note: string
}): Promise<undefined> {
  return call(storyCalls.resolveReport, {
    params: { id: input.reportId },
    body: { decision: input.decision, note: input.note.trim() || undefined },
    keepalive: true,
  })
}

/** Refetches what a decision about a story changes: the lists, the reports and the story itself. */
export async function refreshStory(queryClient: QueryClient, storyId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: pendingStoriesKey }),
    queryClient.invalidateQueries({ queryKey: storyListsKey }),
    queryClient.invalidateQueries({ queryKey: todayKey }),
    queryClient.invalidateQueries({ queryKey: reportsKey }),
    queryClient.invalidateQueries({ queryKey: storyQuery(storyId).queryKey }),
    queryClient.invalidateQueries({ queryKey: repliesQuery(storyId).queryKey }),
  ])
}
