import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline as pipe, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lockFile } from '#server/file-lock.ts'
import { StartError } from '#server/start-error.ts'

/** What was written: enough to notice a flipped bit or a missing end. */
export interface Part {
  /** Bytes as stored. */
  bytes: number
  /** SHA-256 of the bytes as stored, in hexadecimal. */
  sha256: string
}

/** The folder that backups are kept in. Names are relative paths with `/`. */
export interface BackupPlace {
  /** Stores a file as a whole or not at all, in place of an earlier one. */
  write(name: string, body: Readable): Promise<Part>
  /** Fails with the code ENOENT where nothing has that name. */
  read(name: string): Readable
  has(name: string): Promise<boolean>
  /** Names of all files below a folder, in no particular order; none where there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Names of the folders at the top, without looking into them. */
  folders(): Promise<string[]>
  /** Removes a file or a folder; an unknown name is fine. */
  remove(name: string): Promise<void>
  /**
   * Keeps other backups out until it is disposed or this process ends. Throws a StartError while
   * another backup goes on.
   */
  lock(): Promise<Disposable>
}

/** Files on their way. A killed backup leaves some here, and the next one removes them. */
const INCOMING = '.incoming'
const LOCK = '.lock'

export function createBackupFolder(folder: string): BackupPlace {
  return {
    write: async (name, body) => {
      const path = join(folder, name)
      const incoming = join(folder, INCOMING, randomUUID())
      await mkdir(dirname(incoming), { recursive: true, mode: 0o700 })
      const sum = summing(body)
      try {
        await pipeline(sum.bytes, createWriteStream(incoming, { flush: true, mode: 0o600 }))
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(incoming, path)
        await syncFolder(dirname(path))
      } finally {
        await rm(incoming, { force: true })
      }
      return sum.part()
    },
    read: (name) => createReadStream(join(folder, name)),
    has: (name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
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
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    lock: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return takeLock(folder)
    },
  }
}

function entriesOf(path: string, { recursive }: { recursive: boolean }): Promise<Dirent[]> {
  return readdir(path, { recursive, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

function takeLock(folder: string): Disposable {
  let lock: Disposable | undefined
  try {
    lock = lockFile(join(folder, LOCK))
  } catch (cause) {
    throw new StartError(
      `The folder ${folder} cannot be locked. Let this user write to it, or choose a folder on a disk of this machine and copy it from there.`,
      { cause },
    )
  }
  if (lock) return lock
  throw new StartError(
    `Another backup into ${folder} is under way. Wait until it is done, then run this one again.`,
  )
}

/** The bytes of a stream, counted and hashed by the time they are read to the end. */
export function summing(source: Readable): { bytes: Readable; part(): Part } {
  const hash = createHash('sha256')
  let count = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  let part: Part | undefined
  return {
    // An error of the source is also its reader's.
    bytes: pipe(source, through, () => {}),
    part: () => {
      part ??= { bytes: count, sha256: hash.digest('hex') }
      return part
    },
  }
}

/** Makes the rename in a folder outlive a power cut, as fsync(2) asks. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
