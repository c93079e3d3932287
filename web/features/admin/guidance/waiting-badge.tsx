import { Clock, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { type Urgency, urgencyOf, waitingWords } from '#web/features/admin/guidance/waiting-age.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Badge } from '#web/ui/badge.tsx'

const BADGES: Record<Urgency, { icon: LucideIcon; variant: 'neutral' | 'gold' | 'destructive' }> = {
  quiet: { icon: Clock, variant: 'neutral' },
  soon: { icon: Hourglass, variant: 'gold' },
  late: { icon: TriangleAlert, variant: 'destructive' },
}

/** A badge that says how long a request has waited, or that it is answered. */
export function WaitingBadge({ request }: { request: AdminGuidanceRequest }): ReactElement {
  const promiseHours = useSiteSettings()?.answerPromiseHours
  const { promiseUsed } = request
  if (promiseUsed === null) return <Badge>Answered</Badge>
  const { icon: Icon, variant } = BADGES[urgencyOf(promiseUsed)]
  return (
    <Badge variant={variant}>
      <Icon aria-hidden size={15} className="shrink-0" />
      {promiseHours === undefined ? 'Waiting' : waitingWords({ promiseUsed, promiseHours })}
    </Badge>
  )
}
