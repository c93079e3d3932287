import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import { addDays, type DateText, logicalDate, weekdayOf } from '#contract/logical-date.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import type { Story } from '#server/db/schema.gen.ts'
import { nameColumns, nameKey } from '#server/domain/name-key.ts'
import { hashPassword } from '#server/domain/password.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import type { RecordingConverter } from '#server/ports/recordings/port.ts'
import { ENCODINGS, writeRecording } from '#server/testing/recordings.ts'
import { demoMembers, memberIds } from './members.ts'
import { type ApprovedStory, type DemoReply, type DemoStory, demoStories } from './stories.ts'
import { synthesizeVoice, VOICE_SAMPLE_RATE } from './voice.ts'

/** Every demo member signs in with this password. */
export const DEMO_PASSWORD = 'folx-demo'

interface Loader {
  db: Queryable
  now: Date
  memberIds: Map<string, string>
}

interface DemoInput {
  db: Db
  files: FileStore
  recordings: RecordingConverter
  now: Date
}

/** Fills an empty database with the demo community, as if it had grown for five months. */
export async function loadDemo({ db, now, ...tools }: DemoInput): Promise<void> {
  const oldestFirst = demoStories().toSorted((one, other) => other.daysAgo - one.daysAgo)
  // Not in the transaction: the database ends one that waits for half a minute.
  const contents: StoryContent[] = []
  for (const [seed, { audioSeconds, content }] of oldestFirst.entries()) {
    contents.push(
      audioSeconds ? await recording(tools, seed, audioSeconds) : { content: content ?? null },
    )
  }
  await db.transaction().execute(async (trx) => {
    const loader: Loader = { db: trx, now, memberIds: await insertMembers(trx, now) }
    for (const [index, story] of oldestFirst.entries()) {
      const storyId = await insertStory(loader, story, contents[index] ?? {})
      if (story.status === 'approved') await insertLife(loader, story, storyId)
    }
  })
}

/** One in this many members has not been seen for weeks. */
const QUIET_EVERY = 6

/** The Monday of the week `weeksAgo` weeks ago. */
function weekOf(now: Date, weeksAgo: number): DateText {
  const today = logicalDate(now, 'UTC')
  return addDays(today, -((weekdayOf(today) + 6) % 7) - 7 * weeksAgo)
}

async function insertMembers(db: Queryable, now: Date): Promise<Map<string, string>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db
    .insertInto('member')
    .values(
      demoMembers().map((member, index) => ({
        username: member.username,
        usernameKey: nameKey(member.username),
        email: member.email,
        emailVerifiedAt: now,
        passwordHash,
        ...nameColumns(member.anonymousUsername),
        rights: [...(member.rights ?? [])],
        timeZone: member.timeZone,
        lastSeenWeek: weekOf(now, index % QUIET_EVERY === QUIET_EVERY - 1 ? 7 : index % 3),
        createdAt: new Date(now.getTime() - member.joinedDaysAgo * DAY_MS),
      })),
    )
    .execute()
  return memberIds(db)
}

function memberAt(loader: Loader, index: number): string {
  const id = loader.memberIds.get(demoMembers()[index]?.username ?? '')
  if (id === undefined) throw new Error('The demo content names somebody who does not exist.')
  return id
}

async function insertStory(
  loader: Loader,
  story: DemoStory,
  content: StoryContent,
): Promise<number> {
  const createdAt = new Date(loader.now.getTime() - story.daysAgo * DAY_MS)
  const { storyId } = await loader.db
    .insertInto('story')
    .values({
      memberId: memberAt(loader, story.author),
      title: story.title,
      category: story.category,
      status: story.status,
      rejectionReason: story.status === 'rejected' ? story.rejectionReason : null,
      createdAt,
      submittedAt: createdAt,
      ...content,
    })
    .returning('storyId')
    .executeTakeFirstOrThrow()
  return storyId
}

type StoryContent = Partial<
  Pick<Insertable<Story>, 'content' | 'audioState' | 'audioKey' | 'audioDuration' | 'waveform'>
>

