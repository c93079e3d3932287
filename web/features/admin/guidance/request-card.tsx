import { Eye, EyeOff } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { type ChangeMode, responseDraftKey } from '#web/features/admin/guidance/response-draft.ts'
import { ResponsePart } from '#web/features/admin/guidance/response-part.tsx'
import { Thread } from '#web/features/admin/guidance/thread.tsx'
import { useToggleRequest } from '#web/features/admin/guidance/use-respond.ts'
import { WaitingBadge } from '#web/features/admin/guidance/waiting-badge.tsx'
import { GUIDANCE_CATEGORY_LABELS } from '#web/features/guidance/guidance-labels.ts'
import { fullDateTime, longDate } from '#web/lib/dates.ts'
import { keptText } from '#web/lib/use-text-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** A request with what can be done about it. */
export function RequestCard({ request }: { request: AdminGuidanceRequest }): ReactElement {
  const { category, createdAt, waitingSince } = request
  const draftKey = responseDraftKey(useMember().id, request)
  const [change, setChange] = useState<ChangeMode>(() =>
    waitingSince === null && keptText(draftKey) !== undefined ? 'kept' : 'shut',
  )
  const isChanging = waitingSince === null && (change === 'kept' || change === 'opened')
  const submitted = new Date(createdAt)
  const label = GUIDANCE_CATEGORY_LABELS[category]
  const name = `${label}, ${fullDateTime(submitted)}`
  return (
    <Card className="flex flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h3>{label}</h3>
          <p className="text-sm text-ink-quiet">
            Submitted {longDate(submitted)} · <RelativeTime date={createdAt} />
          </p>
        </div>
        <WaitingBadge request={request} />
      </header>
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <Thread request={request} hidesLatest={isChanging} />
        <ResponsePart request={request} name={name} change={change} onChangeMode={setChange} />
      </div>
      <HideButton request={request} name={name} />
    </Card>
  )
}

function HideButton(props: { request: AdminGuidanceRequest; name: string }): ReactElement {
  const { request, name } = props
  const toggling = useToggleRequest(request)
  const label = request.isHidden ? 'Show Request' : 'Hide Request'
  const Icon = request.isHidden ? Eye : EyeOff
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3.5 self-start text-ink-quiet"
      aria-label={`${label}: ${name}`}
      busy={toggling.isPending}
      onClick={() => toggling.mutate()}
    >
      <Icon aria-hidden size={16} />
      {label}
    </Button>
  )
}
