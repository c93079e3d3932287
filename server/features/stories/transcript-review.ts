import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { WaitingTranscript } from '#contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { type Listed, type Slice, sliceOf } from '#server/db/page.ts'
import { listWaiting } from '#server/db/review-items.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ClaimRow, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { type About, decide, whoWasFirst } from '../review/service.ts'
import { isMine, isPublic } from './policy.ts'
import { FORMER_MEMBER } from './present.ts'
import { announceStory } from './service.ts'
import { lockStory, type StoryState } from './store.ts'
import { publishTranscript } from './transcripts.ts'
import { findTranscript, type TranscriptRow, writeTranscript } from './transcripts-store.ts'

/** Transcripts waiting for a helper or for review, oldest first. */
export async function readWaitingTranscripts(
  context: Context,
  admin: Admin,
  query: PageQuery,
): Promise<Page<WaitingTranscript>> {
  const now = context.now()
  const { rows, total } = await listWaitingTranscripts(context.db, sliceOf(query))
  return { items: rows.map((row) => presentWaitingTranscript(row, { admin, now })), total }
}

/** Locks a transcript that an administrator wants to write or decide about. */
export async function lockTranscriptItem(trx: Trx, admin: Admin, storyId: number): Promise<About> {
  const transcript = await findTranscript(trx, storyId)
  await (transcript?.state === 'review' ? lockSubmitted : lockAsked)(trx, admin, storyId)
  return about(storyId)
}

/** Sends the author a draft. From then on only the author sees it, without the helper's name. */
export async function writeDraft(
  context: Context,
  admin: Admin,
  { storyId, text }: { storyId: number; text: string },
): Promise<void> {
  const notified = await inTransaction(context.db, async (trx) => {
    const story = await lockAsked(trx, admin, storyId)
    await decide(context, trx, admin, { ...about(storyId), action: 'transcript-written' })
    const draft = { state: 'draft', text, source: 'helper', changedAt: context.now() } as const
    await writeTranscript(trx, { storyId, ...draft })
    return notifyAuthorOfTranscript(context, trx, story)
  })
  announceChange(context, storyId, notified)
}

/** Publishes the version of a transcript that was read. */
export async function approveTranscript(
  context: Context,
  admin: Admin,
  { storyId, waitingSince: version }: { storyId: number; waitingSince: string },
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const { story, text, lines } = await lockSubmitted(trx, admin, storyId)
    const decision = { ...about(storyId), action: 'transcript-approved' } as const
    await decide(context, trx, admin, { ...decision, version })
    await publishTranscript(context, trx, { story, text, lines })
  })
  announceChange(context, storyId, [])
}

/** Returns a transcript to its author, who sees the reason and keeps the text as a draft. */
export async function rejectTranscript(
  context: Context,
  admin: Admin,
  given: { storyId: number; waitingSince: string; reason: string },
): Promise<void> {
  const { storyId, waitingSince: version, reason } = given
  const notified = await inTransaction(context.db, async (trx) => {
    const { story, text, lines } = await lockSubmitted(trx, admin, storyId)
    const decision = { ...about(storyId), action: 'transcript-returned' } as const
    await decide(context, trx, admin, { ...decision, version, detail: { reason } })
    const draft = { state: 'draft', source: 'author', changedAt: context.now() } as const
    await writeTranscript(trx, { storyId, text, lines, returnReason: reason, ...draft })
    return notifyAuthorOfTranscript(context, trx, story, admin.id)
  })
  announceChange(context, storyId, notified)
}

/**
 * Notifies the author that the transcript needs their attention. Returns the ids of the members it
 * notified; the caller announces these notifications after the commit.
 */
export async function notifyAuthorOfTranscript(
  context: Context,
  trx: Trx,
  { memberId, storyId: subjectId }: StoryState,
  actorId?: string,
): Promise<string[]> {
  if (memberId === null || memberId === actorId) return []
  await notify(context, trx, { memberId, kind: 'story-transcript', subjectId })
  return [memberId]
}

/**
 * Locks the story of a transcript that waits for a helper. Throws if the administrator is its
 * author.
 */
async function lockAsked(trx: Trx, admin: Admin, storyId: number): Promise<StoryState> {
  const story = await lockStory(trx, storyId)
  const transcript = story && (await findTranscript(trx, storyId))
  if (!story || transcript?.state !== 'asked' || !isPublic(story))
    throw await noLongerWaiting(trx, admin, storyId)
  if (isMine(admin, story)) {
    throw new AppError('not_allowed', 'This is your own story. Write its transcript there.')
  }
  return story
}

/** Locks the story of a transcript that waits for review. */
async function lockSubmitted(
  trx: Trx,
  admin: Admin,
  storyId: number,
): Promise<{ story: StoryState; text: string; lines: TranscriptRow['lines'] }> {
  const story = await lockStory(trx, storyId)
  const transcript = story && (await findTranscript(trx, storyId))
  if (!story || transcript?.state !== 'review' || transcript.text === null || !isPublic(story)) {
    throw await noLongerWaiting(trx, admin, storyId)
  }
  return { story, text: transcript.text, lines: transcript.lines }
}

/** The transcript of a story as the subject of a review. */
function about(storyId: number): About {
  return { subject: 'transcript', id: storyId }
}

function announceChange(context: Context, storyId: number, notified: readonly string[]): void {
  announceStory(context, storyId, 'stories')
  for (const memberId of notified) announceNotification(context, memberId)
}

async function noLongerWaiting(trx: Trx, admin: Admin, storyId: number): Promise<AppError> {
  const otherwise = 'This transcript is no longer waiting.'
  return new AppError('conflict', await whoWasFirst(trx, admin, about(storyId), otherwise))
}

function presentWaitingTranscript(
  row: WaitingTranscriptRow,
  { admin, now }: { admin: Admin; now: Date },
): WaitingTranscript {
  return {
    storyId: row.storyId,
    kind: row.state,
    title: row.title,
    anonymousUsername: row.anonymousUsername ?? FORMER_MEMBER,
    mine: isMine(admin, row),
    audioUrl: `/api/stories/${row.storyId}/audio`,
    audioDuration: row.audioDuration,
    waveform: row.waveform,
    text: row.text,
    published: row.caption,
    claim: presentClaim(row, { viewerId: admin.id, now }),
    waitingSince: row.waitingSince.toISOString(),
  }
}

interface WaitingTranscriptRow extends ClaimRow {
  storyId: number
  memberId: string | null
  state: 'asked' | 'review'
  title: string
  anonymousUsername: string | null
  audioDuration: number | null
  waveform: number[] | null
  text: string | null
  caption: string | null
  waitingSince: Date
}

/** Waiting transcripts of public stories, oldest first. */
function listWaitingTranscripts(
  db: Queryable,
  slice: Slice,
): Promise<Listed<WaitingTranscriptRow>> {
  return listWaiting(db, {
    subjects: ['transcript'],
    columns: sql`t.story_id, t.state, t.text, s.member_id, s.title, s.audio_duration, s.waveform,
      s.caption, m.anonymous_username`,
    from: sql`join transcript t on t.story_id = item.subject_id
      join story s on s.story_id = t.story_id left join member m on m.member_id = s.member_id`,
    ...slice,
  })
}
