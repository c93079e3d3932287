import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { SpeechError, type SpeechToText, type SpokenWords } from '#server/ports/speech/port.ts'
import { announceNotification } from '../notifications/service.ts'
import { announceStory } from './service.ts'
import { findStoryState, lockStory, type StoryState } from './store.ts'
import { notifyAuthorOfTranscript } from './transcript-review.ts'
import { findTranscript, writeTranscript } from './transcripts-store.ts'

type Draft = JobData['draft-transcript']

export async function startTranscriptJobs(context: Context): Promise<void> {
  await context.jobs.work('draft-transcript', (draft, { isLastTry }) =>
    handleDraft(context, draft, isLastTry),
  )
  await context.jobs.work('fail-transcript', (draft) => failDraft(context, draft))
}

/**
 * Has the provider transcribe a recording. Safe to repeat: only a queued transcript accepts the
 * draft.
 */
export async function handleDraft(
  context: Context,
  draft: Draft,
  isLastTry: boolean,
): Promise<void> {
  const { storyId, audioKey } = draft
  const story = await findStoryState(context.db, storyId)
  if (!isAbout(story, draft)) return
  if ((await findTranscript(context.db, storyId))?.state !== 'queued') return
  if (!context.speech) return failDraft(context, draft)
  try {
    const { text, lines } = await transcribe(context, context.speech, audioKey)
    await settle(context, draft, (trx) =>
      writeTranscript(trx, {
        storyId,
        state: 'draft',
        source: 'speech',
        changedAt: context.now(),
        text,
        lines,
      }),
    )
  } catch (error) {
    const isFinal = error instanceof SpeechError && !error.isPassing
    if (!isFinal && !isLastTry) throw error
    context.log.error({ err: error }, 'a transcript could not be drafted')
    await failDraft(context, draft)
  }
}

async function transcribe(
  context: Context,
  speech: SpeechToText,
  audioKey: string,
): Promise<SpokenWords> {
  const folder = await mkdtemp(join(context.workDir, 'transcript-'))
  try {
    const path = join(folder, 'recording')
    await pipeline((await context.files.read(audioKey)).stream, createWriteStream(path))
    return await speech.transcribe({ path, contentType: 'audio/mp4' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Records that there is no draft, so that the author is notified and can choose again. */
function failDraft(context: Context, draft: Draft): Promise<void> {
  const { storyId } = draft
  return settle(context, draft, (trx) =>
    writeTranscript(trx, { storyId, state: 'failed', changedAt: context.now() }),
  )
}

/** Stores the outcome and notifies the author, unless they have chosen something else meanwhile. */
async function settle(
  context: Context,
  draft: Draft,
  write: (trx: Trx) => Promise<void>,
): Promise<void> {
  const { storyId } = draft
  const notified = await inTransaction(context.db, async (trx) => {
    const story = await lockStory(trx, storyId)
    if (!isAbout(story, draft)) return undefined
    if ((await findTranscript(trx, storyId))?.state !== 'queued') return undefined
    await write(trx)
    return notifyAuthorOfTranscript(context, trx, story)
  })
  if (!notified) return
  announceStory(context, storyId)
  for (const memberId of notified) announceNotification(context, memberId)
}

function isAbout(story: StoryState | undefined, { audioKey }: Draft): story is StoryState {
  return story?.audioState === 'ready' && story.audioKey === audioKey
}
