import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Claim } from '#contract/review.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError } from '#web/features/admin/notify.ts'
import { refreshQueues } from '#web/features/admin/queries.ts'
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
export function useReviewClaim(input: {
  claim: Claim | null
  noun: string
  take: () => Promise<unknown>
  release: () => Promise<unknown>
}): ReviewClaiming {
  const client = useQueryClient()
  const taking = useMutation({
    mutationFn: input.take,
    onSuccess: () => refreshQueues(client),
    onError: (error) => {
      notifyError(`Failed to claim ${input.noun}`, error)
      if (isOutdated(error)) void refreshQueues(client)
    },
  })
  const releasing = useMutation({
    mutationFn: input.release,
    onSuccess: () => refreshQueues(client),
    onError: (error) => notifyError(`Failed to release ${input.noun}`, error),
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
    ensure: () => (input.claim === null ? take() : undefined),
  }
}
