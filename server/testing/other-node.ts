import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Context, createContext } from '#server/context.ts'
import { databaseOf } from './database-of.ts'
import { closeContext } from './end-within.ts'
import { WAIT_MS } from './limits.ts'

/**
 * Starts a second node on the same database as the test file's own, with its own state and without
 * background jobs. `close` ends it and removes its data folder.
 */
export async function startOtherNode(
  original: Context,
  options: { now?: () => Date } = {},
): Promise<{ context: Context; close(): Promise<void> }> {
  const { config } = original
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-node-'))
  await cp(join(config.dataDir, 'data.key'), join(dataDir, 'data.key'))
  const context = await createContext({
    config: { ...config, dataDir },
    log: pino({ level: 'silent' }),
    databaseUrl: databaseOf(original).url,
    ...options,
  })
  // As in `world.ts`.
  context.pool.options.connectionTimeoutMillis = WAIT_MS
  const close = async (): Promise<void> => {
    await closeContext(context)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return { context, close }
}
