import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import {
  access,
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#contract/durations.ts'
import { AppError } from '#server/domain/app-error.ts'
import { isMissing, readIfExists, syncFolder } from '#server/local-files.ts'
import { reasonOf, tryProvider } from '../provider-health.ts'
import {
  type ByteRange,
  badRange,
  type FileBody,
  type FileInfo,
  type FileRead,
  type FileStore,
  fileNotFound,
  filesUnavailable,
  type ListedFile,
  type NewFile,
  openBody,
  tryStore,
  validateKey,
  validateRange,
} from './port.ts'

/** Holds unfinished uploads. Keys never start with a dot, so nothing in here can be read. */
const INCOMING = '.incoming'
/** An unfinished upload older than this was left behind by a crash. */
const ABANDONED_AFTER_MS = DAY_MS

/**
 * Stores files unchanged in a folder, which it creates if it is missing. The content type of
 * `a/b.m4a` is stored beside it in `a/b.m4a~type`: no key contains a `~`.
 */
export function createDiskFiles(folder: string): FileStore {
  const withStaging = stagingIn(join(folder, INCOMING))
  const pathOf = (key: string): string => {
    validateKey(key)
    return join(folder, key)
  }
  const store: FileStore = {
    put: async ({ key, ...file }) => writeFileWithType(pathOf(key), { ...file, withStaging }),
    read: async (key, range) => {
      if (range) validateRange(range)
      return openFile(pathOf(key), range).catch(failRead)
    },
    stat: async (key) => readInfo(pathOf(key)).catch(failRead),
    list: (prefix = '') => listFolder(folder, prefix),
    remove: async (key) => {
      const path = pathOf(key)
      try {
        await rm(path, { force: true })
        await rm(`${path}~type`, { force: true })
      } catch (error) {
        throw filesUnavailable(error)
      }
    },
    // A disk refuses everything that it can't do.
    check: () => tryProvider(() => tryStore(store), { refusalOf: reasonOf }),
    close: async () => {},
  }
  return store
}

/** Runs `work` with a temporary folder on the store's file system, and removes the folder afterwards. */
type WithStaging = (work: (staging: string) => Promise<void>) => Promise<void>

function stagingIn(incoming: string): WithStaging {
  let swept: Promise<void> | undefined
  return async (work) => {
    swept ??= removeAbandoned(incoming)
    await swept
    const staging = join(incoming, randomUUID())
    try {
      await mkdir(staging, { recursive: true })
      await work(staging)
    } finally {
      await rm(staging, { recursive: true, force: true }).catch(() => {})
    }
  }
}

async function writeFileWithType(
  path: string,
  { contentType, body, withStaging }: Omit<NewFile, 'key'> & { withStaging: WithStaging },
): Promise<void> {
  const fill = await openFilling(body)
  try {
    await withStaging(async (staging) => {
      const staged = join(staging, 'bytes')
      await fill.into(staged)
      await writeFile(`${staged}~type`, contentType, { flush: true })
      await mkdir(dirname(path), { recursive: true })
      await rename(`${staged}~type`, `${path}~type`)
      await rename(staged, path)
      await syncFolder(dirname(path))
    })
  } catch (error) {
    throw fill.failure() ?? filesUnavailable(error)
  } finally {
    fill.close()
  }
}

async function readInfo(path: string): Promise<FileInfo> {
  const stats = await stat(path)
  if (!stats.isFile()) throw fileNotFound()
  return { size: stats.size, contentType: await readType(path) }
}

async function openFile(path: string, range?: ByteRange): Promise<FileRead> {
  const handle = await open(path, 'r')
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw fileNotFound()
    const contentType = await readType(path)
    const { start, length } = place(range, stats.size)
    if (length === 0) await handle.close()
    const stream =
      length === 0 ? Readable.from([]) : handle.createReadStream({ start, end: start + length - 1 })
    return { size: stats.size, contentType, length, stream }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** A body that is being written to a file. `failure` returns the error of the body itself. */
interface Filling {
  into(path: string): Promise<void>
  failure(): unknown
  close(): void
}

async function openFilling(body: FileBody): Promise<Filling> {
  if (body instanceof Readable) {
    const { source, chunks, failure } = openBody(body)
    const into = (path: string) => pipeline(chunks, createWriteStream(path, { flush: true }))
    return { into, failure, close: () => source.destroy() }
  }
  // A body that cannot be read is the caller's error, so it is thrown unchanged.
  await access(body.path, constants.R_OK)
  return { into: (path) => copy(body.path, path), failure: () => undefined, close: () => {} }
}

/** The operating system copies the file, as a copy-on-write clone where the file system supports it. */
async function copy(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await using handle = await open(to, 'r+')
  await handle.sync()
}

function place(range: ByteRange | undefined, size: number): { start: number; length: number } {
  if (!range) return { start: 0, length: size }
  if (range.start >= size) throw badRange()
  const end = Math.min(range.end ?? size - 1, size - 1)
  return { start: range.start, length: end - range.start + 1 }
}

async function readType(path: string): Promise<string> {
  return (await readIfExists(`${path}~type`)) ?? 'application/octet-stream'
}

/** Lists one folder after another, and skips folders that cannot contain a key with the prefix. */
async function* listFolder(folder: string, prefix: string, path = ''): AsyncGenerator<ListedFile> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return []
    throw filesUnavailable(error)
  })
  for (const entry of entries) {
    const key = path + entry.name
    if (entry.isDirectory()) {
      const isOnTheWay = prefix.startsWith(`${key}/`) || `${key}/`.startsWith(prefix)
      if (entry.name !== INCOMING && isOnTheWay) yield* listFolder(folder, prefix, `${key}/`)
    } else if (key.startsWith(prefix) && !key.endsWith('~type')) {
      const stats = await stat(join(folder, key)).catch(() => undefined)
      // Without stats, the file was removed meanwhile.
      if (stats) yield { key, size: stats.size, version: String(stats.mtimeMs) }
    }
  }
}

function failRead(error: unknown): never {
  if (error instanceof AppError) throw error
  throw isMissing(error) ? fileNotFound(error) : filesUnavailable(error)
}

async function removeAbandoned(incoming: string): Promise<void> {
  const names = await readdir(incoming).catch(() => [])
  for (const name of names) {
    const path = join(incoming, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(path, { recursive: true, force: true }).catch(() => {})
    }
  }
}
