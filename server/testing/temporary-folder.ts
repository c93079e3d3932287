import { statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
/** A site with its backups takes about 300 MB, and several run at once. */
const ROOM_BYTES = 8 * 1024 ** 3

/**
 * Keeps temporary files of this process and its children in memory if the machine has plenty: a
 * test file gets a database with a thousand files, and creating and removing them on a disk takes
 * more processor time than everything the database does with them. No test simulates a power
 * failure.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = IN_MEMORY
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}