/** Generates a hummed voice and converts it like any other recording. */
async function recording(
  { files, recordings }: Pick<DemoInput, 'files' | 'recordings'>,
  seed: number,
  seconds: number,
): Promise<StoryContent> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-demo-'))
  try {
    const path = join(folder, 'voice.wav')
    const encoding = { ...ENCODINGS.wav, sampleRate: VOICE_SAMPLE_RATE }
    await writeRecording(path, synthesizeVoice(seed, seconds), encoding)
    const converted = await recordings.convert({
      path,
      outputPath: join(folder, 'voice.m4a'),
    })
    const audioKey = `stories/${randomUUID()}.m4a`
    const { contentType } = converted
    await files.put({ key: audioKey, contentType, body: { path: converted.path } })
    const { durationSeconds: audioDuration, waveform } = converted
    return { audioState: 'ready', audioKey, audioDuration, waveform }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Inserts an approved story's tags, replies, reactions and reports. */
async function insertLife(loader: Loader, story: ApprovedStory, storyId: number): Promise<void> {
  for (const name of story.tags) await insertTag(loader.db, storyId, name)
  await insertReplies(loader, story, storyId)
  await insertReactions(loader, story, storyId)
  if (story.report) await insertReport(loader, { storyId, replyId: null, ...story.report })
}

async function insertTag(db: Queryable, storyId: number, name: string): Promise<void> {
  const { tagId } = await db
    .insertInto('tag')
    .values({ name, nameKey: name.toLowerCase() })
    .onConflict((conflict) => conflict.column('nameKey').doUpdateSet({ name }))
    .returning('tagId')
    .executeTakeFirstOrThrow()
  await db.insertInto('storyTag').values({ storyId, tagId }).execute()
}

async function insertReplies(loader: Loader, story: ApprovedStory, storyId: number): Promise<void> {
  const placed: { replyId: number; topId: number }[] = []
  for (const reply of story.replies) {
    const target = reply.replyTo === undefined ? undefined : placed[reply.replyTo]
    const createdAt = replyTime(loader.now, story, reply)
    const { replyId } = await loader.db
      .insertInto('reply')
      .values({
        storyId,
        memberId: memberAt(loader, reply.author),
        content: reply.content,
        parentId: target?.topId ?? null,
        replyToId: target?.replyId ?? null,
        createdAt,
        deletedAt: reply.deleted ? new Date(createdAt.getTime() + HOUR_MS) : null,
      })
      .returning('replyId')
      .executeTakeFirstOrThrow()
    placed.push({ replyId, topId: target?.topId ?? replyId })
    if (reply.report) await insertReport(loader, { storyId, replyId, ...reply.report })
  }
  await loader.db
    .updateTable('story')
    .set({ replyCount: story.replies.filter((reply) => !reply.deleted).length })
    .where('storyId', '=', storyId)
    .execute()
}

function replyTime(now: Date, story: ApprovedStory, reply: DemoReply): Date {
  return new Date(now.getTime() - story.daysAgo * DAY_MS + reply.hoursAfter * HOUR_MS)
}

async function insertReactions(
  loader: Loader,
  story: ApprovedStory,
  storyId: number,
): Promise<void> {
  const reactions = demoReactions(story)
  const rows = (['heart', 'praying_hands', 'raised_hands'] as const).flatMap((kind) =>
    reactions[kind].map((member) => ({ storyId, kind, memberId: memberAt(loader, member) })),
  )
  if (rows.length > 0) await loader.db.insertInto('reaction').values(rows).execute()
  await loader.db
    .updateTable('story')
    .set({
      heartCount: reactions.heart.length,
      prayingHandsCount: reactions.praying_hands.length,
      raisedHandsCount: reactions.raised_hands.length,
    })
    .where('storyId', '=', storyId)
    .execute()
}

async function insertReport(
  loader: Loader,
  report: { storyId: number; replyId: number | null; reporter: number; reason: string },
): Promise<void> {
  const { reporter, ...values } = report
  await loader.db
    .insertInto('report')
    .values({ ...values, memberId: memberAt(loader, reporter) })
    .execute()
}

/** Indexes into `demoMembers` of the members who reacted, by kind. */
type DemoReactions = Record<'heart' | 'praying_hands' | 'raised_hands', number[]>

const heavyTags: ApprovedStory['tags'] = ['grief', 'anxiety', 'doubt']

/**
 * The members who reacted to a story, the same in every run. Stories with many replies get more
 * reactions and today's stories fewer. Nobody raises hands at a loss or reacts to their own story.
 */
export function demoReactions(story: ApprovedStory): DemoReactions {
  const isHeavy = story.tags.some((tag) => heavyTags.includes(tag))
  const talk = Math.min(story.replies.length, 7)
  const warmth = (0.15 + 0.05 * talk + 0.1 * chance(story.title)) * Math.min(1, story.daysAgo / 2)
  return {
    heart: reactors(story, 'heart', warmth),
    praying_hands: reactors(story, 'praying_hands', isHeavy ? warmth : warmth / 2),
    raised_hands: reactors(story, 'raised_hands', isHeavy ? 0 : warmth / 2),
  }
}

function reactors(story: ApprovedStory, kind: string, likelihood: number): number[] {
  return demoMembers().flatMap((member, index) => {
    const isWilling = chance(`${story.title}/${kind}/${member.username}`) < likelihood
    return isWilling && index !== story.author ? [index] : []
  })
}

/** A pseudorandom number from 0 to 1 (exclusive) that depends only on the text. */
function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}
