import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CLAIM_MINUTES, type Claim } from '#contract/review.ts'
import {
  type Claimable,
  entryScope,
  refreshReview,
  releaseClaim,
  takeClaim,
} from '#web/features/admin/queue/queries.ts'
import { isOutdated } from '#web/lib/api.ts'
import { toastError } from '#web/ui/toast-store.ts'

/** A claim is renewed once half of its time has passed. */
const RENEW_MS = (CLAIM_MINUTES / 2) * 60_000
const RETRY_MS = 30_000

/** The claim on an entry, with the actions on it and their state. */
export interface Claiming {
  claim: Claim | null
  /** Shows the other administrators that this one is working on the entry. */
  take: () => void
  isTaking: boolean
  release: () => void
  isReleasing: boolean
  /** The administrator has taken the claim by its button. */
  wasTaken: boolean
  /** The administrator has just released the claim. */
  wasReleased: boolean
  /** Takes the claim implicitly, for example while a reason is written, and renews it. */
  ensure: () => void
}

export function useClaim(
  kind: Claimable,
  { id, claim }: { id: number; claim: Claim | null },
): Claiming {
  const client = useQueryClient()
  const triedAt = useRef(0)
  const taking = useMutation({
    scope: entryScope(kind, id),
    mutationFn: (_: { isAsked: boolean }) => takeClaim(kind, id),
    onSuccess: () => refreshReview(client),
    onError: (error, { isAsked }) => {
      // The decision itself will show any other problem.
      if (isAsked || isOutdated(error)) toastError(`Failed to claim ${kind}`, error)
      if (isOutdated(error)) void refreshReview(client)
    },
  })
  const releasing = useMutation({
    scope: entryScope(kind, id),
    mutationFn: () => releaseClaim(kind, id),
    onSuccess: () => refreshReview(client),
    onError: (error) => toastError(`Failed to release ${kind}`, error),
  })
  const take = (isAsked: boolean): void =>
    taking.isPending ? undefined : taking.mutate({ isAsked })
  const ensure = (): void => {
    const now = Date.now()
    const lasts = claim ? Date.parse(claim.until) - now : 0
    const isNeeded = claim === null || (claim.mine && lasts < RENEW_MS)
    if (!isNeeded || now - triedAt.current < RETRY_MS) return
    triedAt.current = now
    take(false)
  }
  const release = (): void => {
    triedAt.current = 0
    if (!releasing.isPending) releasing.mutate()
  }
  return {
    claim,
    take: () => take(true),
    isTaking: taking.isPending && taking.variables.isAsked,
    wasTaken: taking.isSuccess && taking.variables.isAsked,
    release,
    isReleasing: releasing.isPending,
    wasReleased: releasing.isSuccess,
    ensure,
  }
}
