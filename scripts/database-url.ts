import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDataFolder } from '#server/db/data-folder.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { createEmbeddedRoles, type DatabaseUrls, embeddedUrls } from '#server/db/roles.ts'

/**
 * Runs `work` with the address of the configured database, beside a running server or, while
 * none runs, with a database started for the occasion.
 */
export function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  return withDatabaseUrls(({ url }) => work(url))
}

/** The same with both addresses. */
export async function withDatabaseUrls<T>(work: (urls: DatabaseUrls) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  if (config.database.provider === 'url') return work(config.database)
  const directory = join(config.dataDir, 'postgres')
  const running = await findRunningPostgres(directory)
  if (running) return work(embeddedUrls(running))
  const folder = await openDataFolder(config.dataDir)
  try {
    const postgres = await startEmbeddedPostgres({ directory })
    try {
      const urls = await createEmbeddedRoles(postgres.url)
      await prepareDatabase(urls)
      return await work(urls)
    } finally {
      await postgres.stop()
    }
  } finally {
    await folder.release()
  }
}
