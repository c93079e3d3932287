import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { type ReactElement, useId, useRef } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { hiding, requestSubject } from '#web/features/admin/guidance/request-decisions.ts'
import { type ChangeMode, responseDraftKey } from '#web/features/admin/guidance/response-draft.ts'
import { ResponsePart } from '#web/features/admin/guidance/response-part.tsx'
import { Thread } from '#web/features/admin/guidance/thread.tsx'
import { useRelease } from '#web/features/admin/guidance/use-claim.ts'
import { respondKey } from '#web/features/admin/guidance/use-respond.ts'
import { WaitingBadge } from '#web/features/admin/guidance/waiting-badge.tsx'
import { CareCover, useCover } from '#web/features/admin/queue/care-cover.tsx'
import { DecisionBar } from '#web/features/admin/queue/decision-bar.tsx'
import type { ItemProps } from '#web/features/admin/queue/queue.tsx'
import { useDecisionStatus } from '#web/features/admin/queue/use-decision-status.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { fullDateTime, longDate } from '#web/lib/dates.ts'
import { decide } from '#web/lib/undo.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { keptText } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface RequestItemProps extends ItemProps {
  request: AdminGuidanceRequest
}

/** A request with its thread, the response form and its actions. */
export function RequestItem({ request, hardness, onSkip }: RequestItemProps): ReactElement {
  const { category, createdAt, waitingSince } = request
  const client = useQueryClient()
  const dates = useDates()
  const draftKey = responseDraftKey(useMember().id, request)
  const [change, setChange] = useStoredState<ChangeMode>(
    () => (waitingSince === null && keptText(draftKey) !== undefined ? 'kept' : 'shut'),
    'shut',
  )
  const cover = useCover(hardness, () => keptText(draftKey) !== undefined)
  const subject = requestSubject(request)
  const status = useDecisionStatus(subject)
  const response = useRef<HTMLDivElement>(null)
  const isChanging = waitingSince === null && (change === 'kept' || change === 'opened')
  const submitted = new Date(createdAt)
  const label = GUIDANCE_CATEGORY_LABELS[category]
  const name = `${label}, ${fullDateTime(submitted, dates)}`
  const hideLabel = request.isHidden ? 'Show Request' : 'Hide Request'
  const formId = useId()
  const isSending = useIsMutating({ mutationKey: respondKey(request.id) }) > 0
  const isWriting = (waitingSince !== null || isChanging) && !cover.isCovered
  const releasing = useRelease(request.id)
  const canHide = status === undefined
  const hide = (): void => {
    if (canHide) decide([hiding(client, request)])
  }
  const handleSkip = (): void => {
    if (request.claim?.mine) releasing.mutate()
    onSkip()
  }
  useKeys({
    r: () => response.current?.querySelector<HTMLElement>('textarea')?.focus(),
    h: hide,
  })
  return (
    <Card className="flex lg:min-h-[32rem] flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h3>{label}</h3>
          <p className="text-sm text-ink-quiet">
            Submitted {longDate(submitted, dates)} · <RelativeTime date={createdAt} />
          </p>
        </div>
        <WaitingBadge request={request} />
      </header>
      <CareCover {...cover} isDecided={status !== undefined} onSkip={handleSkip}>
        <Thread request={request} hidesLatest={isChanging} />
        {status?.phase === 'done' ? null : (
          <div ref={response}>
            <ResponsePart {...{ request, name, formId, change }} onChangeMode={setChange} />
          </div>
        )}
      </CareCover>
      <DecisionBar subject={subject} status={status}>
        <DropdownMenu>
          <DropdownMenuTrigger>
            <Button variant="ghost" size="icon" aria-label={`More actions: ${name}`}>
              <EllipsisVertical aria-hidden size={20} />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem aria-keyshortcuts="H" disabled={!canHide} onSelect={hide}>
              {hideLabel}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
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
      </DecisionBar>
    </Card>
  )
}
