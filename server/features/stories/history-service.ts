import type { StoryHistoryEntry } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { listHistory } from './history-store.ts'
import { presentHistory } from './present.ts'
import { storyNotFound } from './service.ts'

/** A story's history since it was submitted, oldest first. */
export async function readHistory(
  context: Context,
  _admin: Admin,
  storyId: number,
): Promise<StoryHistoryEntry[]> {
  const rows = await listHistory(context.db, storyId)
  if (!rows.some(({ kind }) => kind === 'submitted')) throw storyNotFound()
  return rows.flatMap(presentHistory)
}
