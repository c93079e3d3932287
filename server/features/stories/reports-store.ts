import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import { HIDING_REPORTS, isTrustedReporter } from '#server/db/trusted-reporters.ts'
import type { ClaimRow } from '#server/domain/claim.ts'

/** The subject of a report: a story, or one of its replies. */
export interface Subject {
  storyId: number
  replyId: number | null
}

/** The open reports about one subject. */
export interface ReportRow extends Subject, ClaimRow {
  /** The id of the first report. */
  reportId: number
  /** The story's title or the reply's text. */
  subject: string
  /** A story's text, or the transcript of its recording. */
  text: string | null
  isVoice: boolean
  /** The author's pseudonym. */
  anonymousUsername: string | null
  reasons: string[]
  reportCount: number
  isHidden: boolean
  createdAt: Date
}

/** Stores a report; false if the member has already reported the subject. */
export async function insertReport(
  trx: Queryable,
  report: Subject & { memberId: string; reason: string | null; now: Date },
): Promise<boolean> {
  const { now, ...values } = report
  const row = await trx
    .insertInto('report')
    .values({ ...values, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reportId')
    .executeTakeFirst()
  return row !== undefined
}

/** The number of reports a member has sent after `since`, including those about prayer requests. */
export async function countReports(
  db: Queryable,
  { memberId, since }: { memberId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select (
      (select count(*) from report where member_id = ${memberId} and created_at > ${since})
      + (select count(*) from prayer_report where member_id = ${memberId} and created_at > ${since})
    )::int as sent`.execute(db)
  return rows[0]?.sent ?? 0
}

/** Whether enough trusted members have reported the subject to hide it. */
export async function hasHidingReports(
  trx: Queryable,
  { storyId, replyId, now }: Subject & { now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from report r join member m on m.member_id = r.member_id
    where r.story_id = ${storyId} and r.reply_id is not distinct from ${replyId}
      and r.resolved_at is null
      and ${isTrustedReporter(now)}
    limit ${HIDING_REPORTS}`.execute(trx)
  return rows.length === HIDING_REPORTS
}

/** The subject of an open report; undefined if it was closed or doesn't exist. */
export function findOpenReport(trx: Queryable, reportId: number): Promise<Subject | undefined> {
  return trx
    .selectFrom('report')
    .select(['storyId', 'replyId'])
    .where('reportId', '=', reportId)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
}

/** Closes every open report about the subject; returns the reporters' ids. */
export async function resolveReports(
  trx: Queryable,
  subject: Subject,
  now: Date,
): Promise<string[]> {
  const rows = await trx
    .updateTable('report')
    .set({ resolvedAt: now })
    .where('storyId', '=', subject.storyId)
    .where('replyId', subject.replyId === null ? 'is' : '=', subject.replyId)
    .where('resolvedAt', 'is', null)
    .returning('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/**
 * Closes every open report about a story and its replies; returns the reporters' ids by subject.
 */
export async function resolveStoryReports(
  trx: Queryable,
  { storyId, now }: { storyId: number; now: Date },
): Promise<{ replyId: number | null; memberIds: string[] }[]> {
  const rows = await trx
    .updateTable('report')
    .set({ resolvedAt: now })
    .where('storyId', '=', storyId)
    .where('resolvedAt', 'is', null)
    .returning(['replyId', 'memberId'])
    .execute()
  const bySubject = Map.groupBy(rows, ({ replyId }) => replyId)
  return [...bySubject].map(([replyId, reports]) => ({
    replyId,
    memberIds: reports.map(({ memberId }) => memberId),
  }))
}

/** Records the outcome for these reporters. */
export async function insertOutcomes(
  trx: Queryable,
  { memberIds, wasUpheld, now }: { memberIds: string[]; wasUpheld: boolean; now: Date },
): Promise<void> {
  await trx
    .insertInto('reportOutcome')
    .values(memberIds.map((memberId) => ({ memberId, wasUpheld, decidedAt: now })))
    .execute()
}

/** Deletes the reports about a story itself: they were about an earlier text. */
export async function deleteStoryReports(trx: Queryable, storyId: number): Promise<void> {
  await trx
    .deleteFrom('report')
    .where('storyId', '=', storyId)
    .where('replyId', 'is', null)
    .execute()
}

/** Subjects with open reports, longest waiting first, with the total count. */
export async function listReports(db: Queryable, input: Slice): Promise<Listed<ReportRow>> {
  const { rows } = await sql<ReportRow>`
    select page.*, coalesce(r.content, s.title) as subject, m.anonymous_username,
      case when page.reply_id is null then coalesce(s.content, s.caption) end as text,
      page.reply_id is null and s.content is null as is_voice,
      claim.claimed_by, claim.claimed_until, claimant.anonymous_username as claimant,
      coalesce(case when page.reply_id is null then s.hidden_at else r.hidden_at end
        is not null, false) as is_hidden
    from (
      select min(report_id) as report_id, story_id, reply_id, count(*)::int as report_count,
        coalesce(array_agg(reason order by report_id) filter (where reason <> ''), '{}') as reasons,
        min(created_at) as created_at
      from report where resolved_at is null
      group by story_id, reply_id
      order by min(report_id) limit ${input.limit} offset ${input.offset}
    ) page
    join story s on s.story_id = page.story_id
    left join reply r on r.reply_id = page.reply_id
    left join member m
      on m.member_id = case when page.reply_id is null then s.member_id else r.member_id end
    left join review_claim claim
      on claim.story_id = page.story_id and claim.reply_id is not distinct from page.reply_id
    left join member claimant on claimant.member_id = claim.claimed_by
    order by page.report_id`.execute(db)
  const count = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from report where resolved_at is null group by story_id, reply_id
    ) subject`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
