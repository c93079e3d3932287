import { Readable } from 'node:stream'
import type pg from 'pg'
import { JOB_NAMES, type QueuedWork } from '#server/db/jobs.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { withClient } from '#server/db/with-client.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { asLines, copyFiles, mirrorMemberKeys, readFileList, removeUnusedObjects } from './files.ts'
import {
  archiveName,
  type FileEntry,
  FORMAT,
  filesPart,
  jobsPart,
  listAllArchives,
  listArchives,
  type Manifest,
  masterKeyPart,
  removeArchive,
  tablePart,
  writeManifest,
} from './manifest.ts'
import { toRemove } from './retention.ts'
import { compress, seal } from './sealing.ts'
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
  /** Archives that the retention rules removed. */
  removed: string[]
}

/**
 * Creates an archive of the site while it runs: a snapshot of the database, then the files, then
 * the members' keys, which are therefore newer than the rows that need them. If interrupted, it
 * leaves no complete archive, and the next backup cleans up. Throws a StartError while another
 * backup into the same place is running.
 */
export async function createBackup(input: {
  place: BackupPlace
  source: BackupSource
  recipient: string
  now: Date
}): Promise<Backup> {
  const { place, source, recipient, now } = input
  await using lock = await place.lock()
  const archive = archiveName(now)
  const { complete, incomplete } = await listAllArchives(place)
  for (const name of incomplete) await removeArchive(place, name)
  const database = await copyDatabase({ place, archive, recipient, url: source.databaseUrl })
  const files = await copyAllFiles({ ...input, archive, before: complete.at(-1) })
  const memberKeys = await mirrorMemberKeys({ place, files: source.files, recipient })
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
    memberKeys,
  }
  // If another backup has begun in the meantime, it has removed parts of this one.
  await lock.confirm()
  await writeManifest(place, archive, manifest)
  const removed = toRemove([...complete, archive], { justMade: archive })
  for (const name of removed) await removeArchive(place, name)
  // Objects of removed archives, and of earlier interrupted backups.
  await removeUnusedObjects(place, await listArchives(place))
  return { archive, manifest, memberKeys, removed }
}

/** Copies everything in one snapshot, so that no row refers to a missing one. */
function copyDatabase(input: {
  place: BackupPlace
  archive: string
  recipient: string
  url: string
}): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'jobs'>> {
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
    }
  })
}

/** Reads the queued jobs, a short list of ids and keys. */
async function readJobs(client: pg.ClientBase): Promise<QueuedWork[]> {
  const { rows } = await client.query<QueuedWork>(
    `select name, data, start_after::text as "startAfter", priority, singleton_key as "singletonKey"
     from job.job where state < 'completed' and name = any($1) order by created_on`,
    [JOB_NAMES],
  )
  return rows
}

async function copyAllFiles(input: {
  place: BackupPlace
  source: BackupSource
  recipient: string
  archive: string
  /** The newest complete archive. */
  before: string | undefined
}): Promise<Manifest['files']> {
  const { place, source, recipient, archive, before } = input
  const known = new Map<string, FileEntry>()
  if (before) for await (const entry of readFileList(place, before)) known.set(entry.key, entry)
  let [count, bytes] = [0, 0]
  async function* counted(): AsyncGenerator<FileEntry> {
    for await (const entry of copyFiles({ place, files: source.files, recipient, known })) {
      count += 1
      bytes += entry.size
      yield entry
    }
  }
  const part = await place.write(filesPart(archive), asLines(counted()))
  return { count, bytes, part }
}
