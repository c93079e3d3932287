import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { HeldReply } from '#contract/review.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { type Listed, type Slice, sliceOf } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClaimRow, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { announceNotification, type NotificationEvent, notify } from '../notifications/service.ts'
import {
  type About,
  announceQueue,
  decide,
  recordDecision,
  whoWasFirst,
} from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { FORMER_MEMBER } from './present.ts'
import {
  countReplies,
  eraseAsTeam,
  findReplyState,
  type ReplyState,
  replyNotFound,
} from './replies.ts'
import { announceStory } from './service.ts'
import { lockStory } from './store.ts'

/** Held first replies, oldest first. */
export async function readHeld(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<HeldReply>> {
  const reader = { viewerId: admin.id, now: context.now() }
  const { rows, total } = await listHeld(context.db, sliceOf(query))
  return { items: rows.map((row) => presentHeld(row, reader)), total }
}

/** Locks a held reply that an administrator wants to decide about. */
export async function lockHeldItem(trx: Trx, admin: Admin, replyId: number): Promise<About> {
  await lockHeld(trx, admin, replyId)
  return about(replyId)
}

async function lockHeld(trx: Trx, admin: Admin, replyId: number): Promise<ReplyState> {
  const found = await findReplyState(trx, replyId)
  if (!found) throw replyNotFound()
  await lockStory(trx, found.storyId)
  // Read again under the lock: another administrator may have been faster.
  const reply = await findReplyState(trx, replyId)
  if (reply?.heldAt && !reply.deletedAt) return reply
  const otherwise = 'This reply was already reviewed.'
  throw new AppError('conflict', await whoWasFirst(trx, admin, about(replyId), otherwise))
}

/** The reply as the subject of a review. */
function about(replyId: number): About {
  return { subject: 'reply', id: replyId }
}

/**
 * Publishes a held reply and notifies the authors it answers, or deletes it and tells its author the
 * reason. Throws `conflict` if another administrator has claimed or reviewed it.
 */
export async function reviewHeld(
  context: Context,
  admin: Admin,
  input: { replyId: number; approved: boolean; reason?: string | undefined },
): Promise<void> {
  const { replyId, approved } = input
  const reason = approved ? undefined : input.reason
  const { storyId, notified } = await inTransaction(context.db, async (trx) => {
    const reply = await lockHeld(trx, admin, replyId)
    const { storyId } = reply
    await decide(context, trx, admin, {
      ...about(replyId),
      action: approved ? 'reply-approved' : 'reply-declined',
      detail: { storyId, ...(reason && { reason }) },
    })
    if (approved) return { storyId, notified: await publish(context, trx, reply) }
    const author = await eraseAsTeam(context, trx, admin, { replyId, reason })
    return { storyId, notified: author ?? [] }
  })
  announceStory(context, storyId)
  announceQueue(context)
  for (const memberId of notified) announceNotification(context, memberId)
}

/** Publishes and counts a held reply, whose story the caller has locked. */
async function publish(context: Context, trx: Trx, reply: ReplyState): Promise<string[]> {
  await show(trx, reply)
  const notified = await listConcerned(trx, reply.replyId)
  for (const one of notified) await notify(context, trx, one)
  return notified.map(({ memberId }) => memberId)
}

async function show(trx: Trx, { replyId, storyId }: ReplyState): Promise<void> {
  await trx
    .updateTable('reply')
    .set({ heldAt: null, hiddenAt: null })
    .where('replyId', '=', replyId)
    .execute()
  await setWaiting(trx, 'reply', replyId)
  await countReplies(trx, storyId, 1)
}

/**
 * Puts back a reply that the team removed, in the caller's transaction, which has locked its story.
 * One that was never published notifies the authors it answers. Returns the ids of the members it
 * notified, whom the caller announces; undefined if the reply is gone.
 */
export async function restoreReply(
  context: Context,
  trx: Trx,
  admin: Admin,
  { replyId, content }: { replyId: number; content: string },
): Promise<string[] | undefined> {
  await trx
    .updateTable('reply')
    .set({ deletedAt: null, content })
    .where('replyId', '=', replyId)
    .where('deletedAt', 'is not', null)
    .execute()
  const reply = await findReplyState(trx, replyId)
  if (!reply) return undefined
  const { storyId, heldAt } = reply
  const decision = { ...about(replyId), action: 'reply-approved', detail: { storyId } } as const
  await recordDecision(context, trx, admin, decision)
  if (heldAt) return publish(context, trx, reply)
  await show(trx, reply)
  return []
}

interface HeldReplyRow {
  replyId: number
  storyId: number
  storyTitle: string
  content: string
  anonymousUsername: string | null
  createdAt: Date
}

/** Held replies, oldest first, with the total count. */
function listHeld(db: Queryable, slice: Slice): Promise<Listed<HeldReplyRow & ClaimRow>> {
  return listWaiting(db, {
    subjects: ['reply'],
    columns: sql`r.reply_id, r.story_id, s.title as story_title, r.content,
      m.anonymous_username, r.created_at`,
    from: sql`join reply r on r.reply_id = item.subject_id join story s on s.story_id = r.story_id
      left join member m on m.member_id = r.member_id`,
    ...slice,
  })
}

/**
 * The members a reply concerns: the authors of the reply it answers and of the story, each once.
 */
async function listConcerned(trx: Queryable, replyId: number): Promise<NotificationEvent[]> {
  const { rows } = await sql<NotificationEvent>`
    select distinct on (author.member_id) author.member_id, author.kind, r.story_id as subject_id
    from reply r
    join lateral (
      select t.member_id, 'reply-reply'::notification_kind as kind, 1 as place
      from reply t where t.reply_id = r.reply_to_id and t.deleted_at is null
      union all
      select s.member_id, 'story-reply', 2 from story s where s.story_id = r.story_id
    ) author on author.member_id is distinct from r.member_id
    where r.reply_id = ${replyId} and author.member_id is not null
    order by author.member_id, author.place`.execute(trx)
  return rows
}

function presentHeld(
  row: HeldReplyRow & ClaimRow,
  reader: { viewerId: string; now: Date },
): HeldReply {
  return {
    id: row.replyId,
    storyId: row.storyId,
    storyTitle: row.storyTitle,
    content: row.content,
    anonymousUsername: row.anonymousUsername ?? FORMER_MEMBER,
    createdAt: row.createdAt.toISOString(),
    claim: presentClaim(row, reader),
  }
}
