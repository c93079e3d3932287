import { sql } from 'kysely'
import type { FirstMorning } from '#contract/first-morning.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'

/**
 * Which of the first steps the viewer has taken. Each subquery is a single lookup in an index that
 * starts with the member.
 */
export async function readFirstMorning(context: Context, viewer: Viewer): Promise<FirstMorning> {
  const { rows } = await sql<FirstMorning>`
    select exists (select from mood_entry where member_id = ${viewer.id}) as has_mood,
      exists (select from action_tick where member_id = ${viewer.id})
        or exists (select from personal_action_tick where member_id = ${viewer.id}) as has_action,
      exists (select from reaction where member_id = ${viewer.id})
        or exists (select from reply where member_id = ${viewer.id}) as has_encouraged`.execute(
    context.db,
  )
  return rows[0] ?? { hasMood: false, hasAction: false, hasEncouraged: false }
}
