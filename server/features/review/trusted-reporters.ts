import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'

/** Number of members whose reports hide something until an administrator has reviewed it. */
export const HIDING_REPORTS = 2
/** Reports from younger accounts don't hide anything. */
const TRUSTED_AFTER_MS = DAY_MS
/**
 * SQL condition: whether reports of member `m` count towards hiding something. They need a verified
 * email and an account older than a day.
 */
export function isTrustedReporter(now: Date): RawBuilder<boolean> {
  const trustedSince = new Date(now.getTime() - TRUSTED_AFTER_MS)
  return sql`m.email_verified_at is not null and m.created_at <= ${trustedSince}`
}
