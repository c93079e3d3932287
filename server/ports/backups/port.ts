import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'

/** Size and hash of a written file, to detect flipped bits and truncation. */
export interface Part {
  /** Bytes as stored. */
  bytes: number
  /** SHA-256 of the bytes as stored, in hexadecimal. */
  sha256: string
}

/**
 * Stores backups. Names are relative paths with `/`. Each method throws a StartError for problems
 * that the operator can fix: a full disk, a missing bucket, a refused key.
 */
export interface BackupPlace {
  /** Shown to the operator: the folder's path, or `s3://bucket/prefix`. */
  name: string
  /** Stores or replaces a file completely or not at all. An error of the body is thrown unchanged. */
  write(name: string, body: Readable): Promise<Part>
  /** The stream fails with the code ENOENT if the file does not exist. */
  read(name: string): Readable
  has(name: string): Promise<boolean>
  /** Names of all files below a folder (`.` for all), in no particular order; empty if it does not exist. */
  list(folder: string): Promise<string[]>
  /** Names of the top-level folders, without reading their contents. */
  folders(): Promise<string[]>
  /** Removes a file if it exists. */
  remove(name: string): Promise<void>
  /** Removes a folder and its contents, in no particular order, if it exists. */
  removeFolder(name: string): Promise<void>
  /**
   * Locks out other backups until it is disposed, and removes what a killed backup left unfinished.
   * However this process ends, the next one gets the lock, at once or after a few minutes. Throws a
   * StartError while another backup is running.
   */
  lock(): Promise<BackupLock>
  /**
   * Tries out what `lock` needs, without locking anybody out. Throws a StartError if this place
   * can't keep two backups apart.
   */
  tryLock(): Promise<void>
}

export interface BackupLock extends AsyncDisposable {
  /** Throws a StartError if another backup has taken the lock meanwhile. */
  confirm(): Promise<void>
}

/** Passes a stream's bytes through while counting and hashing them. Call `part` after the end. */
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
    // An error of the source is passed on to the reader.
    bytes: pipeline(source, through, () => {}),
    part: () => {
      part ??= { bytes: count, sha256: hash.digest('hex') }
      return part
    },
  }
}
