import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { ConvertedRecording } from '#server/ports/recordings/port.ts'

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
