import type { Context } from '#server/context.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { suspendAuthorOf } from '../users/service.ts'
import { replyNotFound } from './replies-service.ts'
import { findReplyState } from './replies-store.ts'
import { storyNotFound } from './service.ts'
import { findStory } from './store.ts'

/** Suspends a story's author, whom the administrator never sees (decision 49). */
export async function suspendStoryAuthor(
  context: Context,
  admin: Admin,
  input: { storyId: number; reason: string },
): Promise<void> {
  const { storyId, reason } = input
  const story = await findStory(context.db, storyId, admin.id)
  if (!story) throw storyNotFound()
  const subject = { subjectType: 'story', subjectId: String(storyId) } as const
  await suspendAuthorOf(context, admin, { memberId: story.memberId, subject, reason })
}

/** The same for the author of a reply, also of one that was removed. */
export async function suspendReplyAuthor(
  context: Context,
  admin: Admin,
  input: { replyId: number; reason: string },
): Promise<void> {
  const { replyId, reason } = input
  const reply = await findReplyState(context.db, replyId)
  if (!reply) throw replyNotFound()
  const subject = { subjectType: 'reply', subjectId: String(replyId) } as const
  await suspendAuthorOf(context, admin, { memberId: reply.memberId, subject, reason })
}
