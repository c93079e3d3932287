import { sql } from 'kysely'
import { wallTime } from '#contract/logical-date.ts'
import { type Count, FEWEST_COUNTED, type RuleNumbers, ruleLine } from '#contract/rules.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { type InstantRange, instantsOf } from '#server/domain/date-range.ts'
import type { AuditAction } from '../audit/service.ts'
import { readRules } from './rules.ts'
import { readSettings } from './service.ts'

/** Decisions against something that a member wrote. */
const REFUSED: readonly AuditAction[] = [
  'story-rejected',
  'story-removed',
  'reply-declined',
  'reply-removed',
  'prayer-returned',
]
/** Decisions about something that waited for the team, or that a moderator removed. */
const REVIEWED: readonly AuditAction[] = [
  ...REFUSED,
  'story-approved',
  'report-kept',
  'reply-approved',
  'prayer-approved',
  'notice-upheld',
  'notice-refused',
]

/** What the team decided in this year or the last one, from the audit log. Counts under five are left out. */
export async function readNumbers(context: Context, which: 'this' | 'last'): Promise<RuleNumbers> {
  const { db } = context
  const [{ timeZone }, { headings }] = await Promise.all([readSettings(db), readRules(db)])
  const year =
    Number(wallTime(context.now(), timeZone).date.slice(0, 4)) - (which === 'last' ? 1 : 0)
  const days = { from: `${year}-01-01`, to: `${year}-12-31` }
  const { since, before } = instantsOf(days, timeZone)
  const { rows } = await sql<{ action: AuditAction; line: string; count: number }>`
    select action, coalesce(split_part(detail ->> 'reason', e'\n', 1), '') as line,
      count(*)::int as count
    from audit_entry
    where action in (${sql.join([...REVIEWED, 'second-look-changed'])})
      and created_at >= ${since} and created_at < ${before}
    group by 1, 2`.execute(db)
  const waits = await readWaits(db, { since, before })
  const count = (isCounted: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(isCounted).reduce((sum, row) => sum + row.count, 0)
  const reviewed = count(({ action }) => REVIEWED.includes(action))
  const refused = count(({ action }) => REFUSED.includes(action))
  const byRule = headings.map((rule) => ({
    rule,
    refused: count(({ action, line }) => REFUSED.includes(action) && line === ruleLine(rule)),
  }))
  const shown = byRule.map((each) => each.refused).filter((each) => each >= FEWEST_COUNTED)
  const others = refused - shown.reduce((sum, each) => sum + each, 0)
  return {
    year,
    reviewed: totalOf(reviewed, [refused, reviewed - refused]),
    refused: totalOf(refused, [others]),
    changed: totalOf(
      count(({ action }) => action === 'second-look-changed'),
      [],
    ),
    ...waits,
    byRule: byRule.map((each) => ({ ...each, refused: totalOf(each.refused, []) })),
  }
}

/** How long things waited that were decided in a time, and whether earlier ones weren't measured. */
async function readWaits(
  db: Queryable,
  { since, before }: InstantRange,
): Promise<Pick<RuleNumbers, 'medianHours' | 'isMeasuredInPart'>> {
  const { rows } = await sql<Pick<RuleNumbers, 'medianHours' | 'isMeasuredInPart'>>`
    select case when count(*) >= ${FEWEST_COUNTED}
        then percentile_disc(0.5) within group (order by hours) end as median_hours,
      exists (
        select from audit_entry
        where action in (${sql.join(REVIEWED)}) and created_at >= ${since} and created_at < ${before}
          -- Of the first measured decision, the entry is a moment older.
          and created_at < (select min(decided_at) - interval '1 minute' from decision_wait)
      ) as is_measured_in_part
    from decision_wait where decided_at >= ${since} and decided_at < ${before}`.execute(db)
  return rows[0] ?? { medianHours: null, isMeasuredInPart: false }
}

/** A total that tells nothing about a small part of it. */
function totalOf(total: number, parts: readonly number[]): Count {
  if (total < FEWEST_COUNTED) return 'few'
  return parts.some((part) => part > 0 && part < FEWEST_COUNTED) ? 'hidden' : total
}
