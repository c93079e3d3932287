import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { AudioState, ReactionKind, StoryCategory } from '#contract/stories.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows } from '#server/db/page.ts'
import type { Story } from '#server/db/schema.gen.ts'
import { setWaiting } from '../review/waiting.ts'
import type { StoryFacts } from './policy.ts'
import type { StoryBody } from './story-body.ts'

export interface ReactionRow {
  heartCount: number
  prayingHandsCount: number
  raisedHandsCount: number
  /** The kinds that the viewer has given. */
  myReactions: ReactionKind[]
}

/** A story with its author's pseudonym, its tags and the viewer's reactions. */
export interface StoryRow extends StoryFacts, ReactionRow {
  storyId: number
  anonymousUsername: string | null
  title: string
  category: StoryCategory
  content: string | null
  anotherVoice: boolean
  caption: string | null
  rejectionReason: string | null
  audioState: AudioState | null
  audioDuration: number | null
  waveform: number[] | null
  replyCount: number
  createdAt: Date
  submittedAt: Date
  tags: string[]
}

export const STORY_STATE = [
  'storyId',
  'memberId',
  'status',
  'hiddenAt',
  'title',
  'audioState',
  'audioKey',
  'replyCount',
  'submittedAt',
  'approvedAt',
] as const

/** The facts needed to change a story. */
export type StoryState = Pick<Selectable<Story>, (typeof STORY_STATE)[number]>

/** The select list of a StoryRow, for `story s left join member m`. */
export function storyColumns(viewerId: string | undefined): RawBuilder<StoryRow> {
  return sql`
    s.story_id, s.member_id, m.anonymous_username, s.title, s.category, s.content,
    s.another_voice, s.caption, s.status, s.hidden_at, s.rejection_reason,
    s.audio_state, s.audio_duration, s.waveform,
    s.heart_count, s.praying_hands_count, s.raised_hands_count, s.reply_count,
    s.created_at, s.submitted_at,
    array(
      select t.name from story_tag st join tag t on t.tag_id = st.tag_id
      where st.story_id = s.story_id order by t.name_key
    ) as tags,
    ${reactionsOf(viewerId)} as my_reactions`
}

function reactionsOf(viewerId: string | undefined): RawBuilder<ReactionKind[]> {
  if (viewerId === undefined) return sql`array[]::text[]`
  return sql`array(
    select r.kind::text from reaction r
    where r.story_id = s.story_id and r.member_id = ${viewerId} order by r.kind
  )`
}

export async function findStory(
  db: Queryable,
  storyId: number,
  viewerId: string | undefined,
): Promise<StoryRow | undefined> {
  const { rows } = await sql<StoryRow>`
    select ${storyColumns(viewerId)}
    from story s left join member m on m.member_id = s.member_id
    where s.story_id = ${storyId}`.execute(db)
  return rows[0]
}

/** The story that the member sent under this key, as its author sees it. */
export async function findStoryByKey(
  db: Queryable,
  { memberId, key }: { memberId: string; key: string },
): Promise<StoryRow | undefined> {
  const { rows } = await sql<StoryRow>`
    select ${storyColumns(memberId)}
    from story s left join member m on m.member_id = s.member_id
    where s.member_id = ${memberId} and s.client_key = ${key}`.execute(db)
  return rows[0]
}

export function findStoryState(db: Queryable, storyId: number): Promise<StoryState | undefined> {
  return db
    .selectFrom('story')
    .select(STORY_STATE)
    .where('storyId', '=', storyId)
    .executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockStory(trx: Queryable, storyId: number): Promise<StoryState | undefined> {
  return trx
    .selectFrom('story')
    .select(STORY_STATE)
    .where('storyId', '=', storyId)
    .forUpdate()
    .executeTakeFirst()
}

type BodyColumns = Pick<
  Insertable<Story>,
  | 'content'
  | 'anotherVoice'
  | 'caption'
  | 'captionLines'
  | 'audioState'
  | 'audioKey'
  | 'audioDuration'
  | 'waveform'
>

/** The columns of a story's body. `uploadKey` is the key of a new recording's upload. */
export function bodyColumns(body: StoryBody, uploadKey: string | null): BodyColumns {
  const recording = {
    audioKey: uploadKey,
    audioDuration: null,
    waveform: null,
    captionLines: null,
  }
  switch (body.kind) {
    case 'text':
      return {
        content: body.content,
        anotherVoice: body.anotherVoice,
        caption: null,
        audioState: null,
        ...recording,
      }
    case 'recording':
      return {
        content: null,
        anotherVoice: false,
        caption: body.caption,
        audioState: 'processing',
        ...recording,
      }
    case 'kept recording':
      return body.caption === undefined ? {} : { caption: body.caption }
  }
}

export async function insertStory(trx: Queryable, story: Insertable<Story>): Promise<number> {
  const { storyId } = await trx
    .insertInto('story')
    .values(story)
    .returning('storyId')
    .executeTakeFirstOrThrow()
  await setWaiting(trx, 'story', storyId)
  return storyId
}

export async function updateStory(
  trx: Queryable,
  storyId: number,
  changes: Updateable<Story>,
): Promise<void> {
  await trx.updateTable('story').set(changes).where('storyId', '=', storyId).execute()
  await setStoryWaiting(trx, storyId)
}

/** Notes whether a changed story waits, and its transcript, which waits only while readers hear it. */
export async function setStoryWaiting(trx: Queryable, storyId: number): Promise<void> {
  await setWaiting(trx, 'story', storyId)
  await setWaiting(trx, 'transcript', storyId)
}

/** The number of other recordings of the story's author that wait for conversion. */
export function countConverting(trx: Queryable, storyId: number): Promise<number> {
  const converting = trx
    .selectFrom('story as other')
    .innerJoin('story', (join) =>
      join.onRef('story.memberId', '=', 'other.memberId').on('story.storyId', '=', storyId),
    )
    .where('other.audioState', '=', 'processing')
    .where('other.storyId', '<>', storyId)
  return countRows(converting)
}

/** Records when the author sent a story again. */
export async function insertResubmission(
  trx: Queryable,
  values: { storyId: number; resubmittedAt: Date },
): Promise<void> {
  await trx
    .insertInto('storyResubmission')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
