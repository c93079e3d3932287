import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Says what is being swapped, so that a swap that broke off can be finished. */
const JOURNAL = 'restore.json'
/** What a site consists of, inside its data folder. */
const ENTRIES = ['postgres', 'files', 'data.key'] as const
const ASIDE = 'before-restore-'

/** The keys of private writing, whose copies would outlive their members. */
export const MEMBER_KEYS = join('files', 'member-keys')

const Swap = z.object({
  /** Names of folders inside the data folder. */
  prepared: z.string(),
  aside: z.string(),
  /** Whether the site aside loses its copies of members' keys, because the other one has them. */
  dropsMemberKeys: z.boolean().optional(),
})
type Swap = z.infer<typeof Swap>

/**
 * Puts a prepared site in the place of the present one, which is kept aside. The caller holds the
 * data folder's lock. Killed at any point, it is finished by the next start.
 */
export async function swapSites(dataDir: string, swap: Swap): Promise<void> {
  await writeFile(join(dataDir, JOURNAL), JSON.stringify(swap), { flush: true, mode: 0o600 })
  await finishSwap(dataDir)
}

/** Finishes a swap that broke off; usually there is none. */
export async function finishSwap(dataDir: string): Promise<void> {
  const journal = join(dataDir, JOURNAL)
  const json = await readFile(journal, 'utf8').catch(() => undefined)
  if (json === undefined) return
  const { prepared, aside, dropsMemberKeys } = Swap.parse(JSON.parse(json))
  await mkdir(join(dataDir, aside), { recursive: true, mode: 0o711 })
  for (const entry of ENTRIES) {
    const from = join(dataDir, prepared, entry)
    if (!(await exists(from))) continue
    const present = join(dataDir, entry)
    if (await exists(present)) await rename(present, join(dataDir, aside, entry))
    await rename(from, present)
  }
  if (dropsMemberKeys) {
    await rm(join(dataDir, aside, MEMBER_KEYS), { recursive: true, force: true })
  }
  await rm(join(dataDir, prepared), { recursive: true, force: true })
  await rm(journal)
}

/**
 * Removes a prepared site that is not needed after all. While its swap is open it stays: what is left
 * of it would be missing in the site.
 */
export async function discardPrepared(dataDir: string, prepared: string): Promise<void> {
  if (await exists(join(dataDir, JOURNAL))) return
  await rm(join(dataDir, prepared), { recursive: true, force: true, maxRetries: 5 })
}

/** The name of a folder for the site that is there now. */
export function asideName(now: Date): string {
  return ASIDE + now.toISOString().slice(0, 19).replaceAll(':', '-')
}

/** The folder of the site before the last restore; undefined where there was none. */
export async function findAside(dataDir: string): Promise<string | undefined> {
  const names = await readdir(dataDir).catch(() => [])
  return names
    .filter((name) => name.startsWith(ASIDE))
    .sort()
    .at(-1)
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
