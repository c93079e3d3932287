import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { QUEUE_SIZE } from '#web/features/admin/queries.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { ownRequestsKey, pollWhileSignedIn } from '#web/features/guidance/queries.ts'
import { call } from '#web/lib/api.ts'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

/** Page size for answered and hidden requests. Waiting ones form a single queue. */
export const REQUESTS_PER_PAGE = 10

/** Which requests the list shows: waiting ones (oldest first), answered (newest first) or hidden. */
export type GuidanceFilter = 'waiting' | 'answered' | 'hidden'

export const adminGuidanceKey = [guidanceCalls.listAll.path] as const

/** One page of the team's list. */
export function adminGuidanceQuery({ filter, page }: { filter: GuidanceFilter; page: number }) {
  const narrowed = filter === 'hidden' ? { hidden: 'true' as const } : { state: filter }
  const pageSize = filter === 'waiting' ? QUEUE_SIZE : REQUESTS_PER_PAGE
  const query = { ...narrowed, page, pageSize }
  return endpointQuery(guidanceCalls.listAll, {
    query,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollWhileSignedIn(state.error),
    ...fresh,
  })
}

/** A new answer, or a new wording of the latest answer if `waitingSince` is null. */
export interface NewResponse {
  requestId: number
  responseContent: string
  /** The value that was read. The server refuses the response if it has changed since. */
  waitingSince: string | null
}

export function sendResponse(response: NewResponse): Promise<AdminGuidanceRequest> {
  const { requestId, ...body } = response
  return call(guidanceCalls.respond, { params: { id: requestId }, body })
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

export function claimRequest(requestId: number): Promise<AdminGuidanceRequest> {
  return call(guidanceCalls.claim, { params: { id: requestId } })
}

export function releaseRequest(requestId: number): Promise<AdminGuidanceRequest> {
  return call(guidanceCalls.releaseClaim, { params: { id: requestId } })
}

/** Shows the server's response before the lists are refetched. */
export function replaceRequest(client: QueryClient, request: AdminGuidanceRequest): void {
  client.setQueriesData<Page<AdminGuidanceRequest>>({ queryKey: adminGuidanceKey }, (page) =>
    page
      ? { ...page, items: page.items.map((old) => (old.id === request.id ? request : old)) }
      : page,
  )
}

/** Refetches the team's lists, the counts on Today, and the administrator's own requests. */
export async function refreshGuidance(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: adminGuidanceKey }),
    client.invalidateQueries({ queryKey: todayKey }),
    client.invalidateQueries({ queryKey: ownRequestsKey }),
  ])
}
