import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline as pipe, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

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
  /** Removes a file or a folder; an unknown name is fine. */
  remove(name: string): Promise<void>
}

/** Files on their way. A killed backup leaves some here, and the next one removes them. */
const INCOMING = '.incoming'

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
      const entries = await readdir(join(folder, below), {
        recursive: true,
        withFileTypes: true,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((name) => !name.startsWith(`${INCOMING}/`))
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
  }
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
