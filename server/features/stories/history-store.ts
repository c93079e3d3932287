import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** Only this many of the latest events are read. */
const MOST_EVENTS = 100

export interface HistoryRow {
  kind: string
  at: Date
  reason: string | null
  anonymousUsername: string | null
}

/** A story's history, oldest first. Reports show when and why, but not who sent them. */
export async function listHistory(db: Queryable, storyId: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select * from (
      select 'submitted' as kind, created_at as at, null as reason, null as anonymous_username
      from story where story_id = ${storyId}
      union all
      select 'resubmitted', resubmitted_at, null, null
      from story_resubmission where story_id = ${storyId}
      union all
      select 'reported', created_at, nullif(reason, ''), null
      from report where story_id = ${storyId} and reply_id is null
      union all
      select entry.action, entry.created_at, entry.detail ->> 'reason', m.anonymous_username
      from audit_entry entry left join member m on m.member_id = entry.admin_id
      where entry.subject_type = 'story' and entry.subject_id = ${String(storyId)}
        and entry.action in (
          'story-approved', 'story-rejected', 'story-withdrawn', 'report-kept',
          'story-author-warned'
        )
      order by at desc
      limit ${sql.lit(MOST_EVENTS)}
    ) latest
    order by at`.execute(db)
  return rows
}
