import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { HeldReply } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { announceNotification, type NotificationEvent, notify } from '../notifications/service.ts'
import { announceQueue, recordDecision } from '../review/service.ts'
import { listConcerned, listHeld, publishHeld } from './held-store.ts'
import { presentHeld } from './present.ts'
import { eraseReply, findReplyState, replyNotFound } from './replies.ts'
import { announceStory } from './service.ts'
import { lockStory } from './store.ts'

/** Held first replies, oldest first. */
export async function readHeld(context: Context, query: PageQuery): Promise<Page<HeldReply>> {
  const { rows, total } = await listHeld(context.db, sliceOf(query))
  return { items: rows.map(presentHeld), total }
}

/**
 * Publishes a held reply and notifies the authors it answers, or deletes it. Throws `conflict` if
 * another administrator has already reviewed it.
 */
export async function reviewHeld(
  context: Context,
  admin: Admin,
  { replyId, approved }: { replyId: number; approved: boolean },
): Promise<void> {
  const found = await findReplyState(context.db, replyId)
  if (!found) throw replyNotFound()
  const notified = await inTransaction(context.db, async (trx) => {
    await lockStory(trx, found.storyId)
    const reply = await findReplyState(trx, replyId)
    if (!reply?.heldAt || reply.deletedAt) {
      throw new AppError('conflict', 'This reply was already reviewed.')
    }
    await recordDecision(context, trx, admin, {
      subject: 'reply',
      id: replyId,
      action: approved ? 'reply-approved' : 'reply-declined',
      detail: { storyId: reply.storyId },
    })
    if (approved) return publish(context, trx, replyId)
    await eraseReply(trx, { replyId, now: context.now() })
    return []
  })
  announceStory(context, found.storyId)
  announceQueue(context)
  for (const { memberId } of notified) announceNotification(context, memberId)
}

async function publish(context: Context, trx: Trx, replyId: number): Promise<NotificationEvent[]> {
  await publishHeld(trx, replyId)
  const notified = await listConcerned(trx, replyId)
  for (const one of notified) await notify(context, trx, one)
  return notified
}
