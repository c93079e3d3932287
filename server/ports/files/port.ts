import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { AppError } from '#server/domain/app-error.ts'

/** Where a new file's bytes come from: a stream, read once, or a file on this machine, left in place. */
export type FileBody = Readable | { path: string }

export interface NewFile {
  /** Lower-case segments joined by `/`, as in `stories/ab/cd-ef.m4a`. A key is never another key's folder. */
  key: string
  /** What readers are told, for example `audio/mp4`. */
  contentType: string
  body: FileBody
}

export interface FileInfo {
  /** Bytes of the whole file. */
  size: number
  contentType: string
}

/** Bytes from `start` to `end`, counted from 0, both included. Without `end`: to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

export interface FileRead extends FileInfo {
  /** The bytes. Whoever asked reads it to its end or destroys it. */
  stream: Readable
  /** Bytes in `stream`: `size`, or fewer for a range, whose end stops at the last byte. */
  length: number
}

/** A file in a list. */
export interface ListedFile {
  key: string
  /** Bytes. */
  size: number
  /** Another text when the file was replaced; for comparing only. */
  version: string
}

/**
 * Keeps uploads and generated files under keys of our own. Every method throws
 * `invalid_input` for a bad key and `provider_unavailable` when the place itself fails:
 * full, read-only, unreachable or too slow.
 */
export interface FileStore {
  /**
   * Stores a file, or replaces it as a whole: readers see the old bytes or the new ones, and
   * after a failure the old ones. An error of the body is thrown as it is. Memory use does not
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
  /** All files whose keys begin with `prefix`, in no particular order; those stored meanwhile may be missing. */
  list(prefix?: string): AsyncIterable<ListedFile>
  /** Removes a file. An unknown key is fine. */
  remove(key: string): Promise<void>
  /** Resolves when files can be stored, throws `provider_unavailable` when not. */
  check(): Promise<void>
  /** Lets go of connections. The store is not used afterwards. */
  close(): Promise<void>
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const MAX_KEY_LENGTH = 512

/** Refuses what could leave the store or mean another file: `..`, absolute paths, hidden names, upper case. */
export function proveKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) {
    throw new AppError('invalid_input', 'This file name is not allowed.')
  }
}

export function proveRange({ start, end = start }: ByteRange): void {
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

/** A body on its way into a store. */
export interface OpenBody {
  /** Destroyed by the store in the end, whatever happened. */
  source: Readable
  chunks: AsyncIterable<Buffer>
  /** What the body itself failed with. That is the caller's to know; all other errors are the store's. */
  failure: () => unknown
}

export function openBody(body: FileBody): OpenBody {
  const source = body instanceof Readable ? body : createReadStream(body.path)
  // The source may fail before anything reads it; without a listener that would end the process.
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
