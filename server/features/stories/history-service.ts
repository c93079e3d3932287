import type { ReviewDecision, StoryHistoryEntry } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { findLastDecision, listHistory } from './history-store.ts'
import { presentDecision, presentHistory } from './present.ts'
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

/** The latest decision about an item in a queue. */
export async function readLastDecision(
  context: Context,
  admin: Admin,
  { subject, id }: { subject: 'story' | 'reply' | 'guidance' | 'prayer'; id: number },
): Promise<ReviewDecision | null> {
  const found = { subjectType: subject, subjectId: String(id) }
  const row = await findLastDecision(context.db, found)
  return row ? presentDecision(row, admin) : null
}
