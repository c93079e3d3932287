import { FACTOR_LIMITS } from '#contract/factors.ts'

const DAY_MS = 86_400_000

/**
 * When an administrator who needs a factor and has none can administer no longer: the grace period
 * begins with the rule, or with the member's rights when they came later.
 */
export function neededBy(input: { adminsSince: Date; adminSince: Date }): Date {
  const start = Math.max(input.adminsSince.getTime(), input.adminSince.getTime())
  return new Date(start + FACTOR_LIMITS.graceDays * DAY_MS)
}
