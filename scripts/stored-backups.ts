import { readConfig } from '#server/config.ts'
import { readConnections } from '#server/connections.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { readMasterKeyFile } from '#server/master-key.ts'
import { StartError } from '#server/start-error.ts'
import { interrupted, withDatabase } from './database-url.ts'

/**
 * Adds the place for backups of the page Connections to the environment, unless that sets any of
 * `BACKUP_…`. Returns why what is stored can't be read; the command says so if it needs it.
 */
export async function loadStoredBackups(): Promise<string | undefined> {
  const config = readConfig(process.env)
  if (config.environment.backups) return undefined
  try {
    return await withDatabase(
      async (url) => {
        const keys = keysFrom(config.dataKey ?? (await readMasterKeyFile(config.dataDir)))
        const connection = connectDatabase({ url, max: 1 })
        const stored = await readConnections(connection.db, keys).finally(() => connection.close())
        const values = stored.get('backups')
        Object.assign(process.env, values)
        return values === null ? unread('the master key here doesn’t open it') : undefined
      },
      { mayBeOlder: true },
    )
  } catch (error) {
    if (interrupted.aborted) throw error
    if (error instanceof StartError) return unread(error.message)
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return unread(code ?? (error instanceof Error ? error.name : 'unknown error'))
  }
}

function unread(reason: string): string {
  return `What is set up on the page Connections can’t be read: ${reason}`
}
