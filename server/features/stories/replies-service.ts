import type { NewReply, Reply } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { brokenUniqueRule, inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { announceNotification, notifyBeyondApp, trimNotified } from '../notifications/service.ts'
import { notifyTeamOf } from '../notifications/team-notices-service.ts'
import { announceQueue, recordDecision } from '../review/service.ts'
import { readMuted } from './muted-service.ts'
import { upholdReports } from './outcomes-service.ts'
import { canDeleteReply, canSeeReply, isMine, isPublic } from './policy.ts'
import { presentReply } from './present.ts'
import {
  type AddedReplyRow,
  eraseReply,
  findReplyByKey,
  findReplyRule,
  findReplyState,
  insertHeldReply,
  insertReply,
  listReplies,
} from './replies-store.ts'
import { resolveReports } from './reports-store.ts'
import { announceStory, getVisibleState } from './service.ts'
import { lockStory } from './store.ts'

/** How many replies a member can send within how many seconds. */
const FLOOD = { replies: 30, seconds: 60 }
/** Replies per story, so that the response stays bounded. */
const MOST_REPLIES = 5_000
/** Replies of a member that can be held at the same time. */
const MOST_HELD = 3

/** The replies to a story, oldest first: all, the top level (`null`), or the children of one. */
export async function readReplies(
  context: Context,
  viewer: Viewer | undefined,
  input: { storyId: number; parentId: number | 'null' | undefined },
): Promise<Reply[]> {
  const { storyId, parentId } = input
  await getVisibleState(context, viewer, storyId)
  const level = parentId === undefined ? 'all' : parentId === 'null' ? 'top' : { parentId }
  const rows = await listReplies(context.db, { storyId, level, viewer })
  const muted = await readMuted(context, viewer, rows)
  return rows.map((row) => presentReply(row, viewer, muted))
}

/**
 * Replies to a story or a reply. An answer to a nested reply is placed under its top-level reply
 * and records which reply it answers. A page that got no response sends the reply again under the
 * same key and gets the stored one, even if the story is closed by now.
 */
export async function createReply(
  context: Context,
  viewer: Viewer,
  reply: NewReply,
): Promise<Reply> {
  const added = await storeReply(context, viewer, reply).catch((error: unknown) => {
    if (isBrokenReference(error) || isSentBefore(error)) return undefined
    throw error
  })
  if (!added) {
    const known = await findSent(context, viewer, reply.key)
    if (known) return known
    throw await whyNot(context, viewer, reply)
  }
  if (added.heldAt) announceQueue(context)
  announceStory(context, reply.storyId)
  for (const { memberId } of added.notified) announceNotification(context, memberId)
  return presentReply({ ...added, anonymousUsername: viewer.anonymousUsername }, viewer)
}

/** In most cases one statement is enough, because no email or push has to be queued. */
async function storeReply(
  context: Context,
  viewer: Viewer,
  reply: NewReply,
): Promise<AddedReplyRow | undefined> {
  const now = context.now()
  const row = {
    storyId: reply.storyId,
    memberId: viewer.id,
    content: reply.content,
    targetId: reply.parentId ?? null,
    key: reply.key ?? null,
    now,
    floodLimit: FLOOD.replies,
    floodSince: new Date(now.getTime() - FLOOD.seconds * 1000),
    mostReplies: MOST_REPLIES,
    newcomer: newcomerOf(viewer),
  }
  const added = await insertReply(context.db, { ...row, isOnlyInApp: true })
  if (added) {
    await trimNotified(context, added.notified)
    return added
  }
  return inTransaction(context.db, async (trx) => {
    const inTurn = await insertReply(trx, { ...row, isOnlyInApp: false })
    if (inTurn) {
      await notifyBeyondApp(context, trx, inTurn.notified)
      return inTurn
    }
    const held = await insertHeldReply(trx, { ...row, isOnlyInApp: false, mostHeld: MOST_HELD })
    if (held) await notifyTeamOf(context, trx, 'team-reply')
    return held
  })
}

/** Undefined for the team, which has no newcomer limits. */
function newcomerOf({ rights, joinedAt }: Viewer): { joinedAt: Date } | undefined {
  return rights.length > 0 ? undefined : { joinedAt }
}

function isSentBefore(error: unknown): boolean {
  return brokenUniqueRule(error) === 'reply_client_key'
}

async function findSent(
  context: Context,
  viewer: Viewer,
  key: string | undefined,
): Promise<Reply | undefined> {
  if (key === undefined) return undefined
  const row = await findReplyByKey(context.db, { memberId: viewer.id, key })
  return row && presentReply(row, viewer)
}

/** The reason why a reply was not added. */
async function whyNot(context: Context, viewer: Viewer, reply: NewReply): Promise<AppError> {
  const story = await getVisibleState(context, viewer, reply.storyId)
  if (!isPublic(story)) {
    return new AppError('conflict', 'This story isn’t open for replies right now.')
  }
  if (reply.parentId) {
    const target = await findReplyState(context.db, reply.parentId)
    const isThere = target?.storyId === reply.storyId && canSeeReply(viewer, target)
    if (!isThere) return new AppError('not_found', 'The reply you’re answering was deleted.')
    if (target.hiddenAt)
      return new AppError('conflict', 'This reply isn’t open for answers right now.')
  }
  if (story.replyCount >= MOST_REPLIES) {
    return new AppError('conflict', `This conversation is full: it has ${MOST_REPLIES} replies.`)
  }
  const { now } = context
  const rule = await findReplyRule(context.db, {
    ...{ memberId: viewer.id, newcomer: newcomerOf(viewer), now: now() },
  })
  if (rule.isLimited) {
    return new AppError(
      'rate_limited',
      `New members can send ${rule.mostReplies} ${rule.mostReplies === 1 ? 'reply' : 'replies'} a day. Please come back tomorrow.`,
      { retryAfterSeconds: 3_600 },
    )
  }
  if (rule.isHeld) {
    return new AppError(
      'conflict',
      'Your first replies are waiting to be read. You can write more once one of them appears.',
    )
  }
  return new AppError(
    'rate_limited',
    'You’re replying very fast. Wait a minute, then send it again.',
    { retryAfterSeconds: FLOOD.seconds },
  )
}

/**
 * Removes the viewer's own reply, or any reply as an administrator. Throws `not_found` the second
 * time.
 */
export async function removeReply(
  context: Context,
  viewer: Viewer,
  replyId: number,
): Promise<void> {
  const reply = await findReplyState(context.db, replyId)
  if (!reply || !canSeeReply(viewer, reply)) throw replyNotFound()
  if (!canDeleteReply(viewer, reply)) {
    await getVisibleState(context, viewer, reply.storyId)
    throw new AppError('not_allowed', 'You can only delete your own replies.')
  }
  const { storyId } = reply
  const notified = await inTransaction(context.db, async (trx) => {
    await lockStory(trx, storyId)
    const now = context.now()
    if (!(await eraseReply(trx, { replyId, now }))) throw replyNotFound()
    if (isMine(viewer, reply)) {
      // The team decided nothing, so the reporters aren't notified.
      await resolveReports(trx, { storyId, replyId }, now)
      return []
    }
    await recordDecision(context, trx, viewer, {
      ...{ subject: 'reply', id: replyId, action: 'reply-removed' },
      detail: { storyId },
    })
    return upholdReports(context, trx, { storyId, replyId })
  })
  for (const memberId of notified) announceNotification(context, memberId)
  if (reply.heldAt) announceQueue(context)
  announceStory(context, reply.storyId)
}

export function replyNotFound(): AppError {
  return new AppError('not_found', 'This reply does not exist.')
}
