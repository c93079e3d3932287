import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exists, readIfExists, timeInName } from '#server/local-files.ts'
import { SITE_PARTS } from '#server/site-parts.ts'
import { StartError } from '#server/start-error.ts'

/** Describes the current swap, so that an interrupted one can be finished. */
const JOURNAL = 'restore.json'
const ASIDE = 'before-restore-'

/** The keys of private writing. Copies of them would outlive their members. */
export const MEMBER_KEYS = join('files', 'member-keys')

const Swap = z.object({
  /** Names of folders inside the data folder. */
  prepared: z.string(),
  aside: z.string(),
  /**
   * Whether to delete the copies of members' keys in the site set aside, because the new one has
   * them.
   */
  dropsMemberKeys: z.boolean().optional(),
  /** Parts of the current site to set aside though the prepared one has no such part. */
  withoutSuccessor: z.array(z.string()).optional(),
  /** Parts that the prepared site had; missing in swaps of older releases. */
  brought: z.array(z.string()).optional(),
})
type Swap = z.infer<typeof Swap>

/**
 * Replaces the current site with a prepared one, and sets the current one aside. The caller holds
 * the data folder's lock. If killed at any point, the next start finishes the swap.
 */
export async function swapSites(dataDir: string, swap: Omit<Swap, 'brought'>): Promise<void> {
  const journal: Swap = { ...swap, brought: await partsIn(join(dataDir, swap.prepared)) }
  await writeFile(join(dataDir, JOURNAL), JSON.stringify(journal), { flush: true, mode: 0o600 })
  await finishSwap(dataDir)
}

/** Finishes an interrupted swap, if there is one. */
export async function finishSwap(dataDir: string): Promise<void> {
  const journal = join(dataDir, JOURNAL)
  const json = await readFile(journal, 'utf8').catch(() => undefined)
  if (json === undefined) return
  const { prepared, aside, dropsMemberKeys, withoutSuccessor = [] } = Swap.parse(JSON.parse(json))
  await mkdir(join(dataDir, aside), { recursive: true, mode: 0o711 })
  for (const entry of SITE_PARTS) {
    const from = join(dataDir, prepared, entry)
    if (!(await exists(from))) continue
    const present = join(dataDir, entry)
    if (await exists(present)) await rename(present, join(dataDir, aside, entry))
    await rename(from, present)
  }
  for (const entry of withoutSuccessor) {
    const present = join(dataDir, entry)
    if (await exists(present)) await rename(present, join(dataDir, aside, entry))
  }
  if (dropsMemberKeys) {
    await rm(join(dataDir, aside, MEMBER_KEYS), { recursive: true, force: true })
  }
  await rm(join(dataDir, prepared), { recursive: true, force: true })
  // Kept there for an undo.
  await rename(journal, join(dataDir, aside, JOURNAL))
}

/**
 * Puts the site that a restore set aside back, without any part of the restored one. Throws a
 * StartError if the restore replaced nothing.
 */
export async function undoSwap(dataDir: string, set: { aside: string; to: string }): Promise<void> {
  const parts = await partsIn(join(dataDir, set.aside))
  if (parts.length === 0) {
    throw new StartError(
      'Before the last restore, there was no site in the data folder, so there is nothing to put back. Nothing was changed.',
    )
  }
  const json = await readIfExists(join(dataDir, set.aside, JOURNAL))
  const { brought = [] } = json === undefined ? {} : Swap.parse(JSON.parse(json))
  const withoutSuccessor = brought.filter((part) => !parts.includes(part))
  await swapSites(dataDir, { prepared: set.aside, aside: set.to, withoutSuccessor })
}

/** The parts of a site that a folder contains. */
async function partsIn(folder: string): Promise<string[]> {
  const names: string[] = await readdir(folder).catch(() => [])
  return SITE_PARTS.filter((entry) => names.includes(entry))
}

/**
 * Removes a prepared site that is not needed after all. During an unfinished swap it stays, because
 * the rest of it has yet to be moved.
 */
export async function discardPrepared(dataDir: string, prepared: string): Promise<void> {
  if (await exists(join(dataDir, JOURNAL))) return
  await rm(join(dataDir, prepared), { recursive: true, force: true, maxRetries: 5 })
}

/** A folder name for the current site when it is set aside. */
export function asideName(now: Date): string {
  return ASIDE + timeInName(now)
}

/** The folder of the site before the last restore; undefined if there is none. */
export async function findAside(dataDir: string): Promise<string | undefined> {
  const names = await readdir(dataDir).catch(() => [])
  return names
    .filter((name) => name.startsWith(ASIDE))
    .sort()
    .at(-1)
}
