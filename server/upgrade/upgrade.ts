import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { discardPrepared, MEMBER_KEYS, swapSites } from '#server/backup/swap.ts'
import { copyStoppedPostgres, startEmbeddedPostgres } from '#server/db/embedded/cluster.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { createEmbeddedRoles } from '#server/db/roles.ts'
import { exists } from '#server/local-files.ts'
import { takeNote } from './changes.ts'
import { type KeptSite, type Kind, openKept, removeOlderKept, UPGRADING } from './kept.ts'
import { linkTree } from './link-tree.ts'

/**
 * Runs the migrations of this release on a copy of the stopped site's database, replaces the site
 * with the copy, and keeps the previous site. The caller holds the data folder's lock. If killed
 * before the swap, nothing has changed; if killed during it, the next start finishes the swap.
 */
export async function upgradeSite(input: {
  dataDir: string
  ran: string[]
  now: Date
}): Promise<void> {
  const { dataDir, ran, now } = input
  const folder = join(dataDir, UPGRADING)
  await mkdir(folder, { mode: 0o711 })
  const directory = join(folder, 'postgres')
  await copyStoppedPostgres(join(dataDir, 'postgres'), directory)
  const postgres = await startEmbeddedPostgres({ directory })
  try {
    await prepareDatabase(await createEmbeddedRoles(postgres.url))
    const note = { upgradedAt: now.toISOString(), ran, ...(await takeNote(postgres.url)) }
    await postgres.stop()
    if (await hasFilesHere(dataDir)) {
      await linkTree(join(dataDir, 'files'), join(folder, 'files'))
    }
    const aside = await openKept(dataDir, { kind: 'before-upgrade', at: now, note })
    await swapSites(dataDir, { prepared: UPGRADING, aside, dropsMemberKeys: true })
    await removeOlderKept(dataDir, aside)
  } finally {
    await postgres.stop()
    await discardPrepared(dataDir, UPGRADING)
  }
}

/**
 * Whether the files are on the same disk as the data folder. Files on another disk cannot be
 * swapped, and stay as they are.
 */
async function hasFilesHere(dataDir: string): Promise<boolean> {
  const files = await stat(join(dataDir, 'files')).catch(() => undefined)
  return files !== undefined && files.dev === (await stat(dataDir)).dev
}

/**
 * Puts a kept site back and keeps the current one. The site that is put back gets the current keys
 * of private writing, so a key that was deleted since stays deleted. The caller holds the data
 * folder's lock.
 */
export async function putBack(input: {
  dataDir: string
  site: KeptSite
  /** The kind under which the current site is kept. */
  kind: Kind
  at: Date
}): Promise<void> {
  const { dataDir, site, kind, at } = input
  if (await exists(join(dataDir, site.name, 'files'))) {
    const keys = join(dataDir, MEMBER_KEYS)
    if (await exists(keys)) await linkTree(keys, join(dataDir, site.name, MEMBER_KEYS))
  }
  const aside = await openKept(dataDir, { kind, at, note: site.note })
  await swapSites(dataDir, { prepared: site.name, aside, dropsMemberKeys: true })
}
