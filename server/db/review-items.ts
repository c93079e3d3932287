import { type RawBuilder, sql } from 'kysely'
import type { ClaimRow } from '#server/domain/claim.ts'
import type { Queryable } from './connect.ts'
import type { Listed, Slice } from './page.ts'
import type { ReviewSubject } from './schema.gen.ts'

/** The columns of a `ClaimRow`, for `review_item item left join member claimant`. */
export const CLAIM_COLUMNS = sql`
  item.claimed_by, item.claimed_until, claimant.anonymous_username as claimant`

/**
 * The waiting entries, longest waiting first, with the claims and the total count. `columns` and `from` add
 * what is shown of a subject, by joins to `item.subject_id`.
 */
export async function listWaiting<Row>(
  db: Queryable,
  input: Slice & {
    subjects: readonly ReviewSubject[]
    columns: RawBuilder<unknown>
    from: RawBuilder<unknown>
    /** Leaves out what has waited since before then. */
    after?: Date
    /** Whether an entry comes before those that have waited longer. */
    isFirst?: RawBuilder<boolean>
  },
): Promise<Listed<Row & ClaimRow & { waitingSince: Date }>> {
  const { subjects, columns, from, after = new Date(0), limit, offset } = input
  const first = input.isFirst ? sql`${input.isFirst} desc,` : sql``
  const waiting = sql`item.subject in (${sql.join(subjects.map((each) => sql.lit(each)))})
    and item.waiting_since > ${after}`
  const { rows } = await sql<Row & ClaimRow & { waitingSince: Date }>`
    select ${columns}, item.waiting_since, ${CLAIM_COLUMNS}
    from review_item item ${from} left join member claimant on claimant.member_id = item.claimed_by
    where ${waiting}
    order by ${first} item.waiting_since, item.subject, item.subject_id
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from review_item item where ${waiting}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Whether anything about these subjects waits, as a SQL expression. */
export function somethingWaits(...subjects: ReviewSubject[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from review_item w
    where w.subject in (${sql.join(subjects.map((each) => sql.lit(each)))})
      and w.waiting_since is not null)`
}

export interface WaitingCount {
  subject: ReviewSubject
  count: number
  oldestAt: Date
}

/** How much waits for each subject, counted up to `most`. */
export async function countWaiting(
  db: Queryable,
  most: number,
): Promise<Map<ReviewSubject, WaitingCount>> {
  const { rows } = await sql<WaitingCount>`
    select kind.subject, counted.count, counted.oldest_at
    from unnest(enum_range(null::review_subject)) kind (subject) cross join lateral (
      select count(*)::int as count, min(waiting_since) as oldest_at from (
        select waiting_since from review_item item
        where item.subject = kind.subject and waiting_since is not null
        order by waiting_since limit ${most}
      ) waiting
    ) counted
    where counted.count > 0`.execute(db)
  return new Map(rows.map((row) => [row.subject, row]))
}
