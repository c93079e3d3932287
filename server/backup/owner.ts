import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { isMissing } from '#server/local-files.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { StartError } from '#server/start-error.ts'
import {
  archiveName,
  damage,
  hasBackups,
  listArchives,
  type Manifest,
  MIRROR,
  readManifest,
} from './manifest.ts'
import { mirrorName } from './member-keys.ts'
import type { BackedUpSite } from './site.ts'

const OWNER_FILE = 'community.json'

/** The community that may make backups in a place, stored there. */
const Owner = z.object({
  community: z.guid(),
  /** For people; a community may change it. */
  title: z.string(),
  /** Whether backups of another community are there, too, because this one took the place over. */
  isShared: z.boolean(),
})
type Owner = z.infer<typeof Owner>

/** Whether a site may make backups in a place. If not, says why and what to do. */
export type Claim =
  | { isAllowed: true; isShared: boolean }
  | { isAllowed: false; isShared: boolean; finding: string; action: string }

/** Looks whose place this is. Changes nothing. */
export async function examineClaim(place: BackupPlace, site: BackedUpSite): Promise<Claim> {
  const owner = await findOwner(place)
  const isEmpty = !owner && !(await hasBackups(place))
  const name = /^[\w./:-]+$/.test(place.name) ? place.name : `'${place.name}'`
  if (isEmpty && site.backedUpTo === place.name) {
    return {
      isAllowed: false,
      isShared: false,
      finding: `There are no backups in ${place.name} anymore, although this site made one there.`,
      action: `If it is a disk, mount it again: it may have been removed. If you emptied it yourself, save the place again on the page Connections, or run: npm run backup -- --take-over ${name}`,
    }
  }
  if (isEmpty) return { isAllowed: true, isShared: false }
  if (site.isUnconfirmed) {
    return {
      isAllowed: false,
      isShared: true,
      finding: `This site was restored from a backup, so it makes no backups in ${place.name} until you confirm that it is the live site: the live site’s backups may be there.`,
      action:
        'If this is the live site, run: npm run restore -- --confirm. If it is a copy, connect an empty place of its own on the page Connections (or BACKUP_DIR), or none.',
    }
  }
  if (owner ? owner.community === site.community : await isKnown(place, site)) {
    return { isAllowed: true, isShared: owner?.isShared ?? false }
  }
  const whose = owner
    ? `belong to another community (${nameOf(owner)})`
    : 'may belong to another community: nothing in them shows that they are of this site'
  const self = site.community ? nameOf({ ...site, community: site.community }) : site.title
  return {
    isAllowed: false,
    isShared: true,
    finding: `The backups in ${place.name} ${whose}. This site (${self}) makes none there.`,
    action: `To restore that community here, stop the server and run: npm run restore -- --from ${name} --key-file <file>. To keep this site’s backups elsewhere, enter an empty folder or bucket on the page Connections (or in BACKUP_DIR). To use this place for this site all the same, run: npm run backup -- --take-over ${name}. Nothing that is there is removed then.`,
  }
}

/**
 * Makes a site the owner of a place that is empty, that is its own, or that it takes over. Throws a
 * StartError if it may not make backups there. The caller holds the place's lock.
 */
export async function claimPlace(
  place: BackupPlace,
  site: BackedUpSite,
  { takesOver = false }: { takesOver?: boolean | undefined } = {},
): Promise<{ isShared: boolean }> {
  let claim = await examineClaim(place, site)
  if (!claim.isAllowed && takesOver && !site.isUnconfirmed) {
    claim = { isAllowed: true, isShared: claim.isShared }
  }
  if (!claim.isAllowed) throw new StartError(`${claim.finding} ${claim.action}`)
  const { isShared } = claim
  const { community, title } = site
  if (community) {
    const json = `${JSON.stringify({ community, title, isShared } satisfies Owner, null, 2)}\n`
    if (json !== (await readOwnerFile(place))) {
      await place.write(OWNER_FILE, Readable.from([json]))
    }
  }
  return { isShared }
}

/** Throws a StartError if another community has become the owner in the meantime. */
export async function requireOwner(place: BackupPlace, site: BackedUpSite): Promise<void> {
  const owner = await findOwner(place)
  if (!owner || !site.community || owner.community === site.community) return
  throw new StartError(
    `Another community (${nameOf(owner)}) began to use ${place.name} during this backup, which is therefore not complete. Give each site a place of its own.`,
  )
}

/** Whether an archive belongs to the site. An archive of an older release doesn't say whose it is. */
export function isOwn(
  manifest: Pick<Manifest, 'community'>,
  { site, isShared }: { site: BackedUpSite; isShared: boolean },
): boolean {
  if (manifest.community === undefined) return !isShared
  return manifest.community === site.community
}

/** The owner according to its file, or to the newest backup if that is missing or can't be read. */
async function findOwner(place: BackupPlace): Promise<Owner | undefined> {
  const owner = parseOwner(await readOwnerFile(place))
  if (owner) return owner
  for (const archive of (await listArchives(place)).reverse()) {
    // A damaged manifest says nothing.
    const manifest = await readManifest(place, archive).catch(() => undefined)
    // Nobody knows anymore whether the place was taken over.
    if (manifest?.community) return { community: manifest.community, title: '', isShared: true }
  }
  return undefined
}

async function readOwnerFile(place: BackupPlace): Promise<string | undefined> {
  try {
    return await text(place.read(OWNER_FILE))
  } catch (error) {
    // Whatever else is wrong with the folder, writing into it says so.
    const isNoFolder = error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
    if (isMissing(error) || isNoFolder) return undefined
    throw damage(`${OWNER_FILE} in ${place.name} can’t be read. Allow this user to read it.`, error)
  }
}

function parseOwner(json: string | undefined): Owner | undefined {
  try {
    return Owner.safeParse(JSON.parse(json ?? '')).data
  } catch {
    return undefined
  }
}

/**
 * Whether the site itself made the backups of an older release, which don't say whose they are: the
 * site recorded one of them to the millisecond, or has one of the keys of private writing.
 */
async function isKnown(place: BackupPlace, site: BackedUpSite): Promise<boolean> {
  const { backedUpAt } = site
  const recorded = backedUpAt && archiveName(backedUpAt)
  if (recorded && (await listArchives(place)).includes(recorded)) {
    const manifest = await readManifest(place, recorded).catch(() => undefined)
    if (manifest?.createdAt === backedUpAt.toISOString()) return true
  }
  const mirror = new Set(await place.list(MIRROR))
  return (await site.memberKeys()).some((key) => mirror.has(mirrorName(key)))
}

function nameOf({ title, community }: Pick<Owner, 'title' | 'community'>): string {
  const id = community.slice(0, 8)
  return title ? `“${title}”, ${id}` : id
}
