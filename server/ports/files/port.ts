import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError } from '#server/domain/app-error.ts'
import type { ProviderHealth } from '../provider-health.ts'

/** The source of a new file's bytes: a stream, which is read once, or a local file, which stays in place. */
export type FileBody = Readable | { path: string }

export interface NewFile {
  /** Lower-case segments joined by `/`, as in `stories/ab/cd-ef.m4a`. A key is never another key's folder. */
  key: string
  /** Sent to readers, for example `audio/mp4`. */
  contentType: string
  body: FileBody
}

export interface FileInfo {
  /** Size of the whole file in bytes. */
  size: number
  contentType: string
}

/** Bytes from `start` to `end`, counted from 0, both inclusive. Without `end`: up to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

export interface FileRead extends FileInfo {
  /** The bytes. The caller must read the stream to its end or destroy it. */
  stream: Readable
  /** Bytes in `stream`: `size`, or fewer for a range, which ends at the last byte at the latest. */
  length: number
}

export interface ListedFile {
  key: string
  /** Bytes. */
  size: number
  /** Changes when the file is replaced; only for comparison. */
  version: string
}

/**
 * Stores uploads and generated files under keys of our own. Every method throws `invalid_input` for
 * a bad key and `provider_unavailable` when the storage fails: it is full, read-only, unreachable or
 * too slow.
 */
export interface FileStore {
  /**
   * Stores or replaces a file atomically: readers see either the old bytes or the new ones, and
   * after a failure the old ones. An error of the body is thrown unchanged. Memory use does not
   * grow with the file.
   */
  put(file: NewFile): Promise<void>
  /**
   * Opens a file or a part of it. Throws `not_found` for an unknown key and `invalid_input` for a
   * range that starts past the last byte.
   */
  read(key: string, range?: ByteRange): Promise<FileRead>
  /** Size and type without the bytes. Throws `not_found` for an unknown key. */
  stat(key: string): Promise<FileInfo>
  /** All files whose keys begin with `prefix`, in no particular order; files stored meanwhile may be missing. */
  list(prefix?: string): AsyncIterable<ListedFile>
  /** Removes a file if it exists. */
  remove(key: string): Promise<void>
  /** Stores a small file, reads it back and removes it. */
  check(): Promise<ProviderHealth>
  /** Closes connections. The store must not be used afterwards. */
  close(): Promise<void>
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const MAX_KEY_LENGTH = 512

/** Refuses keys that could escape the store or clash: `..`, absolute paths, hidden names, upper case. */
export function validateKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) {
    throw new AppError('invalid_input', 'This file name is not allowed.')
  }
}

export function validateRange({ start, end = start }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw badRange()
  }
}

export function badRange(cause?: unknown): AppError {
  return new AppError('invalid_input', 'This part of the file does not exist.', { cause })
}

export function fileNotFound(cause?: unknown): AppError {
  return new AppError('not_found', 'This file does not exist.', { cause })
}

export function filesUnavailable(cause: unknown): AppError {
  const sentence = 'We can’t store or read files right now. Please try again in a little while.'
  return new AppError('provider_unavailable', sentence, { cause })
}

/** Begins the keys of the files that only try a store, so a backup leaves them out. */
export const TRIAL_FILES = 'check-'

/** Stores a small file, reads it back and removes it. Throws what the store throws. */
export async function tryStore({
  put,
  read,
  remove,
}: Pick<FileStore, 'put' | 'read' | 'remove'>): Promise<void> {
  // Not in a folder, because a store on a disk would keep the folder.
  const key = `${TRIAL_FILES}${randomUUID()}`
  await put({ key, contentType: 'text/plain', body: Readable.from([Buffer.from(key)]) })
  const found = await text((await read(key)).stream)
  await remove(key)
  if (found !== key) throw filesUnavailable(new Error('The store returned other bytes.'))
}

/** A body that is being written to a store. */
export interface OpenBody {
  /** The store destroys it in the end, whatever happens. */
  source: Readable
  chunks: AsyncIterable<Buffer>
  /** The error of the body itself, which is thrown to the caller unchanged; all other errors are the store's. */
  failure: () => unknown
}

export function openBody(body: FileBody): OpenBody {
  const source = body instanceof Readable ? body : createReadStream(body.path)
  // The source may fail before anything reads it; without a listener, that would crash the process.
  source.on('error', () => {})
  let failure: unknown
  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield* source
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { source, chunks: read(), failure: () => failure }
}
