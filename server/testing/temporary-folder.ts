import { statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
/** A site with what is kept of it takes some 300 MB, and several run at once. */
const ROOM_BYTES = 8 * 1024 ** 3

/**
 * From now on, temporary files of this process and of all that it starts are in memory, where the
 * machine has plenty: a test file gets a database with a thousand files, and making and removing them
 * on a disk takes more processor time than all that the database does with them. No test cuts the power.
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
