import { sql } from 'kysely'
import type { FirstMorning } from '#contract/first-morning.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'

/** How many of the newest stories are searched for one that nobody has answered. */
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
        where reply_count = 0 and member_id is distinct from ${viewer.id} and not exists (
          select from mute
          where mute.member_id = ${viewer.id} and muted_member_id = newest.member_id
        )
        order by story_id desc limit 1) as quiet_story_id`.execute(context.db)
  return rows[0] ?? { hasMood: false, hasAction: false, hasEncouraged: false, quietStoryId: null }
}
