import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import pg from 'pg'
import { type QueuedWork, sendRestoredJobs } from '#server/db/jobs.ts'
import {
  findUnknown,
  migrateAsBefore,
  migrateInTransaction,
  readMigrations,
} from '#server/db/migrate.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import type { DatabaseUrls } from '#server/db/roles.ts'
import { withClient } from '#server/db/with-client.ts'
import { isMissing } from '#server/local-files.ts'
import { type BackupPlace, type Part, summing } from '#server/ports/backups/port.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import { restoreFiles, verifyFiles } from './files.ts'
import {
  damage,
  filesPart,
  jobsPart,
  type Manifest,
  madeByNewerRelease,
  madeByOtherRelease,
  masterKeyPart,
  memberKeysPart,
  readManifest,
  type SealedArchive,
  tablePart,
} from './manifest.ts'
import { restoreMemberKeys, verifyMemberKeys } from './member-keys.ts'
import { RESTORED_FROM_SINCE } from './restoration.ts'
import { decompress, open } from './sealing.ts'
import { loadTables, setSequences, writeRows } from './tables.ts'

/**
 * Reads every part, file and key of an archive to the end, before anything depends on it. Throws a
 * StartError for an archive of another release, for a key that does not open it, or one that names
 * what is missing or damaged. Files and keys that are missing are given to `onMissing` instead, if
 * that is set.
 */
export async function verifyArchive(
  input: SealedArchive & {
    /** `DATA_KEY`, if that is set. */
    dataKey?: Buffer | undefined
    onMissing?: ((sentence: string) => void) | undefined
  },
): Promise<Manifest> {
  const { place, archive, onMissing } = input
  const manifest = await readManifest(place, archive)
  await requireKnownMigrations(archive, manifest)
  const { tables, jobs, files, masterKey, memberKeyList } = manifest
  const parts: [string, Part][] = [
    ...tables.map(({ name, part }): [string, Part] => [tablePart(archive, name), part]),
    [jobsPart(archive), jobs.part],
    [filesPart(archive), files.part],
    ...(masterKey ? [[masterKeyPart(archive), masterKey] satisfies [string, Part]] : []),
    ...(memberKeyList ? [[memberKeysPart(archive), memberKeyList] satisfies [string, Part]] : []),
  ]
  for (const [name, part] of parts) await verifyPart(place, name, part)
  await verifyIdentity(input)
  const missingFiles = await verifyFiles(input)
  const keys = await verifyMemberKeys({
    ...input,
    masterKey: (await readMasterKey(input)) ?? input.dataKey,
  })
  const [example] = missingFiles
  const rest = missingFiles.length > 1 ? ', …' : ''
  const missing = [
    ...(example ? [`${missingFiles.length} of ${files.count} files (${example}${rest})`] : []),
    ...(keys.missing > 0 ? [`${keys.missing} of ${keys.of} keys of private writing`] : []),
  ]
  if (missing.length > 0) {
    const sentence = `The backup ${archive} is not complete. Missing in ${place.name}: ${missing.join(' and ')}.`
    if (!onMissing) {
      throw new StartError(
        `${sentence} Copy the whole folder of the backups there again, or use another backup. To restore without them, use npm run restore with --incomplete.`,
      )
    }
    onMissing(sentence)
  }
  return manifest
}

async function verifyPart(place: BackupPlace, name: string, expected: Part): Promise<void> {
  const sum = summing(place.read(name))
  await finished(sum.bytes.resume()).catch((cause) => {
    throw isMissing(cause)
      ? new StartError(`${name} is missing in the backup. Use another backup.`, { cause })
      : cause
  })
  if (sum.part().sha256 !== expected.sha256) {
    throw new StartError(`${name} in the backup is damaged. Use another backup.`)
  }
}

async function verifyIdentity({ place, archive, identity }: SealedArchive): Promise<void> {
  try {
    await buffer(await open(identity, place.read(jobsPart(archive))))
  } catch (cause) {
    const sentence = 'This key does not open the backup. Use the key that it was made for.'
    throw damage(sentence, cause)
  }
}

/**
 * Writes the master key of an archive to the data folder being restored. `configured` is
 * `DATA_KEY`, if that is set.
 */
export async function restoreMasterKey(
  input: SealedArchive & { configured: Buffer | undefined; dataDir: string },
): Promise<void> {
  const { configured, dataDir } = input
  const masterKey = await readMasterKey(input)
  if (masterKey && configured && !masterKey.equals(configured)) {
    throw new StartError(
      'DATA_KEY is not the key of the site in the backup. Remove it: the key is in the backup.',
    )
  }
  if (masterKey) {
    const text = `${masterKey.toString('hex')}\n`
    await writeFile(join(dataDir, 'data.key'), text, { mode: 0o600 })
  } else if (!configured) {
    throw new StartError('The key of that site is not in the backup. Set DATA_KEY to it.')
  }
}

