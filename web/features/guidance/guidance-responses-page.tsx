import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Clock } from 'lucide-react'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { GuidanceQuestion, type GuidanceRequest } from '#contract/guidance.ts'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { ownRequestsKey, ownRequestsQuery, requestsOf } from '#web/features/guidance/queries.ts'
import { RequestCard } from '#web/features/guidance/request-card.tsx'
import { guidanceCalls } from '#web/lib/calls.gen.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { type MemberLoad, pagesIn } from '#web/lib/load.ts'
import { useOutbox } from '#web/lib/outbox/outbox-state.ts'
import { useSteady } from '#web/lib/steady-order.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

/** Reads the member's latest requests. */
export function loadGuidanceResponses({ client, search }: MemberLoad): Promise<void> {
  return client.prefetchInfiniteQuery({ ...ownRequestsQuery, pages: pagesIn(search) })
}

/** My Guidance Responses (member document, section 2). */
export function GuidanceResponsesPage(): ReactElement {
  const { request } = useSearch({ from: '/guidance-responses' })
  return (
    <div className="-mt-4 flex max-w-3xl flex-col gap-6 sm:-mt-6">
      <header className="flex flex-col items-start gap-1">
        <Button asChild variant="link">
          <Link to="/dashboard">
            <ArrowLeft aria-hidden size={18} />
            Back to Dashboard
          </Link>
        </Button>
        <div className="flex w-full flex-col items-start justify-between gap-4 sm:flex-row">
          <div className="flex min-w-0 flex-col gap-1">
            <h1>My Guidance Responses</h1>
            <p className="text-ink-quiet">
              Only you and our guidance team can read your requests, and the team doesn’t know who
              you are.
            </p>
          </div>
          <AskAgain />
        </div>
      </header>
      <RequestList linkedId={request} />
      <UnsentRequests />
    </div>
  )
}

/** Renders nothing without requests: then the empty list has the button. */
function AskAgain(): ReactElement | null {
  const list = useInfiniteQuery(ownRequestsQuery)
  if (!list.data?.pages.some(({ items }) => items.length > 0)) return null
  return (
    <Button asChild className="shrink-0">
      <Link to="/flow" search={{ tab: 'guidance' }}>
        Ask for Guidance
      </Link>
    </Button>
  )
}

interface RequestListProps {
  /** The request that the address names. */
  linkedId: number | undefined
}

/** The member's requests, with loading, error and empty states. */
function RequestList({ linkedId }: RequestListProps): ReactElement {
  const list = useInfiniteQuery(ownRequestsQuery)
  const search = useSearch({ from: '/guidance-responses' })
  useRefreshOn('guidance', ownRequestsKey)
  const fresh = useMemo(() => (list.data ? requestsOf(list.data) : undefined), [list.data])
  const requests = useSteady(fresh)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isLinkedMissing =
    linkedId !== undefined && requests?.every(({ id }) => id !== linkedId) === true
  const isSearching = isLinkedMissing && hasNextPage && !list.isFetchNextPageError
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, fetchNextPage])

  if (!requests) {
    return list.error ? <QueryError what="your requests" query={list} /> : <ListSkeleton />
  }
  return (
    <>
      {isLinkedMissing && !hasNextPage ? <Notice>This request was deleted.</Notice> : null}
      {requests.length === 0 ? <NothingYet /> : <Entries requests={requests} linkedId={linkedId} />}
      <LoadMore list={list} address={{ pages: list.data?.pages.length ?? 1, search }} />
    </>
  )
}

interface EntriesProps {
  requests: GuidanceRequest[]
  linkedId: number | undefined
}

