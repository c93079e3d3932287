import { sql } from 'kysely'
import type { Reply } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { announceNotification } from '../notifications/service.ts'
import { announceQueue, recordDecision, requireNobodyElse } from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { sendRemoval } from '../team-messages/removals.ts'
import { muteAuthor, readMuted } from './mutes.ts'
import { upholdReports } from './outcomes.ts'
import {
  canDeleteReply,
  canMuteAuthor,
  canReportReply,
  canSeeReply,
  isMine,
  type ReplyFacts,
} from './policy.ts'
import { FORMER_MEMBER } from './present.ts'
import { resolveReports } from './reports-store.ts'
import { announceStory, getVisibleState } from './service.ts'
import { lockStory, STORY_STATE, type StoryState } from './store.ts'

/** A reply with its author's pseudonym and that of the reply it answers. */
export interface ReplyRow extends ReplyFacts {
  replyId: number
  storyId: number
  parentId: number | null
  replyToId: number | null
  replyToName: string | null
  anonymousUsername: string | null
  content: string
  createdAt: Date
}

/** The facts needed to change a reply. */
export interface ReplyState extends ReplyFacts {
  replyId: number
  storyId: number
}

/** The replies to a story, oldest first: all, the top level (`null`), or the children of one. */
export async function readReplies(
  context: Context,
  viewer: Viewer | undefined,
  { storyId, parentId }: { storyId: number; parentId: number | 'null' | undefined },
): Promise<Reply[]> {
  await getVisibleState(context, viewer, storyId)
  const thread = visibleThread(await listReplies(context.db, storyId), viewer)
  const level = parentId === 'null' ? null : parentId
  const rows = level === undefined ? thread : thread.filter((row) => row.parentId === level)
  const muted = await readMuted(context, viewer, rows)
  return rows.map((row) => presentReply(row, viewer, muted))
}

/** The replies that the viewer can see, and others that have answers the viewer can see. */
function visibleThread(rows: readonly ReplyRow[], viewer: Viewer | undefined): ReplyRow[] {
  const visible = rows.filter((row) => canSeeReply(viewer, row))
  if (visible.length === rows.length) return visible
  const shown = new Set(
    visible.flatMap(({ replyId, parentId, replyToId }) => [replyId, parentId, replyToId]),
  )
  return rows.filter(({ replyId }) => shown.has(replyId))
}

/**
 * Removes the viewer's own reply, or any reply as an administrator, whose author is told the reason.
 * Throws `not_found` the second time.
 */
export async function removeReply(
  context: Context,
  viewer: Viewer,
  { replyId, reason }: { replyId: number; reason?: string | undefined },
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
    if (isMine(viewer, reply)) {
      const now = context.now()
      if (!(await eraseReply(trx, { replyId, now }))) throw replyNotFound()
      // The team decided nothing, so the reporters aren't notified.
      await resolveReports(trx, { storyId, replyId }, now)
      return []
    }
    const about = { subject: 'reply', id: replyId } as const
    await requireNobodyElse(context, trx, viewer, about)
    const author = await eraseAsTeam(context, trx, viewer, { replyId, reason })
    if (!author) throw replyNotFound()
    const detail = { storyId, ...(reason && { reason }) }
    await recordDecision(context, trx, viewer, { ...about, action: 'reply-removed', detail })
    return [...author, ...(await upholdReports(context, trx, { storyId, replyId }))]
  })
  for (const memberId of notified) announceNotification(context, memberId)
  if (reply.heldAt) announceQueue(context)
  announceStory(context, storyId)
}

/** Mutes the author of a reply that the viewer can see. Does nothing the second time. */
export async function muteReplyAuthor(
  context: Context,
  viewer: Viewer,
  replyId: number,
): Promise<void> {
  const reply = await findReplyState(context.db, replyId)
  if (!reply || !canSeeReply(viewer, reply)) throw replyNotFound()
  await getVisibleState(context, viewer, reply.storyId)
  await muteAuthor(context, viewer, reply)
}

export function replyNotFound(): AppError {
  return new AppError('not_found', 'This reply does not exist.')
}

