import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { hiding, requestSubject } from '#web/features/admin/guidance/request-decisions.ts'
import { type ChangeMode, responseDraftKey } from '#web/features/admin/guidance/response-draft.ts'
import { ResponsePart } from '#web/features/admin/guidance/response-part.tsx'
import { Thread } from '#web/features/admin/guidance/thread.tsx'
import { useRelease } from '#web/features/admin/guidance/use-claim.ts'
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
  const Icon = request.isHidden ? Eye : EyeOff
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
            <ResponsePart request={request} name={name} change={change} onChangeMode={setChange} />
          </div>
        )}
      </CareCover>
      <DecisionBar subject={subject} status={status}>
        <Button
          variant="outline"
          className="max-sm:col-span-2"
          aria-label={`${hideLabel}: ${name}`}
          aria-keyshortcuts="H"
          aria-disabled={!canHide || undefined}
          onClick={hide}
        >
          <Icon aria-hidden size={16} />
          {hideLabel}
        </Button>
      </DecisionBar>
    </Card>
  )
}
