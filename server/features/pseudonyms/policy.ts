import { PSEUDONYM_LIMITS } from '#contract/pseudonyms.ts'

const WINDOW_MS = PSEUDONYM_LIMITS.days * 24 * 3_600_000

/** Changes before this instant no longer count, and names given up before it are free again. */
export function windowStart(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS)
}

/** The changes left to a member who changed their name at these instants, oldest first. */
export function allowanceOf(
  changes: readonly Date[],
  now: Date,
): { changesLeft: number; nextChangeAt: Date | null } {
  const counted = changes.filter((at) => at > windowStart(now))
  const changesLeft = Math.max(0, PSEUDONYM_LIMITS.changes - counted.length)
  const first = counted.at(-PSEUDONYM_LIMITS.changes)
  if (changesLeft > 0 || !first) return { changesLeft, nextChangeAt: null }
  return { changesLeft, nextChangeAt: new Date(first.getTime() + WINDOW_MS) }
}
