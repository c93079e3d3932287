import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import type { ClaimRow } from '#server/domain/claim.ts'
import { HIDING_REPORTS, isTrustedReporter } from '#server/features/review/trusted-reporters.ts'
import { setReportsWaiting } from '#server/features/review/waiting.ts'

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
  if (row) await setReportsWaiting(trx, [report])
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

/** The subject of a report; undefined if it doesn't exist. */
export function findReport(
  trx: Queryable,
  reportId: number,
): Promise<(Subject & { resolvedAt: Date | null }) | undefined> {
  return trx
    .selectFrom('report')
    .select(['storyId', 'replyId', 'resolvedAt'])
    .where('reportId', '=', reportId)
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
  await setReportsWaiting(trx, [subject])
  return rows.map(({ memberId }) => memberId)
}

/** Subjects with open reports, longest waiting first, with the total count. */
export function listReports(db: Queryable, slice: Slice): Promise<Listed<ReportRow>> {
  const isStory = sql`item.subject = 'story-report'`
  return listWaiting(db, {
    subjects: ['story-report', 'reply-report'],
    columns: sql`open.*, s.story_id, r.reply_id, coalesce(r.content, s.title) as subject,
      m.anonymous_username, case when ${isStory} then coalesce(s.content, s.caption) end as text,
      ${isStory} and s.content is null as is_voice,
      case when ${isStory} then s.hidden_at else r.hidden_at end is not null as is_hidden`,
    from: sql`left join reply r on not ${isStory} and r.reply_id = item.subject_id
      join story s on s.story_id = case when ${isStory} then item.subject_id else r.story_id end
      left join member m
        on m.member_id = case when ${isStory} then s.member_id else r.member_id end
      cross join lateral (
        select min(report_id) as report_id, count(*)::int as report_count,
          coalesce(array_agg(reason order by report_id) filter (where reason <> ''), '{}')
            as reasons,
          min(created_at) as created_at
        from report
        where story_id = s.story_id and reply_id is not distinct from r.reply_id
          and resolved_at is null
      ) open`,
    ...slice,
  })
}
