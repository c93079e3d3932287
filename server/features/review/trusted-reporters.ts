import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'

/** Number of members whose reports hide something until an administrator has reviewed it. */
export const HIDING_REPORTS = 2
/** Reports from younger accounts don't hide anything. */
const TRUSTED_AFTER_MS = DAY_MS
/** How many of a member's latest decided reports are considered. */
const LATEST_OUTCOMES = 10
/**
 * With at least this many decided reports, a member isn't trusted if more than two thirds were
 * dismissed.
 */
const FEWEST_OUTCOMES = 3

/**
 * SQL condition: whether reports of member `m` count towards hiding something. They need a verified
 * email, an account older than a day, and reports that aren't usually dismissed.
 */
export function isTrustedReporter(now: Date): RawBuilder<boolean> {
  const trustedSince = new Date(now.getTime() - TRUSTED_AFTER_MS)
  return sql`
    m.email_verified_at is not null and m.created_at <= ${trustedSince}
    and not (
      select count(*) >= ${FEWEST_OUTCOMES}
        and 3 * count(*) filter (where not was_upheld) > 2 * count(*)
      from (
        select was_upheld from report_outcome o where o.member_id = m.member_id
        order by report_outcome_id desc limit ${LATEST_OUTCOMES}
      ) latest
    )`
}
