import { Hand, PenLine } from 'lucide-react'
import type { ReactElement } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import type { Claiming } from '#web/features/admin/guidance/use-claim.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

interface ClaimLineProps {
  request: AdminGuidanceRequest
  claiming: Claiming
  /** Tells the request from the others. */
  name: string
  /** The administrator has just given the claim back. */
  wasReleased: boolean
}

/** Who is answering, so that nobody else does. Nothing for an answered request that nobody changes. */
export function ClaimLine(props: ClaimLineProps): ReactElement | null {
  const { request, claiming, name, wasReleased } = props
  const { claim, waitingSince } = request
  if (claim === null) {
    if (waitingSince === null) return null
    return (
      <Button
        ref={wasReleased ? takeLostFocus : undefined}
        variant="outline"
        size="sm"
        className="self-start"
        aria-label={`Claim: ${name}`}
        busy={claiming.isTaking}
        onClick={claiming.take}
      >
        <Hand aria-hidden size={16} />
        Claim
      </Button>
    )
  }
  const until = new Date(claim.until).toLocaleTimeString(undefined, { timeStyle: 'short' })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge variant={claim.mine ? 'default' : 'gold'}>
        <PenLine aria-hidden size={15} className="shrink-0" />
        {claim.mine ? 'You claimed this' : `${claim.anonymousUsername} claimed this`}
      </Badge>
      <span className="text-sm text-ink-quiet">until {until}</span>
      {claim.mine ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Release: ${name}`}
          busy={claiming.isReleasing}
          onClick={claiming.release}
        >
          Release
        </Button>
      ) : null}
    </div>
  )
}
