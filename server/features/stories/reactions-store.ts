import { type RawBuilder, sql } from 'kysely'
import type { ReactionKind } from '#contract/stories.ts'
import type { Queryable } from '#server/db/connect.ts'

interface Reaction {
  storyId: number
  memberId: string
  kind: ReactionKind
}

const COUNTER: Record<ReactionKind, RawBuilder<unknown>> = {
  heart: sql`heart_count`,
  praying_hands: sql`praying_hands_count`,
  raised_hands: sql`raised_hands_count`,
}

/** Adds a reaction and counts it; false when the member had given it already. One statement. */
export async function addReaction(db: Queryable, reaction: Reaction): Promise<boolean> {
  const counter = COUNTER[reaction.kind]
  const { numAffectedRows } = await sql`
    with added as (
      insert into reaction (story_id, member_id, kind)
      values (${reaction.storyId}, ${reaction.memberId}, ${reaction.kind})
      on conflict do nothing returning story_id
    )
    update story set ${counter} = ${counter} + 1
    where story_id in (select story_id from added)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Takes a reaction back; false when there was none. */
export async function removeReaction(db: Queryable, reaction: Reaction): Promise<boolean> {
  const counter = COUNTER[reaction.kind]
  const { numAffectedRows } = await sql`
    with removed as (
      delete from reaction
      where story_id = ${reaction.storyId} and member_id = ${reaction.memberId}
        and kind = ${reaction.kind}
      returning story_id
    )
    update story set ${counter} = ${counter} - 1
    where story_id in (select story_id from removed)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
