import type { TranscriptChoice } from '#contract/transcript-choices.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { alignLines } from '#server/domain/timed-lines.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { notifyTeamOf } from '../notifications/team-notices.ts'
import type { StoryState } from './store.ts'
import type { StoryBody } from './story-body.ts'
import {
  deleteTranscript,
  findPublished,
  findTranscript,
  updateCaption,
  writeTranscript,
} from './transcripts-store.ts'

export type ChoosingStory = Pick<StoryState, 'storyId' | 'status' | 'audioState' | 'audioKey'>

const STATES = { helper: 'asked', speech: 'queued', 'left-out': 'left-out' } as const

/**
 * Throws if a draft by a provider is chosen but none is set up, or the member has used up the
 * limit.
 */
export async function requireChoice(
  context: Context,
  viewer: Viewer,
  choice: TranscriptChoice | undefined,
): Promise<void> {
  if (choice !== 'speech') return
  if (!context.speech) {
    throw new AppError('conflict', 'Drafts aren’t available here. Choose something else.')
  }
  await context.limits.consume('speech-member', viewer.id)
}

/**
 * Applies the author's choice in place of a transcript, in the transaction that locked the story.
 */
export async function queueChoice(
  context: Context,
  trx: Trx,
  { story, choice }: { story: ChoosingStory; choice: TranscriptChoice },
): Promise<void> {
  const { storyId } = story
  const state = STATES[choice]
  // The same choice again changes nothing.
  if ((await findTranscript(trx, storyId))?.state === state) return
  await writeTranscript(trx, { storyId, state, changedAt: context.now() })
  if (choice === 'speech') await sendDraftJob(context, trx, story)
  if (choice === 'helper' && story.status === 'approved') {
    await notifyTeamOf(context, trx, 'team-transcript')
  }
}

/**
 * Queues the draft if the recording is ready; otherwise it is queued once the recording is
 * converted.
 */
export async function sendDraftJob(
  context: Context,
  trx: Trx,
  { storyId, audioState, audioKey }: ChoosingStory,
): Promise<void> {
  if (audioState !== 'ready' || !audioKey) return
  await context.jobs.send(trx, 'draft-transcript', { storyId, audioKey })
}

/** Applies the transcript choice of a story's form, besides its caption. */
export async function applyForm(
  context: Context,
  trx: Trx,
  given: { story: ChoosingStory; body: StoryBody; choice: TranscriptChoice | undefined },
): Promise<void> {
  const { story, body, choice } = given
  const caption = body.kind === 'text' ? null : body.caption
  if (body.kind !== 'kept recording' || caption) await deleteTranscript(trx, story.storyId)
  if (body.kind !== 'text' && !caption && choice) await queueChoice(context, trx, { story, choice })
}

/** Stores a changed caption, keeping the times of lines that still exist. */
export async function retimeCaption(
  trx: Trx,
  { storyId, text }: { storyId: number; text: string | null },
): Promise<void> {
  const lines = (await findPublished(trx, storyId))?.captionLines
  if (!lines) return
  await updateCaption(trx, { storyId, text, lines: text === null ? null : alignLines(text, lines) })
}
