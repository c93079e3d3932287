import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { test } from '#server/testing/world.ts'
import { PoolBusyError, takeConnection } from './take-connection.ts'

const WAIT_MS = 1_000

function poolOf(connectionString: string, { waitMs = WAIT_MS } = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: waitMs })
  onTestFinished(() => pool.end())
  return pool
}

/** The URL of a database that accepts connections and never answers. */
async function silentDatabase(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on a port.
  const { port } = server.address() as AddressInfo
  return `postgres://folx@127.0.0.1:${port}/folx`
}

test('a connection is refused as busy while all are in use', async ({ context }) => {
  if (context.config.database.provider !== 'url') throw new Error('The test has no database.')
  const pool = poolOf(context.config.database.url, { waitMs: 0 })
  // However long a busy machine takes to connect.
  const client = await takeConnection(pool)
  pool.options.connectionTimeoutMillis = WAIT_MS
  await expect(takeConnection(pool)).rejects.toThrow(PoolBusyError)
  client.release()
  const next = await takeConnection(pool)
  next.release()
})

test('a silent database counts as unreachable, unless this process was too busy to read its answer', async () => {
  const url = await silentDatabase()
  const error: unknown = await takeConnection(poolOf(url)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(PoolBusyError)

  const waiting = takeConnection(poolOf(url))
  const until = performance.now() + 2 * WAIT_MS
  while (performance.now() < until);
  await expect(waiting).rejects.toThrow(PoolBusyError)
})
