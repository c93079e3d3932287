import type { User } from '#contract/accounts.ts'
import { FACTOR_LIMITS } from '#contract/factors.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countFactors, findAdminSince, getAdminsSince } from './store.ts'

/** The factors that a member has set up, for showing them to the member and for signing in. */
export function factorsOf(db: Queryable, memberId: string): Promise<User['factors']> {
  return countFactors(db, memberId)
}

export function hasFactor({ passkeys, totp }: User['factors']): boolean {
  return passkeys > 0 || totp
}

/**
 * When an administrator without a factor loses access to the administration. Undefined for everyone
 * else, and if administrators need no factor.
 */
export async function factorNeededBy(db: Queryable, memberId: string): Promise<Date | undefined> {
  const adminsSince = await getAdminsSince(db)
  if (!adminsSince || hasFactor(await countFactors(db, memberId))) return undefined
  const adminSince = await findAdminSince(db, memberId)
  return adminSince ? neededBy({ adminsSince, adminSince }) : undefined
}

const DAY_MS = 86_400_000

/**
 * When an administrator without a factor loses access to the administration. The grace period
 * begins when the rule was turned on or when the member became an administrator, whichever is
 * later.
 */
function neededBy(input: { adminsSince: Date; adminSince: Date }): Date {
  const start = Math.max(input.adminsSince.getTime(), input.adminSince.getTime())
  return new Date(start + FACTOR_LIMITS.graceDays * DAY_MS)
}
