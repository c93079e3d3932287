import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AdminGuidanceRequest } from '#contract/guidance.ts'
import { CLAIM_MINUTES } from '#contract/review.ts'
import {
  claimRequest,
  refreshGuidance,
  releaseRequest,
  replaceRequest,
} from '#web/features/admin/guidance/queries.ts'
import { isOutdated } from '#web/features/admin/moderation.ts'
import { notifyError } from '#web/features/admin/notify.ts'
import type { Claiming } from '#web/features/admin/queue/claim-line.tsx'

/** A claim is renewed once half of its time has passed. */
const RENEW_MS = (CLAIM_MINUTES / 2) * 60_000
const RETRY_MS = 30_000

/** Sends claims and responses for one request in order, so no claim arrives after the response. */
export function claimScope(requestId: number): { id: string } {
  return { id: `guidance-${requestId}` }
}

export interface RequestClaiming extends Claiming {
  /** Call it while a response is typed. Takes the claim, and renews it. */
  ensure: () => void
}

/** @param onTaken called when the administrator pressed Claim and got the claim */
export function useClaim(
  request: AdminGuidanceRequest,
  { onTaken }: { onTaken: () => void },
): RequestClaiming {
  const client = useQueryClient()
  const triedAt = useRef(0)
  const { id, claim } = request
  const taking = useMutation({
    scope: claimScope(id),
    mutationFn: (_: { isAsked: boolean }) => claimRequest(id),
    onSuccess: (claimed, { isAsked }) => {
      replaceRequest(client, claimed)
      if (isAsked) onTaken()
    },
    onError: (error, { isAsked }) => {
      // Sending the response will show any other problem.
      if (isAsked || isOutdated(error)) notifyError('Failed to claim request', error)
      if (isOutdated(error)) void refreshGuidance(client)
    },
  })
  const releasing = useRelease(id)
  const ensure = (): void => {
    const now = Date.now()
    const lasts = claim ? Date.parse(claim.until) - now : 0
    const isNeeded = claim === null || (claim.mine && lasts < RENEW_MS)
    if (!isNeeded || taking.isPending || now - triedAt.current < RETRY_MS) return
    triedAt.current = now
    taking.mutate({ isAsked: false })
  }
  return {
    take: () => taking.mutate({ isAsked: true }),
    isTaking: taking.isPending && taking.variables.isAsked,
    release: () => {
      triedAt.current = 0
      releasing.mutate()
    },
    isReleasing: releasing.isPending,
    wasReleased: releasing.isSuccess,
    ensure,
  }
}

/** Releases a claim, after any claim request that is still in flight. */
export function useRelease(requestId: number) {
  const client = useQueryClient()
  return useMutation({
    scope: claimScope(requestId),
    mutationFn: () => releaseRequest(requestId),
    onSuccess: (released) => replaceRequest(client, released),
    onError: (error) => notifyError('Failed to release request', error),
  })
}
