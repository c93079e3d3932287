/** The parts of a site in a data folder, so that a start never makes a new one beside an old one. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { findClusterVersion } from './db/embedded/initialize.ts'
import { compareMigrations } from './db/migrate.ts'
import { StartError } from './start-error.ts'

export const SITE_PARTS = ['postgres', 'files', 'data.key'] as const
export type SitePart = (typeof SITE_PARTS)[number]

/** The parts of a site in this folder. One that is empty, such as a new mount point, doesn't count. */
export async function findParts(dataDir: string): Promise<SitePart[]> {
  const found: SitePart[] = []
  for (const part of SITE_PARTS) {
    if (await hasContent(join(dataDir, part))) found.push(part)
  }
  return found
}

async function hasContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.isFile() === true
  return (await readdir(path)).length > 0
}

/**
 * Throws a StartError if the database is missing or empty but other parts of a site are there. Call
 * it before anything is made.
 */
export async function requireNoLostDatabase({ database, dataDir }: Config): Promise<void> {
  const others = (await findParts(dataDir)).filter((part) => part !== 'postgres')
  if (others.length === 0) return
  const rest = others.map((part) => join(dataDir, part)).join(' and ')
  const advice =
    'Nothing was changed. If you moved the site, bring that too, or restore a backup: npm run restore. To begin a new site, set DATA_DIR to an empty folder.'
  if (database.provider === 'url') {
    const { isEmpty } = await compareMigrations(database.ownerUrl)
    if (!isEmpty) return
    throw new StartError(
      `The database in DATABASE_URL is empty, but ${rest} belongs to a site. Is the address right? ${advice}`,
    )
  }
  const path = join(dataDir, 'postgres')
  if ((await findClusterVersion(path)) !== undefined) return
  throw new StartError(`The database ${path} is missing, but ${rest} is here. ${advice}`)
}
