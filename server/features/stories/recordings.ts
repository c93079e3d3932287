import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import type { ServedFile } from '#server/http/send-file.ts'
import { sniffRecording } from '#server/ports/recordings/sniff.ts'
import { etagOf, keepFile } from '../files/service.ts'
import { canSeeStory } from './policy.ts'
import { findStoryState } from './store.ts'
import type { ReceivedFile } from './story-body.ts'

const NO_RECORDING =
  'We can’t read this recording. Please send it as WebM, Ogg, MP4, MP3, WAV, AAC or FLAC.'

/** Checks an upload's bytes, stores it and returns its key. Throws `unsupported_media`. */
export async function keepUpload(context: Context, file: ReceivedFile): Promise<string> {
  if (!(await sniffRecording(file.path))) {
    throw new AppError('unsupported_media', NO_RECORDING, { fields: { audio: NO_RECORDING } })
  }
  return keepFile(context, {
    folder: 'uploads',
    path: file.path,
    contentType: 'application/octet-stream',
  })
}

/** Whether this file is a story's recording or the upload it is made from. */
export async function isRecordingInUse(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('story')
    .select('storyId')
    .where('audioKey', '=', key)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The recording of a story that the viewer can see. Throws `not_found` if there is none yet. */
export async function openRecording(
  context: Context,
  viewer: Viewer | undefined,
  storyId: number,
): Promise<ServedFile> {
  const story = await findStoryState(context.db, storyId)
  if (!story || !canSeeStory(viewer, story) || story.audioState !== 'ready' || !story.audioKey) {
    throw new AppError('not_found', 'This recording does not exist.')
  }
  const key = story.audioKey
  const { size } = await context.files.stat(key)
  return {
    etag: etagOf(key),
    size,
    contentType: 'audio/mp4',
    disposition: 'inline',
    read: (range) => context.files.read(key, range),
  }
}
