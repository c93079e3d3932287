import { type RawBuilder, sql } from 'kysely'
import type { ReactionKind } from '#contract/stories.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { StoryFacts } from './policy.ts'
import type { ReactionRow } from './store.ts'

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

/** The member's reactions to these stories, by story. */
export async function listOwnReactions(
  db: Queryable,
  { memberId, storyIds }: { memberId: string; storyIds: readonly number[] },
): Promise<Map<number, ReactionKind[]>> {
  const { rows } = await sql<{ storyId: number; kind: ReactionKind }>`
    select story_id, kind::text from reaction
    where member_id = ${memberId} and story_id = any(${storyIds}::int[])
    order by reaction.kind`.execute(db)
  const own = new Map<number, ReactionKind[]>()
  for (const { storyId, kind } of rows) own.set(storyId, [...(own.get(storyId) ?? []), kind])
  return own
}

/** A story after an attempt to react to it. */
export interface ReactedStory extends StoryFacts, ReactionRow {
  /** Whether the reaction was added; false if the member had already given it. */
  isNew: boolean
}

/**
 * Adds a reaction to a public story and counts it, in one statement. Undefined if the story doesn't
 * exist; stores nothing if it isn't public.
 */
export async function addReaction(
  db: Queryable,
  { storyId, memberId, kind }: Reaction,
): Promise<ReactedStory | undefined> {
  const counter = COUNTER[kind]
  const { rows } = await sql<ReactedStory>`
    with target as (
      select story_id, member_id, status, hidden_at,
        heart_count, praying_hands_count, raised_hands_count,
        status = 'approved' and hidden_at is null as is_public
      from story where story_id = ${storyId}
    ), added as (
      insert into reaction (story_id, member_id, kind)
      select story_id, ${memberId}, ${kind} from target where is_public
      on conflict do nothing returning story_id, kind
    ), counted as (
      update story set ${counter} = ${counter} + 1
      where story_id in (select story_id from added)
      returning heart_count, praying_hands_count, raised_hands_count
    )
    select t.member_id, t.status, t.hidden_at,
      coalesce(c.heart_count, t.heart_count) as heart_count,
      coalesce(c.praying_hands_count, t.praying_hands_count) as praying_hands_count,
      coalesce(c.raised_hands_count, t.raised_hands_count) as raised_hands_count,
      array(
        select own.kind::text from (
          select kind from reaction where story_id = t.story_id and member_id = ${memberId}
          union select kind from added
        ) own order by own.kind
      ) as my_reactions,
      c.heart_count is not null as is_new
    from target t left join counted c on true`.execute(db)
  return rows[0]
}

/** Removes a reaction; false if there was none. */
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
