import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Claim } from '#contract/review.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError } from '#web/features/admin/notify.ts'
import {
  type Claimable,
  refreshQueues,
  releaseClaim,
  takeClaim,
} from '#web/features/admin/queries.ts'
import type { Claiming } from '#web/features/admin/queue/claim-line.tsx'

export interface ReviewClaiming extends Claiming {
  /** Takes the claim implicitly, for example while a reason is written. */
  ensure: () => void
}

/** What the shortcut for claiming does now: take or release; undefined if somebody else has it. */
export function claimKey(claim: Claim | null, claiming: Claiming): (() => void) | undefined {
  if (claim === null) return claiming.take
  return claim.mine ? claiming.release : undefined
}

/** The claim on a queue entry, such as a story or a report. */
export function useReviewClaim(
  kind: Claimable,
  { id, claim }: { id: number; claim: Claim | null },
): ReviewClaiming {
  const client = useQueryClient()
  const taking = useMutation({
    mutationFn: () => takeClaim(kind, id),
    onSuccess: () => refreshQueues(client),
    onError: (error) => {
      notifyError(`Failed to claim ${kind}`, error)
      if (isOutdated(error)) void refreshQueues(client)
    },
  })
  const releasing = useMutation({
    mutationFn: () => releaseClaim(kind, id),
    onSuccess: () => refreshQueues(client),
    onError: (error) => notifyError(`Failed to release ${kind}`, error),
  })
  const take = (): void => {
    if (!taking.isPending) taking.mutate()
  }
  return {
    take,
    isTaking: taking.isPending,
    release: () => (releasing.isPending ? undefined : releasing.mutate()),
    isReleasing: releasing.isPending,
    wasReleased: releasing.isSuccess,
    ensure: () => (claim === null ? take() : undefined),
  }
}
