import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { announceNotification } from '../notifications/service.ts'
import { type About, requireNobodyElse } from '../review/service.ts'
import { formerAuthor, sendWarning } from '../team-messages/service.ts'
import { suspendAuthorOf } from '../users/service.ts'
import { findReplyState, replyNotFound } from './replies.ts'
import { storyNotFound } from './service.ts'
import { findStory, findStoryState } from './store.ts'

/** Suspends a story's author, whom the administrator never sees. */
export async function suspendStoryAuthor(
  context: Context,
  admin: Admin,
  input: { storyId: number; reason: string },
): Promise<void> {
  const { storyId, reason } = input
  const story = await findStory(context.db, storyId, admin.id)
  if (!story) throw storyNotFound()
  await requireNobodyElse(context, context.db, admin, { subject: 'story', id: storyId })
  const entry = { action: 'story-author-suspended', subjectId: storyId } as const
  await suspendAuthorOf(context, admin, { memberId: story.memberId, entry, reason })
}

/** The same for the author of a reply, even of a removed one. */
export async function suspendReplyAuthor(
  context: Context,
  admin: Admin,
  input: { replyId: number; reason: string },
): Promise<void> {
  const { replyId, reason } = input
  const reply = await findReplyState(context.db, replyId)
  if (!reply) throw replyNotFound()
  await requireNobodyElse(context, context.db, admin, { subject: 'reply', id: replyId })
  const entry = { action: 'reply-author-suspended', subjectId: replyId } as const
  await suspendAuthorOf(context, admin, { memberId: reply.memberId, entry, reason })
}

/**
 * Warns a story's author, whom the administrator never sees. Throws `conflict` if it is their own
 * story.
 */
export async function warnStoryAuthor(
  context: Context,
  admin: Admin,
  { storyId, words }: { storyId: number; words: string },
): Promise<void> {
  const story = await findStoryState(context.db, storyId)
  if (!story) throw storyNotFound()
  await warn(context, admin, { ...story, replyId: null, words })
}

/** The same for the author of a reply, even of a removed one. */
export async function warnReplyAuthor(
  context: Context,
  admin: Admin,
  { replyId, words }: { replyId: number; words: string },
): Promise<void> {
  const reply = await findReplyState(context.db, replyId)
  if (!reply) throw replyNotFound()
  await warn(context, admin, { ...reply, words })
}

async function warn(
  context: Context,
  admin: Admin,
  input: { memberId: string | null; storyId: number; replyId: number | null; words: string },
): Promise<void> {
  const { memberId, storyId, replyId, words } = input
  if (memberId === null) throw formerAuthor()
  if (memberId === admin.id) throw new AppError('conflict', 'You can’t warn yourself.')
  const about: About =
    replyId === null ? { subject: 'story', id: storyId } : { subject: 'reply', id: replyId }
  await inTransaction(context.db, async (trx) => {
    await requireNobodyElse(context, trx, admin, about)
    await sendWarning(context, trx, {
      memberId,
      sentBy: admin.id,
      subject: { storyId, replyId },
      words,
    })
    const action = replyId === null ? 'story-author-warned' : 'reply-author-warned'
    const entry = { action, subjectId: replyId ?? storyId, detail: { reason: words } } as const
    await recordAudit(trx, admin, entry)
  })
  announceNotification(context, memberId)
}
