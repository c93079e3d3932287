import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'

/** What was written: enough to notice a flipped bit or a missing end. */
export interface Part {
  /** Bytes as stored. */
  bytes: number
  /** SHA-256 of the bytes as stored, in hexadecimal. */
  sha256: string
}

/**
 * Where backups are kept. Names are relative paths with `/`. Each method throws a StartError for what
 * the operator can mend: a full disk, a bucket that is gone, a key that is refused.
 */
export interface BackupPlace {
  /** For the operator: the folder's path, or `s3://bucket/prefix`. */
  name: string
  /** Stores a file as a whole or not at all, in place of an earlier one. An error of the body is thrown as it is. */
  write(name: string, body: Readable): Promise<Part>
  /** Fails with the code ENOENT where nothing has that name. */
  read(name: string): Readable
  has(name: string): Promise<boolean>
  /** Names of all files below a folder, `.` for all, in no particular order; none where there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Names of the folders at the top, without looking into them. */
  folders(): Promise<string[]>
  /** Removes a file; an unknown name is fine. */
  remove(name: string): Promise<void>
  /** Removes a folder and what is in it, in no particular order; an unknown name is fine. */
  removeFolder(name: string): Promise<void>
  /**
   * Keeps other backups out until it is disposed, and clears up what a killed one left on its way.
   * The end of this process, however it ends, lets the next one in, at once or after some minutes.
   * Throws a StartError while another backup goes on.
   */
  lock(): Promise<BackupLock>
}

export interface BackupLock extends AsyncDisposable {
  /** Throws a StartError where another backup has the place by now. */
  confirm(): Promise<void>
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
    bytes: pipeline(source, through, () => {}),
    part: () => {
      part ??= { bytes: count, sha256: hash.digest('hex') }
      return part
    },
  }
}

/** Whether a read failed because nothing has that name. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
