import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Says what is being swapped, so that a swap that broke off can be finished. */
const JOURNAL = 'restore.json'
/** What a site consists of, inside its data folder. */
const ENTRIES = ['postgres', 'files', 'data.key'] as const
const ASIDE = 'before-restore-'

/** Names of folders inside the data folder. */
const Swap = z.object({ prepared: z.string(), aside: z.string() })
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
  const { prepared, aside } = Swap.parse(JSON.parse(json))
  await mkdir(join(dataDir, aside), { recursive: true, mode: 0o711 })
  for (const entry of ENTRIES) {
    const from = join(dataDir, prepared, entry)
    if (!(await exists(from))) continue
    const present = join(dataDir, entry)
    if (await exists(present)) await rename(present, join(dataDir, aside, entry))
    await rename(from, present)
  }
  await rm(join(dataDir, prepared), { recursive: true, force: true })
  await rm(journal)
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
