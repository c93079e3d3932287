import type { ReactionKind, ReactionTotals } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { isBrokenReference } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { canSeeStory, isPublic } from './policy.ts'
import { presentReactions } from './present.ts'
import { addReaction, removeReaction } from './reactions-store.ts'
import { announceStory, getStory, getVisibleState, storyNotFound } from './service.ts'

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
export async function react(
  context: Context,
  viewer: Viewer,
  { storyId, kind }: Reaction,
): Promise<ReactionTotals> {
  const reaction = { storyId, kind, memberId: viewer.id }
  const story = await addReaction(context.db, reaction).catch((error: unknown) => {
    throw isBrokenReference(error) ? storyNotFound() : error
  })
  if (!story || !canSeeStory(viewer, story)) throw storyNotFound()
  if (!isPublic(story)) {
    throw new AppError('conflict', 'This story isn’t open for reactions right now.')
  }
  if (story.isNew) announceStory(context, storyId)
  // The same reaction was stored at the same moment, and this call didn't see its count.
  const isBehind = !story.isNew && !story.myReactions.includes(kind)
  return isBehind ? getReactions(context, viewer, storyId) : presentReactions(story)
}

/** Removes a reaction, if there is one. */
export async function unreact(
  context: Context,
  viewer: Viewer,
  { storyId, kind }: Reaction,
): Promise<ReactionTotals> {
  await getVisibleState(context, viewer, storyId)
  const wasGiven = await removeReaction(context.db, { storyId, kind, memberId: viewer.id })
  if (wasGiven) announceStory(context, storyId)
  return getReactions(context, viewer, storyId)
}