function Entries({ requests, linkedId }: EntriesProps): ReactElement {
  const answered = useNewAnswers(requests)
  const [seen, setSeen] = useState<GuidanceRequest>()
  const latest = answered.find(({ id }) => requests.some((request) => request.id === id))
  const handleVisit = (request: GuidanceRequest): void => {
    setSeen(request)
    bringIntoView(document.getElementById(entryId(request.id)))
  }
  return (
    <section aria-label="My requests" className="flex flex-col gap-5">
      <div role="status" className="empty:hidden">
        {latest && latest !== seen ? (
          <NewAnswerNotice request={latest} onVisit={handleVisit} />
        ) : null}
      </div>
      <ul className="flex flex-col gap-5">
        {requests.map((request) => (
          <li
            key={request.id}
            id={entryId(request.id)}
            ref={request.id === linkedId ? bringIntoView : undefined}
            tabIndex={-1}
            className="scroll-mt-24 rounded-xl"
          >
            <RequestCard
              request={request}
              isNew={answered.some(({ id }) => id === request.id)}
              isLinked={request.id === linkedId}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface NewAnswerNoticeProps {
  request: GuidanceRequest
  onVisit: (request: GuidanceRequest) => void
}

function NewAnswerNotice({ request, onVisit }: NewAnswerNoticeProps): ReactElement {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border border-line bg-gold-soft px-4 py-2 text-gold-ink">
      Your {GUIDANCE_CATEGORY_LABELS[request.category]} request has a new answer.
      <Link
        to="/guidance-responses"
        search={{ request: request.id }}
        replace
        resetScroll={false}
        onClick={() => onVisit(request)}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Go to the answer
      </Link>
    </p>
  )
}

function entryId(requestId: number): string {
  return `entry-${requestId}`
}

/** Delayed, because a page that has just opened is first scrolled to its top. */
function bringIntoView(entry: HTMLElement | null): void {
  setTimeout(() => {
    entry?.scrollIntoView({ block: 'start' })
    entry?.focus({ preventScroll: true })
  })
}

function NothingYet(): ReactElement {
  return (
    <EmptyState message="No guidance requests yet.">
      <Button asChild variant="outline">
        <Link to="/flow" search={{ tab: 'guidance' }}>
          Ask for Guidance
        </Link>
      </Button>
    </EmptyState>
  )
}

function ListSkeleton(): ReactElement {
  return (
    <Skeletons
      label="Loading your requests"
      rows={['h-52 rounded-xl', 'h-52 rounded-xl']}
      className="flex flex-col gap-5"
    />
  )
}

/** The member's unsent requests on this device. Renders nothing if there are none. */
function UnsentRequests(): ReactElement | null {
  const { waiting } = useOutbox()
  const requests = waiting
    .filter(({ url }) => url === guidanceCalls.ask.path)
    .flatMap(({ id, madeAt, body }) => {
      const request = GuidanceQuestion.safeParse(body).data
      return request ? [{ id, madeAt, request }] : []
    })
  if (requests.length === 0) return null
  return (
    <ul aria-label="Your unsent requests" className="flex flex-col gap-3">
      {requests.map(({ id, madeAt, request }) => (
        <li key={id} className="rounded-xl border border-line-strong border-dashed p-5">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
            <Clock aria-hidden size={16} />
            <span className="font-medium">Not sent yet</span>
            <span>{GUIDANCE_CATEGORY_LABELS[request.category]}</span>
            <RelativeTime date={new Date(madeAt).toISOString()} />
          </p>
          <p dir="auto" className="mt-2 max-w-prose whitespace-pre-wrap">
            {request.content}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The requests that were answered while the page was open, latest first. */
function useNewAnswers(requests: GuidanceRequest[]): GuidanceRequest[] {
  const [known, setKnown] = useState(requests)
  const [answered, setAnswered] = useState<GuidanceRequest[]>([])
  if (requests !== known) {
    const latest = newlyAnswered(known, requests)
    setKnown(requests)
    if (latest.length > 0) {
      const isEarlier = ({ id }: GuidanceRequest): boolean => latest.every((one) => one.id !== id)
      setAnswered([...latest, ...answered.filter(isEarlier)])
    }
  }
  return answered
}

/** The fields that determine how many answers a request has. */
export type Answers = Pick<GuidanceRequest, 'id' | 'respondedAt' | 'followUp'>

/** The requests that have more answers than when they were last read. */
export function newlyAnswered<T extends Answers>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Map(before.map((request) => [request.id, answerCount(request)]))
  return after.filter((request) => answerCount(request) > (known.get(request.id) ?? 2))
}

function answerCount({ respondedAt, followUp }: Answers): number {
  return [respondedAt, followUp?.respondedAt].filter(Boolean).length
}
