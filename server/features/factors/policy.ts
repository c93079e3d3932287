import { FACTOR_LIMITS } from '#contract/factors.ts'

const DAY_MS = 86_400_000

/**
 * When an administrator without a factor loses access to the administration. The grace period
 * begins when the rule was turned on or when the member became an administrator, whichever is
 * later.
 */
export function neededBy(input: { adminsSince: Date; adminSince: Date }): Date {
  const start = Math.max(input.adminsSince.getTime(), input.adminSince.getTime())
  return new Date(start + FACTOR_LIMITS.graceDays * DAY_MS)
}
