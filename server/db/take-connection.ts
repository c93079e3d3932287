import { performance } from 'node:perf_hooks'
import type pg from 'pg'

/**
 * A process that was busy for this share of the wait may not have had time to read the database's
 * answer.
 */
const BUSY_SHARE = 0.9

/** This server was too busy to get a connection in time. The database may be fine. */
export class PoolBusyError extends Error {
  override readonly name = 'PoolBusyError'
}

/**
 * Takes a connection from the pool. Throws a `PoolBusyError` if the wait ran out while all
 * connections were in use, or while this process was too busy to open a new one; other errors are
 * passed on.
 */
export async function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  const start = performance.eventLoopUtilization()
  try {
    return await pool.connect()
  } catch (error) {
    if (!isTimeout(error)) throw error
    const { utilization } = performance.eventLoopUtilization(start)
    if (!isInUse(pool) && utilization < BUSY_SHARE) throw error
    throw new PoolBusyError('No connection to the database was free in time.', { cause: error })
  }
}

function isInUse({ options, totalCount, idleCount }: pg.Pool): boolean {
  return totalCount >= (options.max ?? 0) && idleCount === 0
}

/** Recognizes pg-pool's messages for a timeout in its queue and for one of a new connection. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /timeout exceeded when trying to connect|due to connection timeout/.test(error.message)
}
