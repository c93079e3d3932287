import { Readable } from 'node:stream'
import type pg from 'pg'
import { findCheckpoint } from '#server/db/checkpoint.ts'
import { type QueuedWork, RESTORED_JOBS } from '#server/db/jobs.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { withClient } from '#server/db/with-client.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import { asLines, copyFiles, readFileList, removeUnusedObjects } from './files.ts'
import {
  archiveName,
  type FileEntry,
  FORMAT,
  filesPart,
  jobsPart,
  listAllArchives,
  listArchives,
  type Maker,
  type Manifest,
  masterKeyPart,
  memberKeysPart,
  readManifest,
  removeArchive,
  tablePart,
  writeManifest,
} from './manifest.ts'
import { mirrorMemberKeys, readMemberKeyList } from './member-keys.ts'
import { claimPlace, isOwn, requireOwner } from './owner.ts'
import { toRemove } from './retention.ts'
import { compress, seal } from './sealing.ts'
import { type BackedUpSite, readSite } from './site.ts'
import { listTables, readRows, readSequences } from './tables.ts'

/** A site to back up, running or not. */
export interface BackupSource {
  /** For a role that can read every table. */
  databaseUrl: string
  files: FileStore
  /** Undefined if it is set in the environment. */
  masterKey: Buffer | undefined
}

export interface Backup {
  archive: string
  manifest: Manifest
  memberKeys: number
  /**
   * Files that the site's rows refer to and its file store has lost. What an earlier backup contains of it
   * is in this one, too.
   */
  lost: { files: number; memberKeys: number }
  /** Archives that the retention rules removed. */
  removed: string[]
}

/**
 * Creates an archive of the site while it runs: a snapshot of the database, then the files, then
 * the members' keys, which are therefore newer than the rows that need them. If interrupted, it
 * leaves no complete archive, and the next backup cleans up. Throws a StartError while another
 * backup into the same place is running, and if the place belongs to another community.
 */
export async function createBackup(input: {
  place: BackupPlace
  source: BackupSource
  recipient: string
  now: Date
  madeBy: Maker
  /** Whether a person has confirmed that this site may use the place of another community. */
  takesOver?: boolean | undefined
}): Promise<Backup> {
  const { place, source, recipient, now, madeBy } = input
  await using lock = await place.lock()
  const site = await readSite((statement) =>
    withClient({ url: source.databaseUrl, name: 'folx-backup' }, (client) =>
      client.query(statement),
    ),
  )
  const { isShared } = await claimPlace(place, site, input)
  const archive = archiveName(now)
  const { complete, incomplete } = await listAllArchives(place)
  if (complete.includes(archive)) {
    throw new StartError(
      `There is already a backup ${archive} in ${place.name}. Check the clock, then run this again.`,
    )
  }
  for (const name of incomplete) await removeArchive(place, name)
  const own = await findOwn(place, complete, { site, isShared })
  // The files of a failed one are no use to anybody.
  await using leftovers = new AsyncDisposableStack()
  leftovers.defer(() => removeArchive(place, archive).catch(() => {}))
  const database = await copyDatabase({ place, archive, recipient, url: source.databaseUrl })
  const before = own.at(-1)?.name
  const { lost: lostFiles, ...files } = await copyAllFiles({ ...input, archive, before, site })
  const keys = await mirrorMemberKeys({
    place,
    files: source.files,
    recipient,
    referenced: await site.memberKeys(),
    own: isShared ? await listKeysOf(place, own) : undefined,
  })
  const masterKey = source.masterKey
    ? await place.write(
        masterKeyPart(archive),
        await seal(recipient, Readable.from([source.masterKey])),
      )
    : null
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: now.toISOString(),
    ...database,
    files,
    masterKey,
    memberKeys: keys.names.length,
    memberKeyList: await place.write(memberKeysPart(archive), asLines(keys.names)),
    community: site.community,
    madeBy,
  }
  // If another backup has begun in the meantime, it has removed parts of this one.
  await lock.confirm()
  await requireOwner(place, site)
  await writeManifest(place, archive, manifest)
  leftovers.move()
  for (const name of keys.stale) await place.remove(name)
  const removed = toRemove([...own, { name: archive, madeBy }], { now, justMade: archive })
  for (const name of removed) await removeArchive(place, name)
  // Objects of removed archives, and of earlier interrupted backups.
  await removeUnusedObjects(place, await listArchives(place))
  const lost = { files: lostFiles, memberKeys: keys.lost }
  return { archive, manifest, memberKeys: keys.names.length, lost, removed }
}

