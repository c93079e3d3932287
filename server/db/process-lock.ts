import type pg from 'pg'

/** The process that runs the live room. */
export const LIVE_ROOM_LOCK = 4_127_006

/** Within these seconds, the database notices that the machine of a lock's holder is gone. */
const NOTICE_GONE =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2'

/**
 * A lock that one process of a site holds at a time, until it releases it, ends, or loses its
 * connection: an advisory lock of PostgreSQL on a connection of its own.
 */
export interface ProcessLock {
  /** Whether this process holds the lock. Takes it if nobody does. */
  take(): Promise<boolean>
  release(): Promise<void>
}

export function processLock(pool: pg.Pool, key: number): ProcessLock {
  /** The connection that holds the lock. */
  let held: pg.PoolClient | undefined
  let acquiring: Promise<boolean> | undefined

  const acquire = async (): Promise<boolean> => {
    const client = await pool.connect()
    try {
      const question = 'select pg_try_advisory_lock($1) as "isHeld"'
      const { rows } = await client.query<{ isHeld: boolean }>(question, [key])
      if (!rows[0]?.isHeld) {
        client.release()
        return false
      }
      await client.query(NOTICE_GONE)
    } catch (error) {
      client.release(true)
      throw error
    }
    held = client
    client.once('end', () => letGo(client))
    return true
  }
  /** Closes the connection, which releases the lock. */
  const letGo = (client: pg.PoolClient): void => {
    if (held !== client) return
    held = undefined
    client.release(true)
  }

  return {
    take: async () => {
      if (held) return true
      acquiring ??= acquire().finally(() => {
        acquiring = undefined
      })
      return acquiring
    },
    release: async () => {
      await acquiring?.catch(() => undefined)
      if (held) letGo(held)
    },
  }
}
