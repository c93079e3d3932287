import { type RawBuilder, sql } from 'kysely'
import type { ReactionKind, ReactionTotals } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { canSeeStory, isPublic } from './policy.ts'
import { presentReactions } from './present.ts'
import { announceStory, getStory, storyNotFound } from './service.ts'
import { lockStory, type ReactionRow } from './store.ts'

interface Reaction {
  storyId: number
  kind: ReactionKind
}

export async function getReactions(
  context: Context,
  viewer: Viewer | undefined,
  storyId: number,
): Promise<ReactionTotals> {
  return (await getStory(context, viewer, storyId)).reactions
}

/** Reacts to a story. Does nothing the second time. */
export function react(
  context: Context,
  viewer: Viewer,
  reaction: Reaction,
): Promise<ReactionTotals> {
  return change(context, viewer, reaction, async (trx, isOpen) => {
    if (!isOpen) throw new AppError('conflict', 'This story isn’t open for reactions right now.')
    const added = await trx
      .insertInto('reaction')
      .values({ ...reaction, memberId: viewer.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return Number(added.numInsertedOrUpdatedRows ?? 0n)
  })
}

/** Removes a reaction, if there is one. */
export function unreact(
  context: Context,
  viewer: Viewer,
  { storyId, kind }: Reaction,
): Promise<ReactionTotals> {
  return change(context, viewer, { storyId, kind }, async (trx) => {
    const removed = await trx
      .deleteFrom('reaction')
      .where('storyId', '=', storyId)
      .where('memberId', '=', viewer.id)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return -Number(removed.numDeletedRows)
  })
}

/**
 * Changes a story's reactions while the story is locked, counts the change that `work` returns, and
 * announces it. Throws `not_found` if the viewer can't see the story.
 */
async function change(
  context: Context,
  viewer: Viewer,
  { storyId, kind }: Reaction,
  work: (trx: Trx, isOpen: boolean) => Promise<number>,
): Promise<ReactionTotals> {
  const { difference, totals } = await inTransaction(context.db, async (trx) => {
    const story = await lockStory(trx, storyId)
    if (!story || !canSeeStory(viewer, story)) throw storyNotFound()
    const difference = await work(trx, isPublic(story))
    if (difference !== 0) await countReactions(trx, { storyId, kind, difference })
    return { difference, totals: presentReactions(await getRow(trx, storyId, viewer)) }
  }).catch((error: unknown) => {
    // The account was deleted meanwhile.
    throw isBrokenReference(error) ? notSignedIn() : error
  })
  if (difference !== 0) announceStory(context, storyId)
  return totals
}

const COUNTER: Record<ReactionKind, RawBuilder<unknown>> = {
  heart: sql`heart_count`,
  praying_hands: sql`praying_hands_count`,
  raised_hands: sql`raised_hands_count`,
}

async function countReactions(
  trx: Queryable,
  { storyId, kind, difference }: Reaction & { difference: number },
): Promise<void> {
  const counter = COUNTER[kind]
  await sql`
    update story set ${counter} = ${counter} + ${difference} where story_id = ${storyId}`.execute(
    trx,
  )
}

async function getRow(trx: Queryable, storyId: number, viewer: Viewer): Promise<ReactionRow> {
  const { rows } = await sql<ReactionRow>`
    select heart_count, praying_hands_count, raised_hands_count, array(
      select kind::text from reaction
      where story_id = ${storyId} and member_id = ${viewer.id} order by reaction.kind
    ) as my_reactions
    from story where story_id = ${storyId}`.execute(trx)
  const [row] = rows
  if (!row) throw storyNotFound()
  return row
}
