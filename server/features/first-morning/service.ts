import { sql } from 'kysely'
import type { FirstMorning } from '#contract/first-morning.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'

/** How many of the newest stories are searched for one to encourage. */
const NEWEST = 50

/**
 * Which of the first steps the viewer has taken. Each subquery about them is a single lookup in an
 * index that starts with the member.
 */
export async function readFirstMorning(context: Context, viewer: Viewer): Promise<FirstMorning> {
  const { rows } = await sql<FirstMorning>`
    select exists (select from mood_entry where member_id = ${viewer.id}) as has_mood,
      exists (select from action_tick where member_id = ${viewer.id})
        or exists (select from personal_action_tick where member_id = ${viewer.id}) as has_action,
      exists (select from reaction where member_id = ${viewer.id})
        or exists (select from reply where member_id = ${viewer.id}) as has_encouraged,
      (select story_id from (
          select story_id, member_id, reply_count from story
          where status = 'approved' and hidden_at is null order by story_id desc limit ${NEWEST}
        ) newest
        where member_id <> ${viewer.id}
          and not exists (
            select from mute
            where mute.member_id = ${viewer.id} and muted_member_id = newest.member_id
          )
          and not exists (
            select from reaction
            where reaction.member_id = ${viewer.id} and reaction.story_id = newest.story_id
          )
          and not exists (
            select from reply
            where reply.member_id = ${viewer.id} and reply.story_id = newest.story_id
          )
        order by case when reply_count = 0 then story_id end, story_id desc
        limit 1) as story_to_encourage_id`.execute(context.db)
  return (
    rows[0] ?? { hasMood: false, hasAction: false, hasEncouraged: false, storyToEncourageId: null }
  )
}
