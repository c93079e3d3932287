import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { AppError } from '#server/http/app-error.ts'
import type { FileRead } from '#server/ports/files/port.ts'
import { sniffRecording } from '#server/ports/recordings/sniff.ts'
import { canSeeStory } from './policy.ts'
import { findStoryState } from './store.ts'
import type { ReceivedFile } from './story-body.ts'

/** After this long a file that no story refers to is cleared away. */
const UNCLAIMED_SECONDS = 60 * 60

const NO_RECORDING =
  'This file is not a recording we can read. Please send it as WebM, Ogg, MP4, MP3, WAV, AAC or FLAC.'

/** Stores an upload after a look at its bytes and returns its key. Throws `unsupported_media`. */
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

/**
 * Stores a file under a key that says nothing about anybody, and sees to it beforehand that it
 * does not stay when nothing comes to refer to it, not even after a crash.
 */
export async function keepFile(
  context: Context,
  file: { folder: 'uploads' | 'recordings'; path: string; contentType: string },
): Promise<string> {
  const id = randomUUID()
  const key = `${file.folder}/${id.slice(0, 2)}/${id}`
  const options = { startAfter: UNCLAIMED_SECONDS }
  await context.jobs.send(context.db, 'remove-file', { key }, options)
  await context.files.put({ key, contentType: file.contentType, body: { path: file.path } })
  return key
}

/** Removes a file that nothing refers to. When that fails too, the job of `keepFile` does it later. */
export async function discardFile(context: Context, key: string): Promise<void> {
  await context.files.remove(key).catch((error: unknown) => {
    context.log.warn({ err: error }, 'a file that is not needed could not be removed yet')
  })
}

/** A story's recording as it is served. */
export interface Recording {
  /** Changes with the recording; says nothing about where it is stored. */
  etag: string
  /** Bytes. */
  size: number
  read(range?: { start: number; end: number }): Promise<FileRead>
}

/** The recording of a story that the viewer can see. Throws `not_found` while there is none. */
export async function openRecording(
  context: Context,
  viewer: Viewer | undefined,
  storyId: number,
): Promise<Recording> {
  const story = await findStoryState(context.db, storyId)
  if (!story || !canSeeStory(viewer, story) || story.audioState !== 'ready' || !story.audioKey) {
    throw new AppError('not_found', 'This recording does not exist.')
  }
  const key = story.audioKey
  const { size } = await context.files.stat(key)
  return { etag: etagOf(key), size, read: (range) => context.files.read(key, range) }
}

function etagOf(key: string): string {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}
