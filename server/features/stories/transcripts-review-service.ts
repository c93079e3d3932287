import type { Page } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { Claim } from '#contract/review.ts'
import type { WaitingTranscript } from '#contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { claimEnd, isClaimed, presentClaim } from '#server/domain/claim.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { announceNotification, notify } from '../notifications/service.ts'
import { announceQueue } from './claims-service.ts'
import { isMine, isPublic } from './policy.ts'
import { presentWaitingTranscript } from './present.ts'
import { announceStory } from './service.ts'
import { lockStory, type StoryState } from './store.ts'
import { publishTranscript } from './transcripts-service.ts'
import {
  findTranscript,
  findTranscriptClaim,
  listWaitingTranscripts,
  releaseTranscript,
  type TranscriptRow,
  writeClaim,
  writeTranscript,
} from './transcripts-store.ts'

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

/**
 * Shows other helpers that this administrator is writing a transcript; calling again extends the
 * claim.
 */
export async function claimTranscript(
  context: Context,
  admin: Admin,
  storyId: number,
): Promise<Claim> {
  const now = context.now()
  const claim = await inTransaction(context.db, async (trx) => {
    await lockAsked(trx, storyId, { admin, now })
    await writeClaim(trx, { storyId, claimedBy: admin.id, claimedUntil: claimEnd(now) })
    const row = await findTranscriptClaim(trx, storyId)
    return row && presentClaim(row, { viewerId: admin.id, now })
  })
  if (!claim) throw noLongerWaiting()
  announceQueue(context)
  return claim
}

/** Ends the administrator's claim, if they have one. */
export async function unclaimTranscript(
  context: Context,
  admin: Admin,
  storyId: number,
): Promise<void> {
  const wasClaimed = await inTransaction(context.db, (trx) =>
    releaseTranscript(trx, { storyId, adminId: admin.id }),
  )
  if (wasClaimed) announceQueue(context)
}

/** Sends the author a draft. From then on only the author sees it, without the helper's name. */
export async function writeDraft(
  context: Context,
  admin: Admin,
  { storyId, text }: { storyId: number; text: string },
): Promise<void> {
  const now = context.now()
  const notified = await inTransaction(context.db, async (trx) => {
    const { story } = await lockAsked(trx, storyId, { admin, now })
    const draft = { state: 'draft', text, source: 'helper', changedAt: now } as const
    await writeTranscript(trx, { storyId, ...draft })
    await recordAudit(trx, admin, { action: 'transcript-written', subjectId: storyId })
    return notifyAuthorOfTranscript(context, trx, story)
  })
  announceChange(context, storyId, notified)
}

/** Publishes the version of a transcript that was read. */
export async function approveTranscript(
  context: Context,
  admin: Admin,
  { storyId, waitingSince }: { storyId: number; waitingSince: string },
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const { story, text, lines } = await lockRead(trx, storyId, waitingSince)
    await publishTranscript(context, trx, { story, text, lines })
    await recordAudit(trx, admin, { action: 'transcript-approved', subjectId: storyId })
  })
  announceChange(context, storyId, [])
}

/** Returns a transcript to its author, who sees the reason and keeps the text as a draft. */
export async function rejectTranscript(
  context: Context,
  admin: Admin,
  { storyId, waitingSince, reason }: { storyId: number; waitingSince: string; reason: string },
): Promise<void> {
  const notified = await inTransaction(context.db, async (trx) => {
    const { story, text, lines } = await lockRead(trx, storyId, waitingSince)
    const draft = { state: 'draft', source: 'author', changedAt: context.now() } as const
    await writeTranscript(trx, { storyId, text, lines, returnReason: reason, ...draft })
    const entry = { action: 'transcript-returned', subjectId: storyId, detail: { reason } } as const
    await recordAudit(trx, admin, entry)
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
 * Locks a transcript that waits for a helper. Throws if the administrator is its author, or another
 * administrator has claimed it.
 */
async function lockAsked(
  trx: Trx,
  storyId: number,
  { admin, now }: { admin: Admin; now: Date },
): Promise<{ story: StoryState }> {
  const story = await lockStory(trx, storyId)
  const transcript = story && (await findTranscript(trx, storyId))
  if (!story || transcript?.state !== 'asked' || !isPublic(story)) throw noLongerWaiting()
  if (isMine(admin, story)) {
    throw new AppError('not_allowed', 'This is your own story. Write its transcript there.')
  }
  if (isClaimed(transcript, now) && transcript.claimedBy !== admin.id) {
    throw new AppError('conflict', 'Someone else is writing this transcript.')
  }
  return { story }
}

/** Locks a transcript that waits for review, in the version that was read. */
async function lockRead(
  trx: Trx,
  storyId: number,
  waitingSince: string,
): Promise<{ story: StoryState; text: string; lines: TranscriptRow['lines'] }> {
  const story = await lockStory(trx, storyId)
  const transcript = story && (await findTranscript(trx, storyId))
  if (!story || transcript?.state !== 'review' || transcript.text === null) {
    throw noLongerWaiting()
  }
  const { text, lines, changedAt } = transcript
  if (Date.parse(waitingSince) !== changedAt.getTime()) {
    throw new AppError('conflict', 'The author has changed this transcript. Please read it again.')
  }
  return { story, text, lines }
}

function announceChange(context: Context, storyId: number, notified: readonly string[]): void {
  announceStory(context, storyId, 'stories')
  for (const memberId of notified) announceNotification(context, memberId)
}

function noLongerWaiting(): AppError {
  return new AppError('conflict', 'This transcript is no longer waiting.')
}
