import { DatabaseSync } from 'node:sqlite'

/** Keeps the locks from the garbage collector, which would close them. */
const locks = new Set<DatabaseSync>()

/**
 * Locks a file until the lock is disposed or this process ends; undefined while another process, or
 * this one, holds it. Throws where the file cannot be written.
 *
 * Node has no file locks, SQLite has: an exclusive transaction on an empty database file. The kernel
 * grants it to one process and drops it when that process ends, so that no lock goes stale. It also
 * drops it when this process opens and closes the file by other means: nobody does.
 */
export function lockFile(path: string): Disposable | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path)
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const held = lock
  locks.add(held)
  return {
    [Symbol.dispose]: () => {
      if (locks.delete(held)) held.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
