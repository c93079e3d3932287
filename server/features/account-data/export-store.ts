import { type Selectable, sql } from 'kysely'
import type { MailingKind } from '#contract/email.ts'
import type { NotificationChoice, NotificationKind } from '#contract/notifications.ts'
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
  'anotherVoice',
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

/** What earlier releases kept about a member's reports. The next release drops the table. */
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
    .select([
      'teamMessageId as id',
      'kind',
      'storyId',
      'replyId',
      'words',
      'removedTitle',
      'removedText',
      'createdAt',
      'seenAt',
    ])
    .where('memberId', '=', memberId)
  return walkRows(messages, ['teamMessageId'])
}

/** What the member asked somebody else on the team to look at again. */
export function walkOwnSecondLooks(db: Queryable, memberId: string): AsyncIterable<object> {
  const looks = db
    .selectFrom('secondLook')
    .select(['subject', 'subjectId', 'decidedAt', 'words', 'createdAt', 'answeredAt'])
    .where('memberId', '=', memberId)
  return walkRows(looks, ['secondLookId'])
}

/** The notification settings that the member has chosen, without the defaults. */
export interface OwnNotificationSettings {
  quietFrom: string | null
  quietTo: string | null
  choices: NotificationChoice[]
  pushDevices: OwnDeviceRow[]
  mailings: OwnMailChoiceRow[]
  reminder: OwnReminderRow | undefined
}

interface OwnReminderRow {
  clockTime: string
  weekdays: number[]
  channel: 'push' | 'email'
  nextAt: Date | null
  sentAt: Date | null
}

interface OwnMailChoiceRow {
  kind: MailingKind
  isWanted: boolean
  changedAt: Date
}

interface OwnDeviceRow {
  endpoint: string
  createdAt: Date
}

export async function findOwnNotificationSettings(
  db: Queryable,
  memberId: string,
): Promise<OwnNotificationSettings> {
  const quiet = await db
    .selectFrom('member')
    .select(['quietFrom', 'quietTo'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  const choices = await db
    .selectFrom('notificationChoice')
    .select(['kind', 'inApp', 'byMail', 'byPush'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
  const pushDevices = await db
    .selectFrom('pushSubscription')
    .select(['endpoint', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('pushSubscriptionId')
    .execute()
  const mailings = await db
    .selectFrom('mailingChoice')
    .select(['kind', 'isWanted', 'changedAt'])
    .where('memberId', '=', memberId)
    .orderBy('kind')
    .execute()
  const reminder = await db
    .selectFrom('reminder')
    .select(['clockTime', 'weekdays', 'channel', 'nextAt', 'sentAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return { quietFrom: null, quietTo: null, ...quiet, choices, pushDevices, mailings, reminder }
}

interface OwnNotificationRow {
  kind: NotificationKind
  subjectId: number | null
  happenings: number
  createdAt: Date
  updatedAt: Date
  readAt: Date | null
}

/** All of them, without pages: a member has few enough. */
export function listOwnNotifications(
  db: Queryable,
  memberId: string,
): Promise<OwnNotificationRow[]> {
  return db
    .selectFrom('notification')
    .select(['kind', 'subjectId', 'happenings', 'createdAt', 'updatedAt', 'readAt'])
    .where('memberId', '=', memberId)
    .orderBy('notificationId')
    .execute()
}

/** Ticks of the fixed actions. */
export function walkOwnTicks(db: Queryable, memberId: string): AsyncIterable<object> {
  const ticks = db
    .selectFrom('actionTick')
    .select(['day as date', 'actionType as action', 'finishedLater'])
    .where('memberId', '=', memberId)
  return walkRows(ticks, ['day', 'actionType'])
}

/** Personal actions; a removed one has no text. */
export function walkOwnActions(db: Queryable, memberId: string): AsyncIterable<object> {
  const actions = db
    .selectFrom('personalAction')
    .select(['personalActionId as id', 'content', 'createdAt', 'removedAt'])
    .where('memberId', '=', memberId)
  return walkRows(actions, ['personalActionId'])
}

/** Ticks of personal actions, ordered by day. */
export function walkOwnActionTicks(db: Queryable, memberId: string): AsyncIterable<object> {
  const ticks = db
    .selectFrom('personalActionTick')
    .select(['personalActionId as actionId', 'day as date', 'finishedLater'])
    .where('memberId', '=', memberId)
  return walkRows(ticks, ['day', 'personalActionId'])
}

export function walkOwnTriviaAnswers(db: Queryable, memberId: string): AsyncIterable<object> {
  const answers = db
    .selectFrom('triviaAnswer')
    .innerJoin('trivia', 'trivia.triviaId', 'triviaAnswer.triviaId')
    .select([
      'triviaAnswer.day as date',
      'trivia.question',
      'triviaAnswer.answer',
      'triviaAnswer.isCorrect',
      'triviaAnswer.answeredAt',
    ])
    .where('triviaAnswer.memberId', '=', memberId)
  return walkRows(answers, ['triviaAnswer.day'])
}
