import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { MOST_TEAM_MESSAGES, type TeamMessage } from '#contract/team-messages.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { announceNotification, markReadAbout, notify, notifyAll } from '../notifications/service.ts'

/** A story or reply can get one warning within this time, from any administrator. */
const WARNED_MS = DAY_MS

/** The subject of a message: a story, a reply or a prayer request. A prayer request has no link. */
export type MessageSubject = Subject | 'prayer request'

interface Subject {
  storyId: number
  replyId: number | null
}

/** The team's messages to the viewer, newest first. */
export async function readMessages(context: Context, viewer: Viewer): Promise<TeamMessage[]> {
  const own = { memberId: viewer.id, limit: MOST_TEAM_MESSAGES }
  return (await listMessages(context.db, own)).map(presentMessage)
}

/** Marks a message and its notification as read. Throws `not_found` for another member's. */
export async function seeMessage(
  context: Context,
  viewer: Viewer,
  teamMessageId: number,
): Promise<void> {
  const now = context.now()
  await inTransaction(context.db, async (trx) => {
    if (!(await markSeen(trx, { memberId: viewer.id, teamMessageId, now }))) {
      throw new AppError('not_found', 'This message does not exist.')
    }
    for (const kind of ['warning', 'report-closed', 'second-look'] as const) {
      await markReadAbout(context, trx, { memberId: viewer.id, kind, subjectId: teamMessageId })
    }
  })
  announceNotification(context, viewer.id)
}

/**
 * Sends the author of a story or reply a warning in the caller's transaction; the caller announces
 * it after the commit. Throws `conflict` if the account is deleted, and if there was a warning
 * about the same subject in the last 24 hours: of two administrators who warn at once, the second
 * gets this error.
 */
export async function sendWarning(
  context: Context,
  trx: Trx,
  input: { memberId: string; sentBy: string; subject: Subject; words: string },
): Promise<void> {
  const { memberId, sentBy, subject, words } = input
  const now = context.now()
  if (!(await lockReceiver(trx, memberId))) throw formerAuthor()
  const since = new Date(now.getTime() - WARNED_MS)
  if (await hasWarning(trx, { memberId, ...subject, since })) {
    const what = subject.replyId === null ? 'story' : 'reply'
    throw new AppError(
      'conflict',
      `The author was already warned about this ${what} in the last 24 hours.`,
    )
  }
  const isAboutReply = subject.replyId !== null
  const message = { memberIds: [memberId], kind: 'warning', isAboutReply, words, now } as const
  const [sent] = await insertMessages(trx, { ...message, ...subject, sentBy })
  if (!sent) throw formerAuthor()
  await notify(context, trx, { memberId, kind: 'warning', subjectId: sent.teamMessageId })
}

/**
 * Notifies reporters of the outcome in the caller's transaction. The caller calls
 * `announceNotification` after the commit.
 */
export async function sendOutcome(
  context: Context,
  trx: Trx,
  input: { memberIds: string[]; subject: MessageSubject; isKept: boolean; words: string | null },
): Promise<void> {
  const { memberIds, subject, isKept, words } = input
  if (memberIds.length === 0) return
  const kind = isKept ? 'report-kept' : 'report-removed'
  const now = context.now()
  const isAboutPrayer = subject === 'prayer request'
  const about = isAboutPrayer ? { storyId: null, replyId: null } : subject
  const isAboutReply = about.replyId !== null
  const message = { memberIds, kind, isAboutReply, isAboutPrayer, words, now, ...about } as const
  const sent = await insertMessages(trx, message)
  await trimOutcomes(trx, { memberIds, keep: MOST_TEAM_MESSAGES })
  const notified = sent.map(({ memberId, teamMessageId: subjectId }) => ({
    memberId,
    kind: 'report-closed' as const,
    subjectId,
  }))
  await notifyAll(context, trx, notified)
}

/** What a message is about, as it is stored. */
export interface AboutMessage {
  storyId: number | null
  replyId: number | null
  isAboutReply: boolean
  isAboutPrayer: boolean
  isAboutAccount?: boolean
}

