import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/**
 * The decisions that a second look can be asked about: stories and prayer requests that the team
 * returned and that their authors haven't changed since, warnings, removals and suspensions. `reason`
 * is what the member was told.
 */
export const REFUSALS = sql`(
  select 'story' as subject, s.story_id as id, s.member_id, item.decided_at, item.decided_by,
    s.rejection_reason as reason
  from story s join review_item item on item.subject = 'story' and item.subject_id = s.story_id
  where s.status = 'rejected' and s.rejection_reason is not null
    and item.decision = 'story-rejected' and item.decided_at >= s.submitted_at
  union all
  select 'prayer', p.prayer_request_id, p.member_id, item.decided_at, item.decided_by,
    p.rejection_reason
  from prayer_request p
  join review_item item on item.subject = 'prayer' and item.subject_id = p.prayer_request_id
  where (p.status = 'rejected' or p.answer_state = 'rejected') and p.rejection_reason is not null
    and item.decision = 'prayer-returned' and item.decided_at >= p.submitted_at
  union all
  select t.kind::text, t.team_message_id, t.member_id, t.created_at, t.sent_by, coalesce(t.words, '')
  from team_message t where t.kind in ('warning', 'removal')
  union all
  select 'suspension', s.suspension_id, m.member_id, m.suspended_at, s.suspended_by,
    coalesce(m.suspension_reason, '')
  from suspension s join member m using (member_id, suspended_at))`

/** Whether `refusal` is the decision that second look `l` is about. */
export const IS_ASKED_ABOUT = sql<boolean>`(l.subject = refusal.subject and l.subject_id = refusal.id
  and l.decided_at = refusal.decided_at)`

/** Deletes open second looks about what has been changed, decided again or deleted since. */
export async function withdrawSecondLooks(trx: Queryable): Promise<void> {
  await sql`
    delete from second_look l where l.answered_at is null
      and not exists (select from ${REFUSALS} refusal where ${IS_ASKED_ABOUT})`.execute(trx)
  await sql`
    delete from review_item item where item.subject = 'second-look' and item.waiting_since is not null
      and not exists (select from second_look l where l.second_look_id = item.subject_id)`.execute(
    trx,
  )
}
