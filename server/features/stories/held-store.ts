import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import type { Listed, Slice } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import type { NotificationEvent } from '../notifications/service.ts'
import { countReplies } from './replies.ts'

export interface HeldReplyRow {
  replyId: number
  storyId: number
  storyTitle: string
  content: string
  anonymousUsername: string | null
  createdAt: Date
}

/** Held replies, oldest first, with the total count. */
export function listHeld(db: Queryable, slice: Slice): Promise<Listed<HeldReplyRow>> {
  return listWaiting(db, {
    subjects: ['reply'],
    columns: sql`r.reply_id, r.story_id, s.title as story_title, r.content,
      m.anonymous_username, r.created_at`,
    from: sql`join reply r on r.reply_id = item.subject_id join story s on s.story_id = r.story_id
      left join member m on m.member_id = r.member_id`,
    ...slice,
  })
}

/** Publishes and counts a held reply; false if it is no longer held. The caller locks the story. */
export async function publishHeld(trx: Queryable, replyId: number): Promise<boolean> {
  const shown = await trx
    .updateTable('reply')
    .set({ heldAt: null, hiddenAt: null })
    .where('replyId', '=', replyId)
    .where('heldAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .returning('storyId')
    .executeTakeFirst()
  if (shown) await countReplies(trx, shown.storyId, 1)
  return shown !== undefined
}

/**
 * The members a reply concerns: the authors of the reply it answers and of the story, each once.
 */
export async function listConcerned(trx: Queryable, replyId: number): Promise<NotificationEvent[]> {
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
