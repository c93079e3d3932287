import { connectChanges } from '#server/db/changes.ts'
import { connectDatabase, type Db } from '#server/db/connect.ts'
import { endWithSentence, withDatabase } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

/**
 * Changes one member in the configured database and notifies a running server. Returns whether the
 * member exists. Ends the process if there is no site.
 */
export async function changeMember(
  username: string,
  change: (db: Db, username: string) => Promise<string | undefined>,
): Promise<boolean> {
  loadEnvFile()
  return withDatabase(async (url) => {
    const { db, pool, close } = connectDatabase({ url, max: 2 })
    const changes = await connectChanges({ url, pool, onError: console.error })
    try {
      const memberId = await change(db, username)
      if (memberId) changes.announce({ kind: 'member', memberId })
      return memberId !== undefined
    } finally {
      await changes.close()
      await close()
    }
  }).catch(endWithSentence)
}
