import { buffer, text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import pg from 'pg'
import { sendRestoredJobs } from '#server/db/jobs.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import type { DatabaseUrls } from '#server/db/roles.ts'
import { type BackupPlace, isMissing, type Part, summing } from '#server/ports/backups/port.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import type { QueuedWork } from './create.ts'
import { restoreFiles, verifyFiles, verifyMemberKeys } from './files.ts'
import {
  damage,
  filesPart,
  jobsPart,
  listArchives,
  type Manifest,
  masterKeyPart,
  readManifest,
  tablePart,
} from './manifest.ts'
import { decompress, open } from './sealing.ts'
import { loadTables, setSequences, writeRows } from './tables.ts'

/**
 * Reads every part, file and key of an archive to the end, before anything depends on it. Throws a
 * StartError for a key that does not open it, or one that names what is missing or damaged.
 */
export async function verifyArchive(input: {
  place: BackupPlace
  archive: string
  identity: string
  /** `DATA_KEY`, if that is set. */
  dataKey?: Buffer | undefined
}): Promise<Manifest> {
  const { place, archive, identity } = input
  const manifest = await readManifest(place, archive)
  const { tables, jobs, files, masterKey } = manifest
  const parts: [string, Part][] = [
    ...tables.map(({ name, part }): [string, Part] => [tablePart(archive, name), part]),
    [jobsPart(archive), jobs.part],
    [filesPart(archive), files.part],
    ...(masterKey ? [[masterKeyPart(archive), masterKey] satisfies [string, Part]] : []),
  ]
  for (const [name, part] of parts) await verifyPart(place, name, part)
  await verifyIdentity(place, archive, identity)
  await verifyFiles(input)
  const ownKey = (await readMasterKey(place, archive, identity)) ?? input.dataKey
  // Archives share one mirror of members' keys, so keys deleted later are missing for older ones.
  const isNewest = (await listArchives(place)).at(-1) === archive
  const atLeast = isNewest ? (manifest.memberKeys ?? 0) : 0
  await verifyMemberKeys({ place, identity, masterKey: ownKey, atLeast })
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

async function verifyIdentity(
  place: BackupPlace,
  archive: string,
  identity: string,
): Promise<void> {
  try {
    await buffer(await open(identity, place.read(jobsPart(archive))))
  } catch (cause) {
    const sentence = 'This key does not open the backup. Use the key that it was made for.'
    throw damage(sentence, cause)
  }
}

/** The master key in the archive; undefined if it was set in the environment. */
export async function readMasterKey(
  place: BackupPlace,
  archive: string,
  identity: string,
): Promise<Buffer | undefined> {
  const { masterKey } = await readManifest(place, archive)
  if (!masterKey) return undefined
  return buffer(await open(identity, place.read(masterKeyPart(archive))))
}

/**
 * Restores a verified archive into an empty database and an empty file store: the migrations that
 * the archive had, its rows, and then newer migrations. The restored site waits for
 * `confirmRestoration`: until then it sends nothing and charges nobody.
 */
export async function restoreSite(input: {
  place: BackupPlace
  archive: string
  identity: string
  urls: DatabaseUrls
  files: FileStore
}): Promise<{ files: number; memberKeys: number }> {
  const { place, archive, identity, urls, files } = input
  const manifest = await readManifest(place, archive)
  await requireEmpty(urls, files)
  await requireKnownMigrations(manifest)
  await migrate(urls.ownerUrl, { until: manifest.migrations.at(-1)?.name })
  await restoreTables({ place, archive, identity, manifest, ownerUrl: urls.ownerUrl })
  await prepareDatabase(urls)
  const restored = await restoreFiles({ place, archive, files, identity })
  await sendRestoredJobs(urls.ownerUrl, readJobs({ place, archive, identity }))
  return restored
}

async function requireEmpty({ ownerUrl }: DatabaseUrls, files: FileStore): Promise<void> {
  const count = await withClient(ownerUrl, async (client) => {
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

async function requireKnownMigrations({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (unknown) {
    throw new StartError(
      `The backup was made by a newer or another release of Folx (it knows the migration ${unknown.name}). Restore it with that release.`,
    )
  }
}

/** Runs in one transaction, so that an interrupted restore leaves the tables empty. */
async function restoreTables(input: {
  place: BackupPlace
  archive: string
  identity: string
  manifest: Manifest
  ownerUrl: string
}): Promise<void> {
  const { place, archive, identity, manifest, ownerUrl } = input
  await withClient(ownerUrl, async (client) => {
    await client.query('begin')
    await loadTables(client, manifest.tables, async (table) => {
      const sealed = place.read(tablePart(archive, table.name))
      const rows = decompress(await open(identity, sealed))
      await pipeline(rows, writeRows(client, table))
    })
    for (const table of manifest.tables) await requireCount(client, table)
    await setSequences(client, manifest.sequences)
    // In the same transaction as the rows, so that no server can start on this as the live site.
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

async function* readJobs(input: {
  place: BackupPlace
  archive: string
  identity: string
}): AsyncGenerator<QueuedWork> {
  const sealed = input.place.read(jobsPart(input.archive))
  const lines = await text(decompress(await open(input.identity, sealed)))
  // Written by `createBackup` and verified to be unchanged.
  for (const line of lines.split('\n')) if (line) yield JSON.parse(line) as QueuedWork
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'folx-restore' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
