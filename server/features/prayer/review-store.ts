import { sql } from 'kysely'
import type { PrayerStatus } from '#contract/prayer.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import type { ClaimRow } from '#server/domain/claim.ts'
import { HIDING_REPORTS, isTrustedReporter } from '#server/features/review/trusted-reporters.ts'

/** A request waiting for the team, with its open reports. */
export interface ReviewRow extends ClaimRow {
  prayerRequestId: number
  memberId: string
  anonymousUsername: string
  content: string
  status: PrayerStatus
  answer: string | null
  answerState: 'pending' | 'approved' | 'rejected' | null
  hiddenAt: Date | null
  submittedAt: Date
  waitingSince: Date
  reasons: string[]
  reportCount: number
}

/** Waiting requests, oldest first, with the total count. */
export function listWaitingRequests(db: Queryable, slice: Slice): Promise<Listed<ReviewRow>> {
  return listWaiting(db, {
    subjects: ['prayer'],
    columns: sql`p.prayer_request_id, p.member_id, m.anonymous_username, p.content, p.status,
      p.answer, p.answer_state, p.hidden_at, p.submitted_at, report.report_count, report.reasons`,
    from: sql`join prayer_request p on p.prayer_request_id = item.subject_id
      join member m on m.member_id = p.member_id
      cross join lateral (
        select count(*)::int as report_count,
          coalesce(array_agg(r.reason order by r.prayer_report_id) filter (where r.reason <> ''),
            '{}') as reasons
        from prayer_report r
        where r.prayer_request_id = p.prayer_request_id and r.resolved_at is null
      ) report`,
    ...slice,
  })
}

/** Stores a report; false if the member already has an open one about the request. */
export async function insertReport(
  trx: Queryable,
  report: { requestId: number; memberId: string; reason: string | null; now: Date },
): Promise<boolean> {
  const { requestId, memberId, reason, now } = report
  const { rows } = await sql`
    insert into prayer_report (prayer_request_id, member_id, reason, created_at)
    values (${requestId}, ${memberId}, ${reason}, ${now})
    on conflict do nothing returning 1 as one`.execute(trx)
  return rows.length > 0
}

/** Whether enough trusted members have reported a request to hide it, as with stories. */
export async function hasHidingReports(
  trx: Queryable,
  { requestId, now }: { requestId: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from prayer_report r join member m on m.member_id = r.member_id
    where r.prayer_request_id = ${requestId} and r.resolved_at is null
      and ${isTrustedReporter(now)}
    limit ${HIDING_REPORTS}`.execute(trx)
  return rows.length === HIDING_REPORTS
}

export async function countOpenReports(trx: Queryable, requestId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from prayer_report
    where prayer_request_id = ${requestId} and resolved_at is null`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Closes the open reports about a request; returns their reporters' ids. */
export async function resolveReports(
  trx: Queryable,
  { requestId, now }: { requestId: number; now: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('prayerReport')
    .set({ resolvedAt: now })
    .where('prayerRequestId', '=', requestId)
    .where('resolvedAt', 'is', null)
    .returning('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Deletes the reports about an earlier text, so that the new one can be reported again. */
export async function deleteReports(trx: Queryable, requestId: number): Promise<void> {
  await trx.deleteFrom('prayerReport').where('prayerRequestId', '=', requestId).execute()
}
