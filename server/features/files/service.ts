import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { ConvertedRecording } from '#server/ports/recordings/port.ts'

/** Folders of the file store, with the seconds after which an unreferenced file is deleted. */
const UNCLAIMED_SECONDS = {
  uploads: 60 * 60,
  recordings: 60 * 60,
  // Uploading the largest ones to a remote store can take a while.
  products: 24 * 60 * 60,
} as const

/**
 * Stores a file under a random key. Its removal is scheduled first, so that a file that nothing
 * refers to is deleted even after a crash.
 */
export async function keepFile(
  context: Context,
  file: { folder: keyof typeof UNCLAIMED_SECONDS; path: string; contentType: string },
): Promise<string> {
  const id = randomUUID()
  const key = `${file.folder}/${id.slice(0, 2)}/${id}`
  const options = { startAfter: UNCLAIMED_SECONDS[file.folder] }
  await context.jobs.send(context.db, 'remove-file', { key }, options)
  await context.files.put({ key, contentType: file.contentType, body: { path: file.path } })
  return key
}

/**
 * Queues the removal of a file, unless something refers to it by then. If queueing fails, the job
 * from `keepFile` removes it later.
 */
export async function discardFile(context: Context, key: string): Promise<void> {
  await context.jobs.send(context.db, 'remove-file', { key }).catch((error: unknown) => {
    context.log.warn({ err: error }, 'an unused file could not be removed yet')
  })
}

/**
 * The `ETag` of a stored file. A key's content never changes, and the tag doesn't reveal the key.
 */
export function etagOf(key: string): string {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}

/** Converts an upload, passes it to `use`, then deletes the temporary files. */
export async function withConverted(
  context: Context,
  upload: { key: string; maxSeconds?: number; acceptsIncomplete?: boolean },
  use: (recording: ConvertedRecording) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(context.workDir, 'recording-'))
  try {
    const path = join(folder, 'upload')
    const { stream } = await context.files.read(upload.key)
    await pipeline(stream, createWriteStream(path))
    const outputPath = join(folder, 'recording.m4a')
    const { maxSeconds, acceptsIncomplete } = upload
    const input = { path, outputPath, maxSeconds, acceptsIncomplete }
    await use(await context.recordings.convert(input))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the recording itself cannot be converted, so that a retry would not help. */
export function isUnconvertible(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  return error.code === 'unsupported_media' || error.code === 'too_large'
}