/** Locks a warning or a removal; undefined if it was taken back. */
export function lockMessage(trx: Trx, teamMessageId: number): Promise<AboutMessage | undefined> {
  return trx
    .selectFrom('teamMessage')
    .select(['storyId', 'replyId', 'isAboutReply', 'isAboutPrayer'])
    .where('teamMessageId', '=', teamMessageId)
    .where('kind', 'in', ['warning', 'removal'])
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes a warning or a removal, as if it had never been sent. */
export async function takeBackMessage(trx: Trx, teamMessageId: number): Promise<void> {
  await trx.deleteFrom('teamMessage').where('teamMessageId', '=', teamMessageId).execute()
}

/** The answer to a second look. */
export interface Answer {
  memberId: string
  about: AboutMessage
  isChanged: boolean
  words: string
  /** What was removed and can't be put back. */
  removed?: Removed | undefined
}

/**
 * Notifies a member of the answer to their second look in the caller's transaction. The caller calls
 * `announceNotification` after the commit.
 */
export async function sendSecondLook(context: Context, trx: Trx, input: Answer): Promise<void> {
  const { memberId, about, isChanged, words, removed } = input
  const kind = isChanged ? 'second-look-changed' : 'second-look-kept'
  const now = context.now()
  const message = { memberIds: [memberId], kind, words, now, removed, ...about } as const
  for (const { teamMessageId } of await insertMessages(trx, message)) {
    await notify(context, trx, { memberId, kind: 'second-look', subjectId: teamMessageId })
  }
}

export function formerAuthor(): AppError {
  return new AppError('conflict', 'The author deleted their account, so there’s nobody to warn.')
}

/** What the team removed, for its author. The text is null for a recording. */
export interface Removed {
  /** A story's; null for a reply. */
  title: string | null
  text: string | null
}

interface NewTeamMessage {
  memberIds: readonly string[]
  kind: TeamMessage['kind']
  storyId: number | null
  replyId: number | null
  isAboutReply: boolean
  isAboutPrayer?: boolean
  isAboutAccount?: boolean
  words: string | null
  /** The administrator who wrote a warning, or removed something. */
  sentBy?: string
  removed?: Removed | undefined
  now: Date
}

interface TeamMessageRow {
  teamMessageId: number
  kind: TeamMessage['kind']
  isAboutReply: boolean
  isAboutPrayer: boolean
  isAboutAccount: boolean
  /** Null where the member can't open the story. */
  storyId: number | null
  title: string | null
  words: string | null
  removedTitle: string | null
  removedText: string | null
  createdAt: Date
  seenAt: Date | null
}

/** Stores one message for each member who still has an account. */
export async function insertMessages(
  trx: Queryable,
  message: NewTeamMessage,
): Promise<{ teamMessageId: number; memberId: string }[]> {
  const { memberIds, kind, storyId, replyId, isAboutReply, words, now } = message
  const { isAboutPrayer = false, isAboutAccount = false } = message
  const { rows } = await sql<{ teamMessageId: number; memberId: string }>`
    insert into team_message
      (member_id, kind, story_id, reply_id, is_about_reply, is_about_prayer, is_about_account,
        words, sent_by, created_at, removed_title, removed_text)
    select member_id, ${kind}, ${storyId}, ${replyId}, ${isAboutReply}, ${isAboutPrayer},
      ${isAboutAccount}, ${words}, ${message.sentBy ?? null}::uuid, ${now},
      ${message.removed?.title ?? null}, ${message.removed?.text ?? null}
    from (
      select member_id from member where member_id = any(${memberIds}::uuid[])
      order by member_id for key share
    ) notified
    returning team_message_id, member_id`.execute(trx)
  return rows
}

/** Locks the member; false if the account is deleted. */
async function lockReceiver(trx: Queryable, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from member where member_id = ${memberId} for no key update`.execute(trx)
  return rows.length > 0
}

/** Whether a member was warned about the story or reply after `since`. */
async function hasWarning(
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
async function listMessages(
  db: Queryable,
  { memberId, limit }: { memberId: string; limit: number },
): Promise<TeamMessageRow[]> {
  const { rows } = await sql<TeamMessageRow>`
    select t.team_message_id, t.kind, t.is_about_reply, t.is_about_prayer, t.is_about_account,
      s.story_id, s.title, t.words, t.removed_title, t.removed_text, t.created_at, t.seen_at
    from team_message t left join story s on s.story_id = t.story_id and (
      s.member_id = t.member_id or (s.status = 'approved' and s.hidden_at is null)
    )
    where t.member_id = ${memberId}
    order by t.team_message_id desc limit ${limit}`.execute(db)
  return rows
}

/** Deletes a member's outcome messages beyond the newest `keep` messages; warnings and removals stay. */
async function trimOutcomes(
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
      where old.kind not in ('warning', 'removal')
    )`.execute(trx)
}

/** False if the member has no such message. */
async function markSeen(
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

function presentMessage(row: TeamMessageRow): TeamMessage {
  const hasRemoved = row.removedTitle !== null || row.removedText !== null
  return {
    id: row.teamMessageId,
    kind: row.kind,
    about: aboutOf(row),
    storyId: row.storyId,
    title: row.title ?? row.removedTitle,
    words: row.words,
    removed: hasRemoved ? { text: row.removedText } : null,
    isSeen: row.seenAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}

function aboutOf(row: TeamMessageRow): TeamMessage['about'] {
  if (row.isAboutAccount) return 'account'
  if (row.isAboutPrayer) return 'prayer request'
  return row.isAboutReply ? 'reply' : 'story'
}
