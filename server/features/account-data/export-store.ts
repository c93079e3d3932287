import { type Selectable, sql } from 'kysely'
import type { ReactionKind } from '#contract/stories.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Member, Report, Session, Story } from '#server/db/schema.gen.ts'

/** Rows per query, so that the export's memory use doesn't grow with the account. */
const PAGE = 200

// Export

const ACCOUNT = [
  'username',
  'email',
  'emailVerifiedAt',
  'anonymousUsername',
  'rights',
  'timeZone',
  'neutralName',
  'restWeekdays',
  'journalLockMinutes',
  'createdAt',
] as const

export type AccountRow = Pick<Selectable<Member>, (typeof ACCOUNT)[number]>

export function findAccount(db: Queryable, memberId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('member').select(ACCOUNT).where('memberId', '=', memberId).executeTakeFirst()
}

const SESSION = ['device', 'createdAt', 'lastSeenAt', 'expiresAt'] as const

export type OwnSessionRow = Pick<Selectable<Session>, (typeof SESSION)[number]>

export function listOwnSessions(db: Queryable, memberId: string): Promise<OwnSessionRow[]> {
  return db
    .selectFrom('session')
    .select(SESSION)
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

/** A page of the recordings of the member's stories. */
export function listOwnAudio(
  db: Queryable,
  memberId: string,
  last: OwnAudioRow | undefined,
): Promise<OwnAudioRow[]> {
  return ownAudio(db, memberId)
    .where('storyId', '>', last?.storyId ?? 0)
    .orderBy('storyId')
    .limit(PAGE)
    .execute()
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

export function listOwnStories(
  db: Queryable,
  memberId: string,
  last: OwnStoryRow | undefined,
): Promise<OwnStoryRow[]> {
  return db
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
    .where('storyId', '>', last?.storyId ?? 0)
    .orderBy('storyId')
    .limit(PAGE)
    .execute()
}

export interface OwnReplyRow {
  replyId: number
  storyId: number
  /** Null while the story is not public, unless it is the member's own. */
  storyTitle: string | null
  parentId: number | null
  content: string
  createdAt: Date
  deletedAt: Date | null
}

export function listOwnReplies(
  db: Queryable,
  memberId: string,
  last: OwnReplyRow | undefined,
): Promise<OwnReplyRow[]> {
  return db
    .selectFrom('reply')
    .innerJoin('story', 'story.storyId', 'reply.storyId')
    .select([
      'reply.replyId',
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
    .where('reply.replyId', '>', last?.replyId ?? 0)
    .orderBy('reply.replyId')
    .limit(PAGE)
    .execute()
}

export interface OwnReactionRow {
  storyId: number
  kind: ReactionKind
  createdAt: Date
}

export function listOwnReactions(
  db: Queryable,
  memberId: string,
  last: OwnReactionRow | undefined,
): Promise<OwnReactionRow[]> {
  let query = db
    .selectFrom('reaction')
    .select(['storyId', 'kind', 'createdAt'])
    .where('memberId', '=', memberId)
  if (last) {
    query = query.where(
      sql<boolean>`(story_id, kind) > (${last.storyId}, ${last.kind}::reaction_kind)`,
    )
  }
  return query.orderBy('storyId').orderBy('kind').limit(PAGE).execute()
}

const REPORT = ['reportId', 'storyId', 'replyId', 'reason', 'createdAt', 'resolvedAt'] as const

export type OwnReportRow = Pick<Selectable<Report>, (typeof REPORT)[number]>

export interface OwnPrayerReportRow {
  prayerReportId: number
  prayerRequestId: number
  reason: string | null
  createdAt: Date
  resolvedAt: Date | null
}

export function listOwnPrayerReports(
  db: Queryable,
  memberId: string,
  last: OwnPrayerReportRow | undefined,
): Promise<OwnPrayerReportRow[]> {
  return db
    .selectFrom('prayerReport')
    .select(['prayerReportId', 'prayerRequestId', 'reason', 'createdAt', 'resolvedAt'])
    .where('memberId', '=', memberId)
    .where('prayerReportId', '>', last?.prayerReportId ?? 0)
    .orderBy('prayerReportId')
    .limit(PAGE)
    .execute()
}

export interface OwnReportOutcomeRow {
  reportOutcomeId: number
  wasUpheld: boolean
  decidedAt: Date
}

export function listOwnReportOutcomes(
  db: Queryable,
  memberId: string,
  last: OwnReportOutcomeRow | undefined,
): Promise<OwnReportOutcomeRow[]> {
  return db
    .selectFrom('reportOutcome')
    .select(['reportOutcomeId', 'wasUpheld', 'decidedAt'])
    .where('memberId', '=', memberId)
    .where('reportOutcomeId', '>', last?.reportOutcomeId ?? 0)
    .orderBy('reportOutcomeId')
    .limit(PAGE)
    .execute()
}

export function listOwnReports(
  db: Queryable,
  memberId: string,
  last: OwnReportRow | undefined,
): Promise<OwnReportRow[]> {
  return db
    .selectFrom('report')
    .select(REPORT)
    .where('memberId', '=', memberId)
    .where('reportId', '>', last?.reportId ?? 0)
    .orderBy('reportId')
    .limit(PAGE)
    .execute()
}

export interface OwnTeamMessageRow {
  teamMessageId: number
  kind: string
  storyId: number | null
  replyId: number | null
  words: string | null
  createdAt: Date
  seenAt: Date | null
}

export function listOwnTeamMessages(
  db: Queryable,
  memberId: string,
  last: OwnTeamMessageRow | undefined,
): Promise<OwnTeamMessageRow[]> {
  return db
    .selectFrom('teamMessage')
    .select(['teamMessageId', 'kind', 'storyId', 'replyId', 'words', 'createdAt', 'seenAt'])
    .where('memberId', '=', memberId)
    .where('teamMessageId', '>', last?.teamMessageId ?? 0)
    .orderBy('teamMessageId')
    .limit(PAGE)
    .execute()
}
