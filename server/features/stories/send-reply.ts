import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { NewReply, Reply } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'
import { inTransaction, isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { hasNewcomerLimits } from '../joining/service.ts'
import {
  announceNotification,
  type NotificationEvent,
  notifyAll,
} from '../notifications/service.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import { announceQueue } from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { canSeeReply, canSeeStory, isPublic } from './policy.ts'
import { countReplies, presentReply, REPLY_ROWS, type ReplyRow } from './replies.ts'
import { announceStory, storyNotFound } from './service.ts'
import type { StoryState } from './store.ts'

/** How many replies a member can send within how many seconds. */
const FLOOD = { replies: 30, seconds: 60 }
/** Replies per story, so that the response stays bounded. */
const MOST_REPLIES = 5_000
/** Replies of a member that can be held at the same time. */
const MOST_HELD = 3

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
  try {
    return await sendReply(context, viewer, reply)
  } catch (error) {
    const sent = reply.key && (await findByKey(context.db, { memberId: viewer.id, key: reply.key }))
    if (sent) return presentReply(sent, viewer)
    // The account was deleted meanwhile.
    throw isBrokenReference(error) ? notSignedIn() : error
  }
}

async function sendReply(context: Context, viewer: Viewer, reply: NewReply): Promise<Reply> {
  const { storyId } = reply
  const now = context.now()
  const { row, notified } = await inTransaction(context.db, async (trx) => {
    // Counted first, which locks the story too. A refusal undoes it with the whole transaction.
    const story = requireOpen(viewer, await countReplies(trx, storyId, 1))
    const answered = reply.parentId ? await getAnswered(trx, viewer, reply) : undefined
    if (story.replyCount > MOST_REPLIES) throw conversationFull()
    const isHeld = await isHeldBack(trx, viewer, now)
    const row = await trx
      .insertInto('reply')
      .values({
        storyId,
        parentId: answered ? (answered.parentId ?? answered.replyId) : null,
        replyToId: answered?.replyId ?? null,
        memberId: viewer.id,
        content: reply.content,
        clientKey: reply.key ?? null,
        createdAt: now,
        ...(isHeld && { hiddenAt: now, heldAt: now }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const notified = isHeld ? [] : concernedBy({ story, answered, writer: viewer })
    if (isHeld) {
      await countReplies(trx, storyId, -1)
      await setWaiting(trx, 'reply', row.replyId)
      await notifyTeamOf(context, trx, 'team-reply')
    } else await notifyAll(context, trx, notified)
    return { row: { ...row, replyToName: answered?.anonymousUsername ?? null }, notified }
  })
  if (row.heldAt) announceQueue(context)
  announceStory(context, storyId)
  for (const { memberId } of notified) announceNotification(context, memberId)
  return presentReply({ ...row, anonymousUsername: viewer.anonymousUsername }, viewer)
}

function requireOpen(viewer: Viewer, story: StoryState | undefined): StoryState {
  if (!story || !canSeeStory(viewer, story)) throw storyNotFound()
  if (!isPublic(story)) {
    throw new AppError('conflict', 'This story isn’t open for replies right now.')
  }
  return story
}

/** The reply that a new one answers; throws if it can't be answered. */
async function getAnswered(trx: Queryable, viewer: Viewer, reply: NewReply): Promise<ReplyRow> {
  const { rows } = await sql<ReplyRow>`
    ${REPLY_ROWS} where r.reply_id = ${reply.parentId}`.execute(trx)
  const [answered] = rows
  if (answered?.storyId !== reply.storyId || !canSeeReply(viewer, answered)) {
    throw new AppError('not_found', 'The reply you’re answering was deleted.')
  }
  if (answered.hiddenAt) {
    throw new AppError('conflict', 'This reply isn’t open for answers right now.')
  }
  return answered
}

function conversationFull(): AppError {
  return new AppError('conflict', `This conversation is full: it has ${MOST_REPLIES} replies.`)
}

/** Whether a member's next reply is held for an administrator. Throws if they can't send one now. */
async function isHeldBack(trx: Queryable, viewer: Viewer, now: Date): Promise<boolean> {
  const writer = await getWriter(trx, viewer, now)
  if (hasNewcomerLimits(viewer, writer, now) && writer.sentLastDay >= writer.newcomerReplies) {
    throw dailyLimit(writer.newcomerReplies)
  }
  const isTeam = viewer.rights.length > 0
  const isHeld = !isTeam && writer.holdsFirstReply && !writer.hasPublished
  if (isHeld && (await countHeld(trx, viewer)) >= MOST_HELD) {
    throw new AppError(
      'conflict',
      'Your first replies are waiting to be read. You can write more once one of them appears.',
    )
  }
  if (writer.sentLately >= FLOOD.replies) {
    throw new AppError(
      'rate_limited',
      'You’re replying very fast. Wait a minute, then send it again.',
      { retryAfterSeconds: FLOOD.seconds },
    )
  }
  return isHeld
}

function dailyLimit(most: number): AppError {
  return new AppError(
    'rate_limited',
    `New members can send ${most} ${most === 1 ? 'reply' : 'replies'} a day. Please come back tomorrow.`,
    { retryAfterSeconds: 3_600 },
  )
}

/** The authors whom a reply concerns, each once: of the answered reply, and of the story. */
function concernedBy(given: {
  story: StoryState
  answered: ReplyRow | undefined
  writer: Viewer
}): NotificationEvent[] {
  const { story, answered, writer } = given
  const authors = [
    { memberId: answered?.memberId, kind: 'reply-reply' as const },
    { memberId: story.memberId, kind: 'story-reply' as const },
  ]
  return authors.flatMap(({ memberId, kind }, place) => {
    const isRepeated = place > 0 && memberId === authors[0]?.memberId
    if (!memberId || memberId === writer.id || isRepeated) return []
    return [{ memberId, kind, subjectId: story.storyId }]
  })
}

/** The reply that the member sent under this key, deleted or not. */
async function findByKey(
  db: Queryable,
  { memberId, key }: { memberId: string; key: string },
): Promise<ReplyRow | undefined> {
  const { rows } = await sql<ReplyRow>`
    ${REPLY_ROWS} where r.member_id = ${memberId} and r.client_key = ${key}`.execute(db)
  return rows[0]
}

interface Writer {
  /** The replies they sent within the seconds of `FLOOD`, counted up to its limit. */
  sentLately: number
  /** The replies they sent within 24 hours, counted up to `newcomerReplies`. */
  sentLastDay: number
  /** Whether a reply of theirs was ever published. */
  hasPublished: boolean
  holdsFirstReply: boolean
  newcomerDays: number
  newcomerReplies: number
}

/** Reads the facts about a member that decide whether their reply is refused or held. */
async function getWriter(trx: Queryable, { id }: Viewer, now: Date): Promise<Writer> {
  const sentAfter = (ms: number, limit: RawBuilder<unknown>): RawBuilder<number> => sql`(
    select count(*)::int from (
      select created_at from reply where member_id = ${id} order by reply_id desc limit ${limit}
    ) sent where created_at > ${new Date(now.getTime() - ms)}
  )`
  const { rows } = await sql<Writer>`
    select holds_first_reply, newcomer_days, newcomer_replies,
      ${sentAfter(FLOOD.seconds * 1000, sql.lit(FLOOD.replies))} as sent_lately,
      ${sentAfter(DAY_MS, sql`newcomer_replies`)} as sent_last_day,
      exists (select from reply where member_id = ${id} and held_at is null) as has_published
    from joining_settings`.execute(trx)
  const [writer] = rows
  if (!writer) throw new Error('The settings have one row.')
  return writer
}

function countHeld(trx: Queryable, { id }: Viewer): Promise<number> {
  const held = trx.selectFrom('reply').where('memberId', '=', id)
  return countRows(held.where('heldAt', 'is not', null).where('deletedAt', 'is', null))
}
