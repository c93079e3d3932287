import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { isUnknown } from '#web/features/admin/kit/entry-page.tsx'
import { QUEUE_SIZE, queueQuery, refreshReview } from '#web/features/admin/queue/queries.ts'
import { ownRequestsKey, pollWhileSignedIn } from '#web/features/guidance/queries.ts'
import { call } from '#web/lib/api.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'

/** Page size for answered and hidden requests. Waiting ones form a single queue. */
export const REQUESTS_PER_PAGE = 10

/** Which requests the list shows: waiting ones (oldest first), answered (newest first) or hidden. */
export type GuidanceFilter = 'waiting' | 'answered' | 'hidden'

/** One page of the team's list. Polls, because not every browser keeps live events. */
export function adminGuidanceQuery({ filter, page }: { filter: GuidanceFilter; page: number }) {
  const narrowed = filter === 'hidden' ? { hidden: 'true' as const } : { state: filter }
  const pageSize = filter === 'waiting' ? QUEUE_SIZE : REQUESTS_PER_PAGE
  const query = { ...narrowed, page, pageSize }
  return queryOptions({
    ...queueQuery({
      key: [guidanceCalls.listAll.path, query],
      list: (signal) => call(guidanceCalls.listAll, { query, signal }),
    }),
    refetchInterval: ({ state }) => pollWhileSignedIn(state.error),
  })
}

/** One request as a list of its own; empty if there is none with this number. Polls like the lists. */
export function adminRequestQuery(requestId: string) {
  return queryOptions({
    ...queueQuery({
      key: [guidanceCalls.read.path, requestId],
      list: async (signal) => {
        const items = await call(guidanceCalls.read, {
          params: { id: Number(requestId) },
          signal,
        }).then(
          (request) => [request],
          (error: Error) => {
            if (isUnknown(error)) return []
            throw error
          },
        )
        return { items, total: items.length }
      },
    }),
    refetchInterval: ({ state }) => pollWhileSignedIn(state.error),
  })
}

/** A new answer, or a new wording of the latest answer if `waitingSince` is null. */
export interface NewResponse {
  requestId: number
  responseContent: string
  /** The value that was read. The server refuses the response if it has changed since. */
  waitingSince: string | null
  /** That of the response which is changed, also of a proposed one; undefined for a new one. */
  version: string | undefined
}

export function sendResponse(response: NewResponse): Promise<AdminGuidanceRequest> {
  const { requestId, ...body } = response
  return call(guidanceCalls.respond, {
    params: { id: requestId },
    body,
    describe: (value) => ({
      Response:
        ('id' in value
          ? (value.proposed?.responseContent ?? latestResponse(value))
          : value.responseContent) ?? '',
    }),
  })
}

/** Refused if the proposed response was changed, sent or given back meanwhile. */
export function sendProposed({ id, version }: AdminGuidanceRequest): Promise<AdminGuidanceRequest> {
  return call(guidanceCalls.sendProposed, { params: { id }, body: { version } })
}

/** Gives it back to the one who wrote it. Refused like `sendProposed`. */
export function returnProposed(
  { id, version }: AdminGuidanceRequest,
  reason: string,
): Promise<AdminGuidanceRequest> {
  return call(guidanceCalls.returnProposed, { params: { id }, body: { version, reason } })
}

/** Whether the administrator is the second person, who sends a proposed response or gives it back. */
export function isSecondReader({ proposed }: Pick<AdminGuidanceRequest, 'proposed'>): boolean {
  return proposed !== null && !proposed.mine && proposed.returnReason === null
}

/** The latest answer to a request; undefined before the first one. */
export function latestResponse({
  responseContent,
  followUp,
}: Pick<AdminGuidanceRequest, 'responseContent' | 'followUp'>): string | undefined {
  return followUp?.responseContent ?? responseContent ?? undefined
}

/** Refused if another administrator was faster. */
export function setHidden(
  requestId: number,
  isHidden: boolean,
): Promise<{ id: number; isHidden: boolean }> {
  return call(guidanceCalls.toggleVisibility, {
    params: { id: requestId },
    body: { isHidden },
    keepalive: true,
  })
}

/** Refetches the team's lists, the counts on Today, and the administrator's own requests. */
export async function refreshGuidance(client: QueryClient): Promise<void> {
  await Promise.all([refreshReview(client), client.invalidateQueries({ queryKey: ownRequestsKey })])
}