interface OwnArchive {
  name: string
  /** Undefined for an archive of an older release. */
  madeBy: Maker | undefined
  hasKeyList: boolean
}

/** The site's own archives among these. One whose manifest can't be read may be another site's. */
async function findOwn(
  place: BackupPlace,
  archives: readonly string[],
  claim: { site: BackedUpSite; isShared: boolean },
): Promise<OwnArchive[]> {
  const own: OwnArchive[] = []
  for (const name of archives) {
    const manifest = await readManifest(place, name).catch(() => undefined)
    if (!manifest || !isOwn(manifest, claim)) continue
    const { madeBy, memberKeyList } = manifest
    own.push({ name, madeBy, hasKeyList: memberKeyList !== undefined })
  }
  return own
}

async function listKeysOf(
  place: BackupPlace,
  archives: readonly OwnArchive[],
): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { name, hasKeyList } of archives) {
    if (!hasKeyList) continue
    for (const key of await readMemberKeyList(place, name)) names.add(key)
  }
  return names
}

/** Copies everything in one snapshot, so that no row refers to a missing one. */
function copyDatabase(input: {
  place: BackupPlace
  archive: string
  recipient: string
  url: string
}): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'jobs' | 'auditCheckpoint'>> {
  const { place, archive, recipient, url } = input
  return withClient({ url, name: 'folx-backup' }, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) {
      const { rows, count } = readRows(client, table)
      const part = await place.write(
        tablePart(archive, table.name),
        await seal(recipient, compress(rows)),
      )
      tables.push({ ...table, rows: count(), part })
    }
    const jobs = await readJobs(client)
    const part = await place.write(
      jobsPart(archive),
      await seal(recipient, compress(asLines(jobs))),
    )
    return {
      migrations: await listMigrations(client),
      tables,
      sequences: await readSequences(client),
      jobs: { count: jobs.length, part },
      // An upgrade backs up the database of an older release, too.
      ...(tables.some(({ name }) => name === 'audit_link') && {
        auditCheckpoint: await findCheckpoint((statement) => client.query(statement)),
      }),
    }
  })
}

/** Reads the queued jobs, a short list of ids and keys. */
async function readJobs(client: pg.ClientBase): Promise<QueuedWork[]> {
  const { rows } = await client.query<QueuedWork>(
    `select name, data, start_after::text as "startAfter", priority, singleton_key as "singletonKey"
     from job.job where state < 'completed' and name = any($1) order by created_on`,
    [RESTORED_JOBS],
  )
  return rows
}

async function copyAllFiles(input: {
  place: BackupPlace
  source: BackupSource
  recipient: string
  archive: string
  /** The site's newest complete archive. */
  before: string | undefined
  site: BackedUpSite
}): Promise<Manifest['files'] & { lost: number }> {
  const { place, source, archive, before, site } = input
  const known = new Map<string, FileEntry>()
  if (before) for await (const entry of readFileList(place, before)) known.set(entry.key, entry)
  let [count, bytes, lost] = [0, 0, 0]
  const onLost = (): void => {
    lost += 1
  }
  async function* counted(): AsyncGenerator<FileEntry> {
    const { findReferenced } = site
    const copied = copyFiles({ ...input, files: source.files, known, findReferenced, onLost })
    for await (const entry of copied) {
      count += 1
      bytes += entry.size
      yield entry
    }
  }
  const part = await place.write(filesPart(archive), asLines(counted()))
  return { count, bytes, part, lost }
}
