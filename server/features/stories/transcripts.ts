import type { TranscriptChoice } from '#contract/transcript-choices.ts'
import type { OwnTranscript, TimedLine } from '#contract/transcripts.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { alignLines } from '#server/domain/timed-lines.ts'
import { requireKnown, versionOf } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import { endClaims } from '../review/service.ts'
import { setWaiting } from '../review/waiting.ts'
import { isMine } from './policy.ts'
import { announceStory, getVisibleState, storyNotFound } from './service.ts'
import { findStoryState, lockStory, type StoryState } from './store.ts'
import { queueChoice, requireChoice } from './transcript-choices.ts'
import {
  deleteTranscript,
  findPublished,
  findTranscript,
  type TranscriptRow,
  updateCaption,
  writeTranscript,
} from './transcripts-store.ts'

/** The published transcript of a story that the viewer can see, with its times. */
export async function readLines(
  context: Context,
  viewer: Viewer | undefined,
  storyId: number,
): Promise<{ lines: TimedLine[] | null }> {
  await getVisibleState(context, viewer, storyId)
  const published = await findPublished(context.db, storyId)
  return { lines: published?.captionLines ?? null }
}

/** The state of the transcript of the viewer's own story. */
export async function readOwnTranscript(
  context: Context,
  viewer: Viewer,
  storyId: number,
): Promise<OwnTranscript> {
  const story = await findStoryState(context.db, storyId)
  if (!story || !isMine(viewer, story)) throw storyNotFound()
  return present(
    await findTranscript(context.db, storyId),
    (await findPublished(context.db, storyId))?.caption ?? null,
  )
}

/**
 * Confirms the transcript of the viewer's story. An unchanged draft is published at once, and so is
 * any text for a story that isn't approved; other texts wait for the team. Throws `conflict` if it has
 * changed since `version`.
 */
export async function submitTranscript(
  context: Context,
  viewer: Viewer,
  { storyId, text, version }: { storyId: number; text: string; version: string | undefined },
): Promise<OwnTranscript> {
  await context.limits.consume('transcript-member', viewer.id)
  return changeOwn(context, viewer, storyId, async (trx, story) => {
    const transcript = await findTranscript(trx, storyId)
    const published = await findPublished(trx, storyId)
    const saved = transcript?.text ?? published?.caption ?? null
    requireKnown({
      version,
      saved: { text: saved },
      changes: { text },
      newer: () => ({ ...present(transcript, saved), text: saved }),
    })
    const known = transcript?.lines ?? published?.captionLines ?? null
    const lines = known && alignLines(text, known)
    if (story.status !== 'approved' || isAsDrafted(transcript, text)) {
      return publishTranscript(context, trx, { story, text, lines })
    }
    if (text === published?.caption) return deleteTranscript(trx, storyId)
    const waits = { state: 'review', source: 'author', changedAt: context.now() } as const
    await writeTranscript(trx, { storyId, text, lines, ...waits })
    // A claim for writing a draft isn't one for reviewing what the author wrote meanwhile.
    await endClaims(trx, { subject: 'transcript', id: storyId })
    await notifyTeamOf(context, trx, 'team-transcript')
  })
}

/** Whether the text is exactly the draft by a helper or the provider. */
function isAsDrafted(transcript: TranscriptRow | undefined, text: string): boolean {
  const { state, source, text: drafted } = transcript ?? {}
  return state === 'draft' && source !== 'author' && drafted === text
}

/** Asks for a draft, or leaves the transcript out, which discards a draft and removes a caption. */
export async function chooseTranscript(
  context: Context,
  viewer: Viewer,
  { storyId, choice }: { storyId: number; choice: TranscriptChoice },
): Promise<OwnTranscript> {
  await context.limits.consume('transcript-member', viewer.id)
  await requireChoice(context, viewer, choice)
  return changeOwn(context, viewer, storyId, async (trx, story) => {
    if (choice === 'left-out') {
      await updateCaption(trx, { storyId, text: null, lines: null })
    } else if ((await findPublished(trx, storyId))?.caption) {
      throw new AppError('conflict', 'This story has a transcript. Leave it out first.')
    }
    await queueChoice(context, trx, { story, choice })
  })
}

/** Publishes a transcript. The caller locks the story. */
export async function publishTranscript(
  context: Context,
  trx: Trx,
  { story, ...given }: { story: StoryState; text: string; lines: TimedLine[] | null },
): Promise<void> {
  const { storyId, status } = story
  // A new submission time keeps administrators from approving a text they haven't read.
  const submittedAt = status === 'pending' ? { submittedAt: context.now() } : {}
  await updateCaption(trx, { storyId, ...given, ...submittedAt })
  await deleteTranscript(trx, storyId)
}

/**
 * Deletes the drafts of a departing member, which nobody could confirm anymore, in the transaction
 * that removes the account.
 */
export async function leaveTranscripts(trx: Trx, memberId: string): Promise<void> {
  const rows = await trx
    .deleteFrom('transcript')
    .where('storyId', 'in', (from) =>
      from.selectFrom('story').select('storyId').where('memberId', '=', memberId),
    )
    .returning('storyId')
    .execute()
  const storyIds = rows.map(({ storyId }) => storyId)
  await setWaiting(trx, 'transcript', storyIds)
}

async function changeOwn(
  context: Context,
  viewer: Viewer,
  storyId: number,
  work: (trx: Trx, story: StoryState) => Promise<void>,
): Promise<OwnTranscript> {
  const answer = await inTransaction(context.db, async (trx) => {
    const story = requireOwnVoice(viewer, await lockStory(trx, storyId))
    await work(trx, story)
    const caption = (await findPublished(trx, storyId))?.caption ?? null
    return present(await findTranscript(trx, storyId), caption)
  })
  announceStory(context, storyId, 'stories')
  return answer
}

function requireOwnVoice(viewer: Viewer, story: StoryState | undefined): StoryState {
  if (!story || !isMine(viewer, story)) throw storyNotFound()
  if (story.audioState !== 'ready' && story.audioState !== 'processing') {
    throw new AppError('conflict', 'This story has no recording.')
  }
  return story
}

function present(row: TranscriptRow | undefined, caption: string | null): OwnTranscript {
  const version = versionOf({ text: row?.text ?? caption })
  if (!row) {
    return { state: caption ? 'published' : 'none', text: null, returnReason: null, version }
  }
  const { state, text, returnReason } = row
  return { state, text, returnReason, version }
}
