import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { ReviewSubject } from '#server/db/schema.gen.ts'
import { withdrawSecondLooks } from './refusals.ts'

/**
 * Since when each of these subjects waits (null if it doesn't) and which version waits, from its own
 * columns. A subject that no longer exists has no row.
 */
const WAITING: Record<ReviewSubject, (ids: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  story: (ids) => sql`
    select story_id as id, case when status = 'pending' then submitted_at end as since,
      submitted_at as version
    from story where story_id = any(${ids})`,
  'story-report': (ids) => sql`
    select s.story_id as id, min(r.created_at) as since, null::timestamptz as version
    from story s left join report r
      on r.story_id = s.story_id and r.reply_id is null and r.resolved_at is null
    where s.story_id = any(${ids}) group by s.story_id`,
  /** A first reply. */
  reply: (ids) => sql`
    select reply_id as id, case when deleted_at is null then held_at end as since,
      null::timestamptz as version
    from reply where reply_id = any(${ids})`,
  'reply-report': (ids) => sql`
    select p.reply_id as id, min(r.created_at) as since, null::timestamptz as version
    from reply p left join report r
      on r.story_id = p.story_id and r.reply_id = p.reply_id and r.resolved_at is null
    where p.reply_id = any(${ids}) group by p.reply_id`,
  /** A new or changed request, an answer to check, or a reported request. */
  prayer: (ids) => sql`
    select prayer_request_id as id, waiting_since as since, submitted_at as version
    from prayer_request where prayer_request_id = any(${ids})`,
  /** Only while readers can hear its story. */
  transcript: (ids) => sql`
    select s.story_id as id, t.changed_at as since, t.changed_at as version
    from story s left join transcript t on t.story_id = s.story_id
      and t.state in ('asked', 'review') and s.status = 'approved' and s.hidden_at is null
      and s.audio_state = 'ready'
    where s.story_id = any(${ids})`,
  guidance: (ids) => sql`
    select guidance_request_id as id, case when not is_hidden then waiting_since end as since,
      waiting_since as version
    from guidance_request where guidance_request_id = any(${ids})`,
  application: (ids) => sql`
    select application_id as id, created_at as since, created_at as version
    from application where application_id = any(${ids})`,
  notice: (ids) => sql`
    select notice_id as id, created_at as since, created_at as version
    from notice where notice_id = any(${ids})`,
  'second-look': (ids) => sql`
    select second_look_id as id, case when answered_at is null then created_at end as since,
      created_at as version
    from second_look where second_look_id = any(${ids})`,
}

/**
 * Notes whether these subjects wait for a decision. Call it after each change or deletion of what
 * `WAITING` reads, in the same transaction. The claim ends with the waiting. Nothing stays of a
 * deleted subject but the decision that removed a story. A second look about what its author has
 * changed or deleted meanwhile is withdrawn.
 */
export async function setWaiting(
  trx: Queryable,
  subject: ReviewSubject,
  changed: number | readonly number[],
): Promise<void> {
  const list = [changed].flat()
  if (list.length === 0) return
  const ids = sql`${list}::int[]`
  const isOneOf = sql`subject = ${subject} and subject_id = any(${ids})`
  await sql`
    with found as (${WAITING[subject](ids)}),
    begun as (
      insert into review_item (subject, subject_id, waiting_since, version)
      select ${subject}, id, since, version from found where since is not null
      on conflict (subject, subject_id)
        do update set waiting_since = excluded.waiting_since, version = excluded.version
    ), gone as (
      delete from review_item
      where ${isOneOf} and subject_id not in (select id from found)
        and decision is distinct from 'story-removed'
    )
    update review_item set waiting_since = null, claimed_by = null, claimed_until = null
    where ${isOneOf} and waiting_since is not null
      and subject_id not in (select id from found where since is not null)
      and (subject_id in (select id from found) or decision = 'story-removed')`.execute(trx)
  if (subject === 'story' || subject === 'prayer') await withdrawSecondLooks(trx)
}

/** The same for the reports about these stories and replies. */
export async function setReportsWaiting(
  trx: Queryable,
  subjects: readonly { storyId: number; replyId: number | null }[],
): Promise<void> {
  const stories = subjects.filter(({ replyId }) => replyId === null)
  const storyIds = new Set(stories.map(({ storyId }) => storyId))
  const replyIds = new Set(subjects.flatMap(({ replyId }) => replyId ?? []))
  await setWaiting(trx, 'story-report', [...storyIds])
  await setWaiting(trx, 'reply-report', [...replyIds])
}
