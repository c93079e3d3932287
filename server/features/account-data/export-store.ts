import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { walkRows } from '#server/db/page.ts'
import type { Story } from '#server/db/schema.gen.ts'

// Columns have the names that the export gives them.

/** The account's own fields in `account.json`. */
export function findAccount(db: Queryable, memberId: string): Promise<object | undefined> {
  return db
    .selectFrom('member')
    .select([
      'anonymousUsername as communityUsername',
      'username',
      'email',
      'emailVerifiedAt',
      'rights',
      'timeZone',
      'neutralName',
      'restWeekdays',
      'journalLockMinutes',
      'createdAt',
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}

export function listOwnSessions(db: Queryable, memberId: string): Promise<object[]> {
  return db
    .selectFrom('session')
    .select(['device', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .where('memberId', '=', memberId)
    .orderBy('sessionId')
    .execute()
}

export interface OwnAudioRow {
  storyId: number
  /** The key of the recording or, until it is converted, of the original upload. */
  audioKey: string
  isConverted: boolean
}

/** The recordings of the member's stories. */
export function walkOwnAudio(db: Queryable, memberId: string): AsyncIterable<OwnAudioRow> {
  return walkRows(ownAudio(db, memberId), ['storyId'])
}

/** The recording of one of the member's stories, if it has one. */
export function findOwnAudio(
  db: Queryable,
  { memberId, storyId }: { memberId: string; storyId: number },
): Promise<OwnAudioRow | undefined> {
  return ownAudio(db, memberId).where('storyId', '=', storyId).executeTakeFirst()
}

function ownAudio(db: Queryable, memberId: string) {
  return db
    .selectFrom('story')
    .select((eb) => [
      'storyId',
      eb.ref('audioKey').$notNull().as('audioKey'),
      sql<boolean>`audio_state = 'ready'`.as('isConverted'),
    ])
    .where('memberId', '=', memberId)
    .where('audioState', 'in', ['ready', 'processing'])
    .where('audioKey', 'is not', null)
}

/** The columns of a story that the export includes. */
const OWN_STORY = [
  'storyId',
  'title',
  'category',
  'status',
  'rejectionReason',
  'content',
  'caption',
  'audioState',
  'audioDuration',
  'createdAt',
  'submittedAt',
] as const

export type OwnStoryRow = Pick<Selectable<Story>, (typeof OWN_STORY)[number]> & {
  tags: string[]
  /** A transcript that is not published yet; the published one is `caption`. */
  transcript: { state: string; text: string | null; returnReason: string | null } | null
}

export function walkOwnStories(db: Queryable, memberId: string): AsyncIterable<OwnStoryRow> {
  const stories = db
    .selectFrom('story')
    .select(OWN_STORY)
    .select(
      sql<string[]>`array(
        select tag.name from story_tag join tag using (tag_id)
        where story_tag.story_id = story.story_id order by tag.name_key
      )`.as('tags'),
    )
    .select(
      sql<OwnStoryRow['transcript']>`(
        select json_build_object('state', t.state, 'text', t.text, 'returnReason', t.return_reason)
        from transcript t where t.story_id = story.story_id
      )`.as('transcript'),
    )
    .where('memberId', '=', memberId)
  return walkRows(stories, ['storyId'])
}

/** The title is null while the story is not public, unless it is the member's own. */
export function walkOwnReplies(db: Queryable, memberId: string): AsyncIterable<object> {
  const replies = db
    .selectFrom('reply')
    .innerJoin('story', 'story.storyId', 'reply.storyId')
    .select([
      'reply.replyId as id',
      'reply.storyId',
      'reply.parentId',
      'reply.content',
      'reply.createdAt',
      'reply.deletedAt',
    ])
    .select(
      sql<string | null>`case when story.member_id = ${memberId}
        or (story.status = 'approved' and story.hidden_at is null) then story.title end`.as(
        'storyTitle',
      ),
    )
    .where('reply.memberId', '=', memberId)
  return walkRows(replies, ['reply.replyId'])
}

export function walkOwnReactions(db: Queryable, memberId: string): AsyncIterable<object> {
  const reactions = db
    .selectFrom('reaction')
    .select(['storyId', 'kind as reaction', 'createdAt'])
    .where('memberId', '=', memberId)
  return walkRows(reactions, ['storyId', 'kind'])
}

export function walkOwnPrayerReports(db: Queryable, memberId: string): AsyncIterable<object> {
  const reports = db
    .selectFrom('prayerReport')
    .select(['prayerRequestId', 'reason', 'createdAt', 'resolvedAt'])
    .where('memberId', '=', memberId)
  return walkRows(reports, ['prayerReportId'])
}

export function walkOwnReportOutcomes(db: Queryable, memberId: string): AsyncIterable<object> {
  const outcomes = db
    .selectFrom('reportOutcome')
    .select(['wasUpheld', 'decidedAt'])
    .where('memberId', '=', memberId)
  return walkRows(outcomes, ['reportOutcomeId'])
}

export function walkOwnReports(db: Queryable, memberId: string): AsyncIterable<object> {
  const reports = db
    .selectFrom('report')
    .select(['storyId', 'replyId', 'reason', 'createdAt', 'resolvedAt'])
    .where('memberId', '=', memberId)
  return walkRows(reports, ['reportId'])
}

export function walkOwnTeamMessages(db: Queryable, memberId: string): AsyncIterable<object> {
  const messages = db
    .selectFrom('teamMessage')
    .select(['teamMessageId as id', 'kind', 'storyId', 'replyId', 'words', 'createdAt', 'seenAt'])
    .where('memberId', '=', memberId)
  return walkRows(messages, ['teamMessageId'])
}
