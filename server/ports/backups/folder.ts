import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { REFUSALS } from '#server/disk-failure.ts'
import { lockFile } from '#server/file-lock.ts'
import { exists, ignoreMissing, isMissing, syncFolder } from '#server/local-files.ts'
import { StartError } from '#server/start-error.ts'
import { type BackupPlace, summing } from './port.ts'

/** Holds unfinished files. The next backup removes those that a killed one left behind. */
const INCOMING = '.incoming'
const LOCK = '.lock'

/** Stores backups in a local folder, which it creates if it is missing. */
export function createBackupFolder(folder: string): BackupPlace {
  const removeFolder = (name: string): Promise<void> =>
    rm(join(folder, name), { recursive: true, force: true })
  return {
    name: folder,
    write: async (name, body) => {
      const path = join(folder, name)
      const incoming = join(folder, INCOMING, randomUUID())
      const sum = summing(body)
      try {
        await mkdir(dirname(incoming), { recursive: true, mode: 0o700 })
        await pipeline(sum.bytes, createWriteStream(incoming, { flush: true, mode: 0o600 }))
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(incoming, path)
        await syncFolder(dirname(path))
      } catch (error) {
        sum.bytes.destroy()
        // A file of the site that was deleted meanwhile is not the backup folder's fault.
        throw isMissing(error) ? error : unwritable(folder, error)
      } finally {
        // On a read-only disk there is nothing to remove.
        await rm(incoming, { force: true }).catch(() => {})
      }
      return sum.part()
    },
    read: (name) => createReadStream(join(folder, name)),
    has: (name) => exists(join(folder, name)),
    list: async (below) => {
      const entries = await entriesOf(join(folder, below), { recursive: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((name) => !name.startsWith('.'))
    },
    folders: async () => {
      const entries = await entriesOf(folder, { recursive: false })
      return entries
        .filter((entry) => entry.isDirectory() && entry.name !== INCOMING)
        .map(({ name }) => name)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    removeFolder,
    lock: async () => {
      await makeFolder(folder)
      const lock = takeLock(folder)
      await removeFolder(INCOMING)
      return {
        // The operating system holds the lock until this process ends.
        confirm: async () => {},
        [Symbol.asyncDispose]: async () => lock[Symbol.dispose](),
      }
    },
    tryLock: async () => {
      await makeFolder(folder)
      const path = join(folder, `.probe-${randomUUID()}`)
      try {
        using first = openLock(folder, path)
        using second = openLock(folder, path)
        if (!first || second) throw unlockable(folder)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw unwritable(folder, error)
  })
}

/** Returns a StartError for a problem that the operator can fix; any other error unchanged. */
export function unwritable(folder: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = REFUSALS[code]
  if (!refusal) return error
  return new StartError(
    `Nothing can be written into ${folder}. ${refusal}. Earlier backups are unchanged.`,
    { cause: error },
  )
}

async function entriesOf(path: string, { recursive }: { recursive: boolean }): Promise<Dirent[]> {
  return (await readdir(path, { recursive, withFileTypes: true }).catch(ignoreMissing)) ?? []
}

function takeLock(folder: string): Disposable {
  const lock = openLock(folder, join(folder, LOCK))
  if (lock) return lock
  throw new StartError(
    `Another backup into ${folder} is under way. Wait until it is done, then run this one again.`,
  )
}

/** Undefined if another one has it. */
function openLock(folder: string, path: string): Disposable | undefined {
  try {
    return lockFile(path)
  } catch (cause) {
    throw unlockable(folder, cause)
  }
}

function unlockable(folder: string, cause?: unknown): StartError {
  return new StartError(
    `The folder ${folder} cannot be locked. Let this user write to it, or choose a folder on a disk of this machine and copy it from there.`,
    { cause },
  )
}
