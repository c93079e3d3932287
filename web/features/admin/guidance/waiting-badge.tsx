import { Clock, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { counted } from '#web/lib/counted.ts'
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

/** How much of the promised time has passed: less than half, half or more, or all of it. */
type Urgency = 'quiet' | 'soon' | 'late'

/** @param promiseUsed share of the promised time, 1 at its end */
export function urgencyOf(promiseUsed: number): Urgency {
  if (promiseUsed < 0.5) return 'quiet'
  return promiseUsed <= 1 ? 'soon' : 'late'
}

/** How long a request has waited and, after half of the promised time, how much is left. */
export function waitingWords(input: { promiseUsed: number; promiseHours: number }): string {
  const { promiseUsed, promiseHours } = input
  const promised = promiseHours * HOUR_MS
  const waiting = `Waiting ${durationWords(promiseUsed * promised)}`
  const urgency = urgencyOf(promiseUsed)
  if (urgency === 'quiet') return waiting
  const distance = durationWords(Math.abs(1 - promiseUsed) * promised)
  return `${waiting} · ${distance} ${urgency === 'soon' ? 'left' : 'late'}`
}

/** '5 minutes', '30 hours', '3 days'. Less than two days are given in hours. */
export function durationWords(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute'
  if (ms < HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < 2 * DAY_MS) return counted(Math.floor(ms / HOUR_MS), 'hour')
  return counted(Math.floor(ms / DAY_MS), 'day')
}
