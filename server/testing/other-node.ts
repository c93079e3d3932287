import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Context, createContext } from '#server/context.ts'

/**
 * A second node of the product beside a file's own: another process's state, the same database. Its
 * background work has not begun. `close` ends it and removes its data folder.
 */
export async function startOtherNode(
  { config }: Context,
  options: { now?: () => Date } = {},
): Promise<{ context: Context; close(): Promise<void> }> {
  const { database } = config
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const dataDir = await mkdtemp(join(tmpdir(), 'folx-node-'))
  await cp(join(config.dataDir, 'data.key'), join(dataDir, 'data.key'))
  const context = await createContext({
    config: { ...config, dataDir },
    log: pino({ level: 'silent' }),
    databaseUrl: database.url,
    ...options,
  })
  const close = async (): Promise<void> => {
    await context.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return { context, close }
}
