import { sql } from 'kysely'
import type { TeamMessage } from '#contract/team-messages.ts'
import type { Queryable } from '#server/db/connect.ts'

export interface NewTeamMessage {
  memberIds: readonly string[]
  kind: TeamMessage['kind']
  storyId: number | null
  replyId: number | null
  isAboutReply: boolean
  isAboutPrayer?: boolean
  words: string | null
  now: Date
}

export interface TeamMessageRow {
  teamMessageId: number
  kind: TeamMessage['kind']
  isAboutReply: boolean
  isAboutPrayer: boolean
  /** Null where the member can't open the story. */
  storyId: number | null
  title: string | null
  words: string | null
  createdAt: Date
  seenAt: Date | null
}

/** Stores one message for each member who still has an account. */
export async function insertMessages(
  trx: Queryable,
  message: NewTeamMessage,
): Promise<{ teamMessageId: number; memberId: string }[]> {
  const { memberIds, kind, storyId, replyId, isAboutReply, words, now } = message
  const isAboutPrayer = message.isAboutPrayer ?? false
  const { rows } = await sql<{ teamMessageId: number; memberId: string }>`
    insert into team_message
      (member_id, kind, story_id, reply_id, is_about_reply, is_about_prayer, words, created_at)
    select member_id, ${kind}, ${storyId}, ${replyId}, ${isAboutReply}, ${isAboutPrayer}, ${words},
      ${now}
    from (
      select member_id from member where member_id = any(${memberIds}::uuid[])
      order by member_id for key share
    ) notified
    returning team_message_id, member_id`.execute(trx)
  return rows
}

/** Locks the member; false if the account is deleted. */
export async function lockReceiver(trx: Queryable, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from member where member_id = ${memberId} for no key update`.execute(trx)
  return rows.length > 0
}

/** Whether a member was warned about the story or reply after `since`. */
export async function hasWarning(
  trx: Queryable,
  input: { memberId: string; storyId: number; replyId: number | null; since: Date },
): Promise<boolean> {
  const { memberId, storyId, replyId, since } = input
  const { rows } = await sql`
    select from team_message
    where member_id = ${memberId} and kind = 'warning' and created_at > ${since}
      and story_id = ${storyId} and reply_id is not distinct from ${replyId}
    limit 1`.execute(trx)
  return rows.length > 0
}

/** A member's messages, newest first. Stories the member can't open are omitted from them. */
export async function listMessages(
  db: Queryable,
  { memberId, limit }: { memberId: string; limit: number },
): Promise<TeamMessageRow[]> {
  const { rows } = await sql<TeamMessageRow>`
    select t.team_message_id, t.kind, t.is_about_reply, t.is_about_prayer, s.story_id, s.title, t.words,
      t.created_at, t.seen_at
    from team_message t left join story s on s.story_id = t.story_id and (
      s.member_id = t.member_id or (s.status = 'approved' and s.hidden_at is null)
    )
    where t.member_id = ${memberId}
    order by t.team_message_id desc limit ${limit}`.execute(db)
  return rows
}

/** Deletes a member's outcome messages beyond the newest `keep` messages; warnings stay. */
export async function trimOutcomes(
  trx: Queryable,
  { memberIds, keep }: { memberIds: readonly string[]; keep: number },
): Promise<void> {
  await sql`
    delete from team_message where team_message_id in (
      select old.team_message_id from unnest(${memberIds}::uuid[]) as notified (member_id),
        lateral (
          select team_message_id, kind from team_message t
          where t.member_id = notified.member_id
          order by team_message_id desc offset ${keep}
        ) old
      where old.kind <> 'warning'
    )`.execute(trx)
}

/** False if the member has no such message. */
export async function markSeen(
  trx: Queryable,
  input: { memberId: string; teamMessageId: number; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('teamMessage')
    .set((eb) => ({ seenAt: eb.fn.coalesce('seenAt', eb.val(input.now)) }))
    .where('teamMessageId', '=', input.teamMessageId)
    .where('memberId', '=', input.memberId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
