import { sql } from 'kysely'
import type { FirstMorning } from '#contract/first-morning.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Viewer } from '#server/domain/viewer.ts'

/** Which of the first steps the viewer has taken. */
export function readFirstMorning(context: Context, viewer: Viewer): Promise<FirstMorning> {
  return findSteps(context.db, viewer.id)
}

/** Each subquery is a single lookup in an index that starts with the member. */
async function findSteps(db: Queryable, memberId: string): Promise<FirstMorning> {
  const { rows } = await sql<FirstMorning>`
    select exists (select from mood_entry where member_id = ${memberId}) as has_mood,
      exists (select from action_tick where member_id = ${memberId})
        or exists (select from personal_action_tick where member_id = ${memberId}) as has_action,
      exists (select from reaction where member_id = ${memberId})
        or exists (select from reply where member_id = ${memberId}) as has_encouraged`.execute(db)
  return rows[0] ?? { hasMood: false, hasAction: false, hasEncouraged: false }
}
