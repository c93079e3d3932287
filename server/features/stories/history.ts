import { sql } from 'kysely'
import type { StoryHistoryEntry } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { storyNotFound } from './service.ts'

/** A story's history since it was submitted, oldest first. */
export async function readHistory(context: Context, storyId: number): Promise<StoryHistoryEntry[]> {
  const rows = await listHistory(context.db, storyId)
  if (!rows.some(({ kind }) => kind === 'submitted')) throw storyNotFound()
  return rows.flatMap(presentHistory)
}

/** Only this many of the latest events are read. */
const MOST_EVENTS = 100

interface HistoryRow {
  kind: string
  at: Date
  reason: string | null
  anonymousUsername: string | null
}

/** A story's history, oldest first. Reports show when and why, but not who sent them. */
async function listHistory(db: Queryable, storyId: number): Promise<HistoryRow[]> {
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

const HISTORY_KINDS: Record<string, StoryHistoryEntry['kind']> = {
  submitted: 'submitted',
  resubmitted: 'resubmitted',
  reported: 'reported',
  'story-approved': 'approved',
  'story-rejected': 'returned',
  'story-withdrawn': 'unpublished',
  'report-kept': 'kept',
  'story-author-warned': 'warned',
}

function presentHistory(row: HistoryRow): StoryHistoryEntry[] {
  const kind = HISTORY_KINDS[row.kind]
  if (!kind) return []
  const { reason, anonymousUsername } = row
  return [{ kind, at: row.at.toISOString(), reason, anonymousUsername }]
}
