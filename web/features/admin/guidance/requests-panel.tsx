import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ReactElement, useMemo } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import {
  type ListSearch,
  pageCountOf,
  useAdminAddress,
  withPage,
} from '#web/features/admin/admin-address.ts'
import type { AdminLoad } from '#web/features/admin/admin-pages.ts'
import { LeftDraftCard, useLeftDrafts } from '#web/features/admin/guidance/left-drafts.tsx'
import {
  adminGuidanceQuery,
  type GuidanceFilter,
  REQUESTS_PER_PAGE,
} from '#web/features/admin/guidance/queries.ts'
import { RequestCard } from '#web/features/admin/guidance/request-card.tsx'
import { responseDraftKey } from '#web/features/admin/guidance/response-form.tsx'
import { PartTabs } from '#web/features/admin/kit/part-tabs.tsx'
import { QUEUE_SIZE } from '#web/features/admin/queue/queries.ts'
import type { Row } from '#web/features/admin/queue/queue-list.tsx'
import { ReviewQueue } from '#web/features/admin/queue/review-queue.tsx'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { keptText } from '#web/lib/use-draft.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface Part {
  value: GuidanceFilter
  label: string
  empty: string
  /** The actions that remove a request from it. */
  goneBy: readonly string[]
}

/** The sub-tabs by their names in the address. */
const PARTS: readonly Part[] = [
  {
    value: 'waiting',
    label: 'Waiting',
    empty: 'No requests are waiting',
    goneBy: ['guidance-answered', 'guidance-hidden'],
  },
  {
    value: 'answered',
    label: 'Answered',
    empty: 'No answered requests yet',
    goneBy: ['guidance-hidden'],
  },
  { value: 'hidden', label: 'Hidden', empty: 'No hidden requests', goneBy: ['guidance-shown'] },
]

export async function loadRequests({
  client,
  search: { part, page = 1 },
}: AdminLoad<{ part?: string; page?: number }>): Promise<void> {
  if (part === undefined) await prefetch(client, adminGuidanceQuery({ filter: 'waiting', page }))
}

/** Members' requests to the guidance team. Nothing here identifies the members. */
export function RequestsPanel(): ReactElement {
  return (
    <section aria-labelledby="guidance-requests" className="flex flex-col gap-5">
      <h2 id="guidance-requests" className="sr-only">
        Guidance requests
      </h2>
      <PartTabs label="Guidance requests" parts={PARTS}>
        {(part) => <RequestList part={part} />}
      </PartTabs>
      <Introduction />
    </section>
  )
}

function Introduction(): ReactElement {
  const hours = useSiteSettings()?.answerPromiseHours
  return (
    <p className="text-ink-quiet">
      All requests are anonymous.{' '}
      {hours === undefined ? '' : `Our goal is to answer within ${hours} hours.`}
    </p>
  )
}

function RequestList({ part }: { part: Part }): ReactElement {
  const address = useAdminAddress()
  const isWaiting = part.value === 'waiting'
  const page = isWaiting ? 1 : address.page
  const requests = useQuery(adminGuidanceQuery({ filter: part.value, page }))
  const pageCount = pageCountOf({ total: requests.data?.total ?? 0, pageSize: REQUESTS_PER_PAGE })
  const isBeyond = !requests.isPlaceholderData && requests.data?.items.length === 0
  if (isBeyond && page > pageCount) {
    return <Navigate to="." search={(search: ListSearch) => withPage(search, pageCount)} replace />
  }
  return (
    <div className="flex flex-col gap-5">
      <Requests
        requests={requests}
        place={`${part.value} ${page}`}
        page={page}
        pageSize={isWaiting ? QUEUE_SIZE : REQUESTS_PER_PAGE}
        label={`${part.label} requests`}
        isInOrder={!isWaiting}
        goneBy={part.goneBy}
        empty={<EmptyState message={part.empty} />}
      />
      {isWaiting ? null : (
        <Pagination
          page={page}
          pageCount={pageCount}
          onPageChange={address.openPage}
          label="Pages of requests"
        />
      )}
    </div>
  )
}

interface RequestsProps {
  requests: UseQueryResult<Page<AdminGuidanceRequest>>
  /** Identifies the page, whose open request and unsent responses are its own. */
  place: string
  page: number
  pageSize: number
  /** Names the list: 'Waiting requests'. */
  label: string
  isInOrder: boolean
  /** Whether it is the page of one request. */
  isAlone?: boolean
  /** The actions that remove a request from it. */
  goneBy: readonly string[]
  empty: ReactElement
}

/** Requests to answer, below the unsent responses to those that left the list. */
export function Requests(props: RequestsProps): ReactElement {
  const { requests, place, page, pageSize, goneBy, ...queue } = props
  const adminId = useMember().id
  const known = requests.isPlaceholderData ? undefined : requests.data
  const list = useMemo(() => known && { ...known, page, pageSize }, [known, page, pageSize])
  const { left, discard } = useLeftDrafts({ adminId, list, place })
  return (
    <>
      {left.map((draft) => (
        <LeftDraftCard key={draft.request.id} draft={draft} onDiscard={() => discard(draft)} />
      ))}
      <ReviewQueue
        key={place}
        {...queue}
        kind="guidance"
        noun="request"
        topic="guidance"
        mayClaim={({ waitingSince }) => waitingSince !== null}
        list={requests}
        textOf={({ content, followUp }) => [content, followUp?.content].filter(Boolean).join('\n')}
        hasDraft={(request) => keptText(responseDraftKey(adminId, request)) !== undefined}
        rowOf={rowOf}
        subjectOf={requestSubject}
        decidedOf={({ id, waitingSince, createdAt }) => ({
          subject: 'guidance',
          id,
          since: waitingSince ?? createdAt,
          actions: goneBy,
        })}
        renderItem={(request, review) => <RequestCard request={request} review={review} />}
      />
    </>
  )
}

function rowOf(request: AdminGuidanceRequest): Row {
  const text = request.followUp?.content ?? request.content
  return {
    title: text.slice(0, 80),
    detail: (
      <>
        {proposalLabel(request)}
        {GUIDANCE_CATEGORY_LABELS[request.category]} ·{' '}
        <RelativeTime date={request.waitingSince ?? request.createdAt} />
      </>
    ),
  }
}

/** Says in the list who has to do what about a proposed response. */
function proposalLabel({ proposed }: AdminGuidanceRequest): string {
  if (!proposed) return ''
  if (proposed.returnReason !== null) return 'Given back · '
  return proposed.mine ? 'With a second reader · ' : 'Response to read · '
}

/**
 * Identifies a request in its current state. A follow-up, a changed visibility and each step of a
 * proposed response change it.
 */
function requestSubject(request: AdminGuidanceRequest): string {
  const { id, waitingSince, isHidden, proposed, version } = request
  const step = proposed ? `-${version}-${proposed.returnReason === null ? 'proposed' : 'back'}` : ''
  return `guidance-${id}-${waitingSince}-${isHidden ? 'hidden' : 'listed'}${step}`
}