/** The master key in the archive; undefined if it was set in the environment. */
async function readMasterKey({
  place,
  archive,
  identity,
}: SealedArchive): Promise<Buffer | undefined> {
  const { masterKey } = await readManifest(place, archive)
  if (!masterKey) return undefined
  return buffer(await open(identity, place.read(masterKeyPart(archive))))
}

/**
 * Restores a verified archive into an empty database and an empty file store: the migrations that
 * the archive had, its rows, and then newer migrations. The restored site waits for
 * `confirmRestoration`: until then it sends nothing and charges nobody.
 */
export async function restoreSite(
  input: SealedArchive & {
    urls: DatabaseUrls
    files: FileStore
    /** Whether files may be missing in the backup. */
    isIncomplete?: boolean
  },
): Promise<{ files: number; memberKeys: number }> {
  const { place, archive, urls, files, isIncomplete = false } = input
  const manifest = await readManifest(place, archive)
  await requireEmpty(urls, files)
  await requireKnownMigrations(archive, manifest)
  await migrateAsBefore(urls.ownerUrl, manifest.migrations)
  await restoreTables({ ...input, manifest, ownerUrl: urls.ownerUrl })
  await prepareDatabase(urls)
  const restored = {
    files: await restoreFiles({ ...input, isIncomplete }),
    memberKeys: await restoreMemberKeys({
      ...input,
      isIncomplete,
      masterKey: await readMasterKey(input),
    }),
  }
  await sendRestoredJobs(urls.ownerUrl, readJobs(input))
  return restored
}

async function requireEmpty({ ownerUrl }: DatabaseUrls, files: FileStore): Promise<void> {
  const count = await withClient({ url: ownerUrl, name: 'folx-restore' }, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace`,
    )
    return rows[0]?.count ?? 0
  })
  if (count > 0) {
    throw new StartError(
      'The database is not empty. Create a new one for the restored site, and name it in DATABASE_URL and DATABASE_OWNER_URL. The old one stays as it is.',
    )
  }
  for await (const { key } of files.list()) {
    throw new StartError(
      `The file store is not empty (it contains ${key}). Name a new bucket in S3_BUCKET. The old one stays as it is.`,
    )
  }
}

async function requireKnownMigrations(archive: string, { migrations }: Manifest): Promise<void> {
  const program = await readMigrations()
  const unknown = findUnknown(program, migrations).at(-1)?.name
  if (unknown === undefined) return
  const newest = program.at(-1)?.name ?? ''
  throw unknown > newest
    ? madeByNewerRelease(archive)
    : madeByOtherRelease(archive, `Its migration ${unknown} is not the one of this release.`)
}

/** Runs in one transaction, so that an interrupted restore leaves the tables empty. */
async function restoreTables(
  input: SealedArchive & { manifest: Manifest; ownerUrl: string },
): Promise<void> {
  const { place, archive, identity, manifest, ownerUrl } = input
  await withClient({ url: ownerUrl, name: 'folx-restore' }, async (client) => {
    await client.query('begin')
    await loadTables(client, manifest.tables, async (table) => {
      const sealed = place.read(tablePart(archive, table.name))
      const rows = decompress(await open(identity, sealed))
      await pipeline(rows, writeRows(client, table))
    })
    for (const table of manifest.tables) await requireCount(client, table)
    await setSequences(client, manifest.sequences)
    // In the same transaction as the rows, so that no server can start on this as the live site.
    await migrateInTransaction(client, { until: RESTORED_FROM_SINCE })
    await client.query('update website_settings set restored_from = $1', [manifest.createdAt])
    await client.query('commit')
  })
}

async function requireCount(
  client: pg.ClientBase,
  { name, rows: expected }: Manifest['tables'][number],
): Promise<void> {
  const table = pg.escapeIdentifier(name)
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from public.${table}`,
  )
  if (rows[0]?.count === expected) return
  throw new StartError(
    `The table ${name} has ${rows[0]?.count} rows after the restore, and ${expected} in the backup's manifest. Use another backup.`,
  )
}

async function* readJobs({ place, archive, identity }: SealedArchive): AsyncGenerator<QueuedWork> {
  const lines = await text(decompress(await open(identity, place.read(jobsPart(archive)))))
  // Written by `createBackup` and verified to be unchanged.
  for (const line of lines.split('\n')) if (line) yield JSON.parse(line) as QueuedWork
}
