import { DatabaseSync } from 'node:sqlite'

/** Keeps locks from being garbage-collected, which would release them. */
const locks = new Set<DatabaseSync>()

/**
 * Locks a file until the lock is disposed or this process ends. Returns undefined if this or
 * another process has already locked it. Throws if the file can't be written.
 *
 * Node has no file locks, but SQLite does: an exclusive transaction on an empty database file. The
 * kernel gives the lock to one process and releases it when that process ends, so locks don't go
 * stale. It would also release it if this process opened and closed the file another way.
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
