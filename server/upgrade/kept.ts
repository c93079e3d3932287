import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY_MS } from '#contract/durations.ts'
import { stopLeftoverPostgres } from '#server/db/embedded/cluster.ts'
import { timeInName } from '#server/local-files.ts'

/** Folder in the data folder in which an upgraded site is prepared. */
export const UPGRADING = 'upgrading'

/**
 * Kinds of folders in the data folder that contain a whole site: from before an upgrade, or from
 * before a rollback.
 */
export type Kind = 'before-upgrade' | 'before-rollback'
const KINDS: readonly Kind[] = ['before-upgrade', 'before-rollback']

/** How many days they are kept. Not longer, because they contain what people have deleted since. */
export const KEPT_DAYS = 14

const NOTE = 'upgrade.json'

/** Facts about an upgrade, stored with the kept site. */
const Note = z.object({
  upgradedAt: z.iso.datetime(),
  /** Names of the migrations that ran. */
  ran: z.array(z.string()),
  /** PostgreSQL's system identifier of the database; a restored site has a different one. */
  systemIdentifier: z.string(),
  /** The last transaction of the upgrade. Rows written since have a later one. */
  transaction: z.string(),
  /** Number of rows of each table. */
  rows: z.record(z.string(), z.int()),
})
export type Note = z.infer<typeof Note>

export interface KeptSite {
  /** Name of its folder in the data folder. */
  name: string
  keptAt: Date
  note: Note
}

/** Creates the folder that a site is about to be moved to. */
export async function openKept(
  dataDir: string,
  { kind, at, note }: { kind: Kind; at: Date; note: Note },
): Promise<string> {
  const name = `${kind}-${timeInName(at)}`
  const folder = join(dataDir, name)
  // PostgreSQL, which may run as another user, has to pass through it.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const path = join(folder, NOTE)
  await writeFile(path, JSON.stringify(note), { flush: true, mode: 0o600 })
  // Root may do this for a server that runs as another user.
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dataDir)
    for (const each of [folder, path]) await chown(each, uid, gid)
  }
  return name
}

/** The newest complete site of this kind. */
export async function findKept(dataDir: string, kind: Kind): Promise<KeptSite | undefined> {
  const names = (await folderNames(dataDir)).filter((name) => kindOf(name) === kind)
  for (const name of names.sort().reverse()) {
    const note = await readNote(join(dataDir, name))
    if (note) return { name, keptAt: timeOf(name), note }
  }
  return undefined
}

/** The time until which a site can be put back. */
export function keptUntil({ keptAt }: KeptSite): Date {
  return new Date(keptAt.getTime() + KEPT_DAYS * DAY_MS)
}

/**
 * Removes leftovers of an interrupted upgrade or rollback, and sites that were kept long enough.
 * The caller holds the data folder's lock, and no swap is open.
 */
export async function tidyKeptSites(dataDir: string, now: Date): Promise<void> {
  await stopLeftoverPostgres(join(dataDir, UPGRADING, 'postgres'))
  await remove(join(dataDir, UPGRADING))
  for (const name of await folderNames(dataDir)) {
    if (!kindOf(name)) continue
    const isOver = now.getTime() - timeOf(name).getTime() > KEPT_DAYS * DAY_MS
    if (isOver || !(await isWhole(join(dataDir, name)))) await remove(join(dataDir, name))
    else await remove(join(dataDir, name, 'files', 'member-keys'))
  }
}

/** Removes the sites from before earlier upgrades. */
export async function removeOlderKept(dataDir: string, newest: string): Promise<void> {
  for (const name of await folderNames(dataDir)) {
    if (kindOf(name) === 'before-upgrade' && name < newest) await remove(join(dataDir, name))
  }
}

/** Whether the move to this folder was completed. */
async function isWhole(folder: string): Promise<boolean> {
  const names = await readdir(folder)
  return names.includes('postgres') && names.includes(NOTE)
}

/** Undefined for a folder that does not contain a whole site. */
async function readNote(folder: string): Promise<Note | undefined> {
  if (!(await isWhole(folder))) return undefined
  return Note.parse(JSON.parse(await readFile(join(folder, NOTE), 'utf8')))
}

function kindOf(name: string): Kind | undefined {
  return KINDS.find((kind) => name.startsWith(`${kind}-`))
}

/** The time in a folder's name. */
function timeOf(name: string): Date {
  const [, day = '', hours, minutes, seconds] =
    /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)$/.exec(name) ?? []
  return new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

async function folderNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5 })
}
