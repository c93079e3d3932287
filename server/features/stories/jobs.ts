import type { Updateable } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { JobData } from '#server/db/jobs.ts'
import type { Story } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { ConvertedRecording } from '#server/ports/recordings/port.ts'
import { discardFile, isUnconvertible, keepFile, withConverted } from '../files/service.ts'
import { announceNotification } from '../notifications/service.ts'
import { forgetRemoved } from '../team-messages/removals.ts'
import { notifyReturned } from './moderation.ts'
import { announceStory } from './service.ts'
import { findStoryState, lockStory, setStoryWaiting } from './store.ts'
import { sendDraftJob } from './transcript-choices.ts'
import { startTranscriptJobs } from './transcript-jobs.ts'
import { findTranscript } from './transcripts-store.ts'

type Conversion = JobData['convert-recording']

const UNEXPECTED =
  'Something went wrong on our side while preparing your recording. We’re sorry. Please send it again.'

export async function startStoryJobs(context: Context): Promise<void> {
  await context.jobs.work('convert-recording', (conversion, { isLastTry }) =>
    handleConversion(context, conversion, isLastTry),
  )
  await context.jobs.work('return-recording', (conversion) =>
    refuse(context, conversion, UNEXPECTED),
  )
  await startTranscriptJobs(context)
  await context.jobs.repeat('forget-removed', '30 4 * * *', () => forgetRemoved(context))
}

/**
 * Converts an upload and stores the result with its story. Safe to repeat or to run on two nodes at
 * once: a story accepts a result only while it waits for this upload, and an unused result is
 * removed.
 */
async function handleConversion(
  context: Context,
  conversion: Conversion,
  isLastTry: boolean,
): Promise<void> {
  const story = await findStoryState(context.db, conversion.storyId)
  if (story?.audioState !== 'processing' || story.audioKey !== conversion.uploadKey) return
  try {
    await withConverted(context, { key: conversion.uploadKey }, (recording) =>
      finish(context, conversion, recording),
    )
  } catch (error) {
    const refusal = refusalOf(error, isLastTry)
    if (!refusal) throw error
    if (!isUnconvertible(error)) {
      context.log.error({ err: error }, 'a recording could not be converted')
    }
    await refuse(context, conversion, refusal)
  }
}

async function finish(
  context: Context,
  conversion: Conversion,
  recording: ConvertedRecording,
): Promise<void> {
  const { path, contentType, durationSeconds, waveform } = recording
  const audioKey = await keepFile(context, { folder: 'recordings', path, contentType })
  const isTaken = await inTransaction(context.db, async (trx) => {
    const changes = {
      audioState: 'ready',
      audioKey,
      audioDuration: durationSeconds,
      waveform,
    } as const
    if (!(await updateConverting(trx, conversion, changes))) return false
    await context.jobs.send(trx, 'remove-file', { key: conversion.uploadKey })
    await draftIfQueued(context, trx, conversion.storyId)
    return true
  })
  if (isTaken) announceStory(context, conversion.storyId, 'stories')
  else await discardFile(context, audioKey)
}

async function draftIfQueued(context: Context, trx: Trx, storyId: number): Promise<void> {
  if ((await findTranscript(trx, storyId))?.state !== 'queued') return
  const story = await findStoryState(trx, storyId)
  if (story) await sendDraftJob(context, trx, story)
}

/** Returns the story to its author, with a message that says what to do. */
async function refuse(context: Context, conversion: Conversion, sentence: string): Promise<void> {
  const notified = await inTransaction(context.db, async (trx) => {
    const story = await lockStory(trx, conversion.storyId)
    if (!story) return []
    const failed = { audioState: 'failed', audioKey: null } as const
    const returned = { status: 'rejected', rejectionReason: sentence } as const
    // If an administrator returned the story first, their reason stays.
    const isPending = story.status === 'pending'
    const changes = isPending ? { ...failed, ...returned } : failed
    if (!(await updateConverting(trx, conversion, changes))) return []
    await context.jobs.send(trx, 'remove-file', { key: conversion.uploadKey })
    return isPending ? notifyReturned(context, trx, { story, reason: sentence }) : []
  })
  announceStory(context, conversion.storyId, 'stories')
  for (const memberId of notified) announceNotification(context, memberId)
}

/** The message for the author if a retry can't help or none is left; otherwise undefined. */
function refusalOf(error: unknown, isLastTry: boolean): string | undefined {
  if (isUnconvertible(error)) return error.message
  return isLastTry ? UNEXPECTED : undefined
}

/**
 * Changes a story if its recording is still being converted from the given upload; false if the
 * story was deleted or has another recording.
 */
async function updateConverting(
  trx: Queryable,
  given: { storyId: number; uploadKey: string },
  changes: Updateable<Story>,
): Promise<boolean> {
  const result = await trx
    .updateTable('story')
    .set(changes)
    .where('storyId', '=', given.storyId)
    .where('audioKey', '=', given.uploadKey)
    .where('audioState', '=', 'processing')
    .executeTakeFirst()
  await setStoryWaiting(trx, given.storyId)
  return result.numUpdatedRows > 0n
}
