import { readConfig } from '#server/config.ts'
import { readConnections } from '#server/connections.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { readMasterKeyFile } from '#server/master-key.ts'
import { interrupted, withDatabase } from './database-url.ts'

/**
 * Adds the place for backups of the page Connections to the environment, unless that sets any of
 * `BACKUP_…`. Does nothing if there is no site here, or what is stored can't be read: the command then
 * says what is missing.
 */
export async function loadStoredBackups(): Promise<void> {
  const config = readConfig(process.env)
  if (config.environment.backups) return
  try {
    await withDatabase(
      async (url) => {
        const keys = keysFrom(config.dataKey ?? (await readMasterKeyFile(config.dataDir)))
        const connection = connectDatabase({ url, max: 1 })
        const stored = await readConnections(connection.db, keys).finally(() => connection.close())
        Object.assign(process.env, stored.get('backups'))
      },
      { mayBeOlder: true },
    )
  } catch (error) {
    if (interrupted.aborted) throw error
  }
}
