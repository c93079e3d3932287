import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { SECOND_LOOK_DAYS } from '#contract/second-looks.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { insertMessages, type Removed } from './service.ts'

interface Removal {
  /** Who decided. */
  sentBy: string
  /** The author; null if their account was deleted. */
  memberId: string | null
  /** A removed reply; null for a story, which is about to be deleted. */
  reply: { storyId: number; replyId: number } | null
  removed: Removed
  reason: string | undefined
}

/**
 * Tells an author in the caller's transaction what was removed and why, and keeps the text for them.
 * Nobody is told of their own decision. Returns the ids of the members it notified; the caller
 * announces these notifications after the commit.
 */
export async function sendRemoval(
  context: Context,
  trx: Trx,
  { sentBy, memberId, reply, removed, reason }: Removal,
): Promise<string[]> {
  if (memberId === null || memberId === sentBy) return []
  const [sent] = await insertMessages(trx, {
    memberIds: [memberId],
    kind: 'removal',
    isAboutReply: reply !== null,
    storyId: reply?.storyId ?? null,
    replyId: reply?.replyId ?? null,
    words: reason?.trim() || null,
    sentBy,
    removed,
    now: context.now(),
  })
  if (!sent) return []
  await notify(context, trx, { memberId, kind: 'warning', subjectId: sent.teamMessageId })
  return [memberId]
}

/**
 * Deletes what was removed 30 days ago from the messages about it, unless somebody is taking a
 * second look.
 */
export async function forgetRemoved(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - SECOND_LOOK_DAYS * DAY_MS)
  const { rows } = await sql<{ memberId: string }>`
    update team_message t set removed_title = null, removed_text = null
    where (removed_title is not null or removed_text is not null) and created_at < ${before}
      and not exists (
        select from second_look l
        where l.subject = 'removal' and l.subject_id = t.team_message_id and l.answered_at is null
      )
    returning member_id`.execute(context.db)
  for (const { memberId } of rows) announceNotification(context, memberId)
}

/** A removal that a second look is about. */
export interface RemovalMessage {
  storyId: number | null
  replyId: number | null
  removed: Removed
}

/** Finds a removal; undefined if there is none. */
export async function findRemoval(
  db: Queryable,
  teamMessageId: number,
): Promise<RemovalMessage | undefined> {
  const row = await db
    .selectFrom('teamMessage')
    .select(['storyId', 'replyId', 'removedTitle as title', 'removedText as text'])
    .where('teamMessageId', '=', teamMessageId)
    .where('kind', '=', 'removal')
    .executeTakeFirst()
  if (!row) return undefined
  const { storyId, replyId, ...removed } = row
  return { storyId, replyId, removed }
}
