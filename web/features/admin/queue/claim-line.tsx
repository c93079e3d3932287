import { Hand, PenLine } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Claim } from '#contract/review.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** What an administrator can do about a claim. */
export interface Claiming {
  /** Tells the others that this administrator is working on it. */
  take: () => void
  isTaking: boolean
  release: () => void
  isReleasing: boolean
  /** The administrator has just given the claim back. */
  wasReleased: boolean
}

interface ClaimLineProps {
  claim: Claim | null
  /** Whether it can be claimed now. */
  canClaim: boolean
  claiming: Claiming
  /** Tells the entry from the others. */
  name: string
}

/** Who is working on an entry, so that nobody else does. Nothing for one that can't be claimed. */
export function ClaimLine(props: ClaimLineProps): ReactElement | null {
  const { claim, canClaim, claiming, name } = props
  if (claim === null) {
    if (!canClaim) return null
    return (
      <Button
        ref={claiming.wasReleased ? takeLostFocus : undefined}
        variant="outline"
        size="sm"
        className="self-start"
        aria-label={`Claim: ${name}`}
        aria-keyshortcuts="C"
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
          aria-keyshortcuts="C"
          busy={claiming.isReleasing}
          onClick={claiming.release}
        >
          Release
        </Button>
      ) : null}
    </div>
  )
}
