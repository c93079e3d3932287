import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { announceChange, deleteWithRecording } from './moderation.ts'
import { isMine } from './policy.ts'
import { lockPublicCounters } from './public-counters.ts'
import { storyNotFound } from './service.ts'
import { lockStory } from './store.ts'

/**
 * Deletes the viewer's own story with its replies and its recording. The team decided nothing, so
 * whoever reported it isn't notified. Throws `not_found` for the stories of others.
 */
export async function removeOwnStory(
  context: Context,
  viewer: Viewer,
  storyId: number,
): Promise<void> {
  const story = await inTransaction(context.db, async (trx) => {
    await lockPublicCounters(trx)
    const found = await lockStory(trx, storyId)
    if (!found || !isMine(viewer, found)) throw storyNotFound()
    await deleteWithRecording(context, trx, found)
    return found
  })
  announceChange(context, story)
}
