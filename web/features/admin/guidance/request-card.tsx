import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { type ReactElement, useId, useRef } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { refreshGuidance, setHidden } from '#web/features/admin/guidance/queries.ts'
import { type ChangeMode, responseDraftKey } from '#web/features/admin/guidance/response-draft.ts'
import { ResponsePart } from '#web/features/admin/guidance/response-part.tsx'
import { Thread } from '#web/features/admin/guidance/thread.tsx'
import { respondKey } from '#web/features/admin/guidance/use-respond.ts'
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
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
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
  const isWriting = (waitingSince !== null || isChanging) && !cover.isCovered
  useKeys({ r: () => response.current?.querySelector<HTMLElement>('textarea')?.focus() })
  return (
    <ReviewCard
      review={review}
      noun="request"
      name={name}
      heading={
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div>
            <h3>{label}</h3>
            <p className="text-sm text-ink-quiet">
              Submitted {longDate(submitted, dates)} · <RelativeTime date={createdAt} />
            </p>
          </div>
          <WaitingBadge request={request} />
        </header>
      }
      decisions={
        <>
          <RequestMenu request={request} review={review} name={name} />
          {isWriting && status?.phase !== 'done' ? (
            <Button
              type="submit"
              form={formId}
              busy={isSending}
              disabled={request.claim?.mine === false}
            >
              {isChanging ? 'Save response' : 'Send response'}
            </Button>
          ) : null}
        </>
      }
    >
      <Thread request={request} hidesLatest={isChanging} />
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

/** Hides a request from the list, or shows it again. A covered one can be hidden, too. */
function RequestMenu(props: RequestCardProps & { name: string }): ReactElement {
  const { request, review, name } = props
  const client = useQueryClient()
  const canHide = review.status === undefined
  const hide = (): void => review.decide(hiding(client, request))
  useKeys({ h: canHide ? hide : undefined })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`More actions: ${name}`}
          className="flex-none!"
        >
          <EllipsisVertical aria-hidden size={20} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem aria-keyshortcuts="H" disabled={!canHide} onSelect={hide}>
          {request.isHidden ? 'Show Request' : 'Hide Request'}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
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
