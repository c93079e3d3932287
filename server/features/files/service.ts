import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'

/** Folders of the file store with the seconds after which a file is cleared away that nothing refers to. */
const UNCLAIMED_SECONDS = {
  uploads: 60 * 60,
  recordings: 60 * 60,
  // The largest ones can be on their way to a distant store for a while.
  products: 24 * 60 * 60,
} as const

/**
 * Stores a file under a key that says nothing about anybody, and sees to it beforehand that it
 * does not stay when nothing comes to refer to it, not even after a crash.
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
 * Has a file removed, unless something has come to refer to it. When that fails too, the job of
 * `keepFile` does it later.
 */
export async function discardFile(context: Context, key: string): Promise<void> {
  await context.jobs.send(context.db, 'remove-file', { key }).catch((error: unknown) => {
    context.log.warn({ err: error }, 'a file that is not needed could not be removed yet')
  })
}

/** The `ETag` of a kept file: a key never gets other bytes, and cannot be read from this. */
export function etagOf(key: string): string {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}
