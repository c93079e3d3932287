import { CLAIM_MINUTES, type Claim } from '#contract/review.ts'

export interface ClaimFacts {
  /** Null without a claim, and when the claimant's account was deleted. */
  claimedBy: string | null
  claimedUntil: Date | null
}

/** A claim with the community username of its claimant. */
export interface ClaimRow extends ClaimFacts {
  claimant: string | null
}

/** Whether an administrator is working on it right now. */
export function isClaimed<Facts extends ClaimFacts>(
  facts: Facts,
  now: Date,
): facts is Facts & { claimedBy: string; claimedUntil: Date } {
  const { claimedBy, claimedUntil } = facts
  return claimedBy !== null && claimedUntil !== null && claimedUntil > now
}

export function claimEnd(now: Date): Date {
  return new Date(now.getTime() + CLAIM_MINUTES * 60_000)
}

export function presentClaim(
  row: ClaimRow,
  { viewerId, now }: { viewerId: string; now: Date },
): Claim | null {
  if (!isClaimed(row, now)) return null
  return {
    mine: row.claimedBy === viewerId,
    anonymousUsername: row.claimant ?? '',
    until: row.claimedUntil.toISOString(),
  }
}
