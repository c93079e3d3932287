import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useId, useRef } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { Playbook } from '#web/features/admin/guidance/playbook.tsx'
import { isSecondReader, refreshGuidance, setHidden } from '#web/features/admin/guidance/queries.ts'
import {
  type ChangeMode,
  ResponsePart,
  respondKey,
  responseDraftKey,
} from '#web/features/admin/guidance/response-form.tsx'
import { MinorNotice, SecondReading } from '#web/features/admin/guidance/second-reading.tsx'
import { WaitingBadge } from '#web/features/admin/guidance/waiting-badge.tsx'
import { reviewDecision } from '#web/features/admin/queue/decisions.ts'
import { ReviewCard } from '#web/features/admin/queue/review-card.tsx'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import type { Review } from '#web/features/admin/queue/use-review.ts'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { fullDateTime, longDate } from '#web/lib/dates.ts'
import type { Decision } from '#web/lib/undo.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { keptText } from '#web/lib/use-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx'
import { FoldedText } from '#web/ui/folded-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface RequestCardProps {
  request: AdminGuidanceRequest
  review: Review
}

/** A request with its thread, the response form and its actions. */
export function RequestCard({ request, review }: RequestCardProps): ReactElement {
  const { category, createdAt, waitingSince } = request
  const dates = useDates()
  const draftKey = responseDraftKey(useMember().id, request)
  const [change, setChange] = useStoredState<ChangeMode>(
    () => (waitingSince === null && keptText(draftKey) !== undefined ? 'kept' : 'shut'),
    'shut',
  )
  const response = useRef<HTMLDivElement>(null)
  const isChanging = waitingSince === null && (change === 'kept' || change === 'opened')
  const submitted = new Date(createdAt)
  const label = GUIDANCE_CATEGORY_LABELS[category]
  const name = `${label}, ${fullDateTime(submitted, dates)}`
  const formId = useId()
  const isSending = useIsMutating({ mutationKey: respondKey(request.id) }) > 0
  const { status, cover } = review
  const isReading = isSecondReader(request)
  const isProposed = request.needsSecondReader && request.proposed?.returnReason === null
  const isWriting = (waitingSince !== null || isChanging) && !cover.isCovered
  useKeys({ r: () => response.current?.querySelector<HTMLElement>('textarea')?.focus() })
  return (
    <ReviewCard
      review={review}
      noun="request"
      name={name}
      title={label}
      isShort={waitingSince === null && !isChanging}
      facts={
        <>
          <WaitingBadge request={request} />
          <span>
            Submitted {longDate(submitted, dates)}
            {/* The badge says how long it waits. */}
            {waitingSince === createdAt ? null : (
              <>
                {' '}
                · <RelativeTime date={createdAt} className="whitespace-nowrap" />
              </>
            )}
          </span>
        </>
      }
      decisions={
        <>
          <HideAction request={request} review={review} name={name} isAlone={!isWriting} />
          {isReading && isWriting ? <SecondReading request={request} review={review} /> : null}
          {!isReading && isWriting && status?.phase !== 'done' ? (
            <Button type="submit" form={formId} busy={isSending} disabled={review.isTaken}>
              {isChanging || isProposed ? 'Save response' : 'Send response'}
            </Button>
          ) : null}
        </>
      }
    >
      <Thread request={request} hidesLatest={isChanging} />
      <MinorNotice request={request} />
      {isWriting ? <Playbook /> : null}
      {status?.phase === 'done' ? null : (
        <div ref={response}>
          <ResponsePart
            request={request}
            review={review}
            name={name}
            formId={formId}
            change={change}
            onChangeMode={setChange}
          />
        </div>
      )}
    </ReviewCard>
  )
}

interface HideActionProps extends RequestCardProps {
  name: string
  /** Whether nothing else can be done with the request, so that no menu is needed. */
  isAlone: boolean
}

/** Hides a request from the list, or shows it again. A covered one can be hidden, too. */
function HideAction({ request, review, name, isAlone }: HideActionProps): ReactElement {
  const client = useQueryClient()
  const canHide = review.status === undefined && !review.isTaken
  const hide = (): void => {
    if (review.isMeant()) review.decide(hiding(client, request))
  }
  useKeys({ h: canHide ? hide : undefined })
  const label = request.isHidden ? 'Show Request' : 'Hide Request'
  if (isAlone) {
    return (
      <Button
        variant="outline"
        aria-label={`${label}: ${name}`}
        aria-keyshortcuts="H"
        aria-disabled={!canHide || undefined}
        onClick={canHide ? hide : undefined}
      >
        {label}
      </Button>
    )
  }
  return (
    <MoreMenu label={`More actions: ${name}`} className="flex-none!">
      <DropdownMenuItem aria-keyshortcuts="H" disabled={!canHide} onSelect={hide}>
        {label}
      </DropdownMenuItem>
    </MoreMenu>
  )
}

function hiding(client: QueryClient, request: AdminGuidanceRequest): Omit<Decision, 'subject'> {
  const hides = !request.isHidden
  return reviewDecision({
    client,
    label: hides ? 'Hiding' : 'Unhiding',
    doneLabel: hides ? '✓ Request hidden' : '✓ Request unhidden',
    work: () => setHidden(request.id, hides),
    done: hides ? 'Request hidden successfully' : 'Request unhidden',
    failed: hides ? 'Failed to hide request' : 'Failed to show request',
    refresh: () => refreshGuidance(client),
  })
}

interface ThreadProps {
  request: AdminGuidanceRequest
  /** Hides the latest answer while it is being edited in the form. */
  hidesLatest: boolean
}

/** The questions and answers of a request, in order. */
function Thread({ request, hidesLatest }: ThreadProps): ReactElement {
  const { content, responseContent, respondedAt, followUp } = request
  const showsFirst = responseContent !== null && !(hidesLatest && followUp === null)
  // The history belongs to the latest answer.
  const history = <History history={request.history} />
  const isSecondAnswered = followUp !== null && followUp.responseContent !== null
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FoldedText text={content} />
      {showsFirst ? <Response text={responseContent} at={respondedAt} /> : null}
      {isSecondAnswered ? null : history}
      {followUp ? (
        <div className="flex flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
            <span className="font-medium text-ink">Follow-up</span>
            <RelativeTime date={followUp.createdAt} />
          </p>
          <FoldedText text={followUp.content} />
        </div>
      ) : null}
      {followUp?.responseContent && !hidesLatest ? (
        <Response text={followUp.responseContent} at={followUp.respondedAt} />
      ) : null}
      {isSecondAnswered ? history : null}
    </div>
  )
}

function Response({ text, at }: { text: string; at: string | null }): ReactElement {
  return (
    <div className="flex flex-col gap-1 border-l-3 border-primary pl-4">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
        <span className="font-medium text-ink">Response</span>
        {at ? <RelativeTime date={at} /> : null}
      </p>
      <FoldedText text={text} />
    </div>
  )
}

/** Earlier versions of the latest answer. Renders nothing if it was never changed. */
function History({ history }: Pick<AdminGuidanceRequest, 'history'>): ReactElement | null {
  if (history.length === 0) return null
  const summary = history.length === 1 ? '1 earlier version' : `${history.length} earlier versions`
  return (
    <Disclosure summary={summary} className="border-b-0 text-sm">
      <ol className="flex flex-col gap-3">
        {history.map(({ responseContent, replacedAt }) => (
          <li key={replacedAt} className="flex flex-col gap-1 border-l-3 border-line pl-4">
            <p className="text-ink-quiet">
              Until <RelativeTime date={replacedAt} />
            </p>
            <FoldedText text={responseContent} />
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