/** A reply that the viewer can't see but that has answers keeps its place, without its text. */
export function presentReply(
  row: ReplyRow,
  viewer: Viewer | undefined,
  muted: ReadonlySet<string> = new Set(),
): Reply {
  const mine = isMine(viewer, row)
  const isVisible = canSeeReply(viewer, row)
  const isNested = row.replyToId !== null && row.replyToId !== row.parentId
  return {
    id: row.replyId,
    storyId: row.storyId,
    content: isVisible ? row.content : '',
    parentId: row.parentId,
    replyTo:
      isNested && row.replyToId !== null
        ? { id: row.replyToId, anonymousUsername: row.replyToName ?? FORMER_MEMBER }
        : null,
    userId: mine ? row.memberId : null,
    mine,
    canDelete: canDeleteReply(viewer, row),
    canReport: canReportReply(viewer, row),
    canMute: isVisible && canMuteAuthor(viewer, row),
    isMuted: row.memberId !== null && muted.has(row.memberId),
    user: { anonymousUsername: row.anonymousUsername ?? FORMER_MEMBER },
    createdAt: row.createdAt.toISOString(),
    isDeleted: !isVisible,
    isWaiting: isVisible && row.heldAt !== null,
  }
}

/** The select list and joins of every query for replies. */
export const REPLY_ROWS = sql`
    select r.reply_id, r.story_id, r.parent_id, r.reply_to_id, r.member_id, r.content,
      r.created_at, r.deleted_at, r.hidden_at, r.held_at, m.anonymous_username,
      tm.anonymous_username as reply_to_name
    from reply r
    left join member m on m.member_id = r.member_id
    left join reply t on t.reply_id = r.reply_to_id and r.reply_to_id <> r.parent_id
    left join member tm on tm.member_id = t.member_id`

async function listReplies(db: Queryable, storyId: number): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    ${REPLY_ROWS} where r.story_id = ${storyId} order by r.reply_id`.execute(db)
  return rows
}

export function findReplyState(db: Queryable, replyId: number): Promise<ReplyState | undefined> {
  return db
    .selectFrom('reply')
    .select(['replyId', 'storyId', 'memberId', 'deletedAt', 'hiddenAt', 'heldAt'])
    .where('replyId', '=', replyId)
    .executeTakeFirst()
}

/** Deletes a reply's text; false if it was already deleted. The caller locks the story. */
async function eraseReply(trx: Queryable, input: { replyId: number; now: Date }): Promise<boolean> {
  const erased = await trx
    .updateTable('reply')
    .set({ deletedAt: input.now, content: '' })
    .where('replyId', '=', input.replyId)
    .where('deletedAt', 'is', null)
    .returning(['storyId', 'hiddenAt', 'heldAt'])
    .executeTakeFirst()
  if (erased && !erased.hiddenAt) await countReplies(trx, erased.storyId, -1)
  if (erased?.heldAt) await setWaiting(trx, 'reply', input.replyId)
  return erased !== undefined
}

/**
 * The same for the team: its author gets the reason and the text. Returns the ids of the members it
 * notified; undefined if it was already deleted.
 */
export async function eraseAsTeam(
  context: Context,
  trx: Trx,
  { id: sentBy }: Pick<Viewer, 'id'>,
  { replyId, reason }: { replyId: number; reason: string | undefined },
): Promise<string[] | undefined> {
  const { memberId, storyId, content } = await trx
    .selectFrom('reply')
    .select(['memberId', 'storyId', 'content'])
    .where('replyId', '=', replyId)
    .executeTakeFirstOrThrow()
  if (!(await eraseReply(trx, { replyId, now: context.now() }))) return undefined
  const removed = { title: null, text: content }
  return sendRemoval(context, trx, {
    sentBy,
    memberId,
    reply: { storyId, replyId },
    removed,
    reason,
  })
}

/** Hides a visible reply, or shows a hidden one. The caller locks the story. */
export async function setReplyHidden(
  trx: Queryable,
  input: { replyId: number; hiddenAt: Date | null },
): Promise<boolean> {
  const changed = await trx
    .updateTable('reply')
    .set({ hiddenAt: input.hiddenAt })
    .where('replyId', '=', input.replyId)
    .where('hiddenAt', input.hiddenAt ? 'is' : 'is not', null)
    .where('deletedAt', 'is', null)
    .returning('storyId')
    .executeTakeFirst()
  if (changed) await countReplies(trx, changed.storyId, input.hiddenAt ? -1 : 1)
  return changed !== undefined
}

/**
 * Counts a reply that became visible, or invisible. Like `lockStory`, it locks the story and returns
 * its state, which includes the new count.
 */
export function countReplies(
  trx: Queryable,
  storyId: number,
  change: 1 | -1,
): Promise<StoryState | undefined> {
  return trx
    .updateTable('story')
    .set((eb) => ({ replyCount: eb('replyCount', '+', change) }))
    .where('storyId', '=', storyId)
    .returning(STORY_STATE)
    .executeTakeFirst()
}
