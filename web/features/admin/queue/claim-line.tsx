import { Hand, PenLine } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Claim } from '#contract/review.ts'
import { takeLostFocus } from '#web/features/admin/keep-focus.ts'
import { EntryButton } from '#web/features/admin/kit/entry-button.tsx'
import { clockTime } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** The actions on a claim, with their state. */
export interface Claiming {
  /** Shows the other administrators that this one is working on the entry. */
  take: () => void
  isTaking: boolean
  release: () => void
  isReleasing: boolean
  /** The administrator has just released the claim. */
  wasReleased: boolean
}

interface ClaimLineProps {
  claim: Claim | null
  /** Whether it can be claimed now. */
  canClaim: boolean
  claiming: Claiming
  /** Identifies the entry to screen readers. */
  name: string
}

/** Shows who is working on an entry. Renders nothing for one that can't be claimed. */
export function ClaimLine(props: ClaimLineProps): ReactElement | null {
  const dates = useDates()
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
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge variant={claim.mine ? 'default' : 'gold'}>
        <PenLine aria-hidden size={15} className="shrink-0" />
        {claim.mine ? 'You claimed this' : `${claim.anonymousUsername} claimed this`}
      </Badge>
      <span className="text-sm text-ink-quiet">
        until {clockTime(new Date(claim.until), dates)}
      </span>
      {claim.mine ? (
        <EntryButton
          variant="ghost"
          label="Release"
          entry={name}
          aria-keyshortcuts="C"
          busy={claiming.isReleasing}
          onClick={claiming.release}
        />
      ) : null}
    </div>
  )
}
