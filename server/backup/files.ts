import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { isMissing } from '#server/local-files.ts'
import { type BackupPlace, summing } from '#server/ports/backups/port.ts'
import { type FileStore, TRIAL_FILES } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import {
  damage,
  FileEntry,
  filesPart,
  OBJECTS,
  objectName,
  type SealedArchive,
} from './manifest.ts'
import { MEMBER_KEYS } from './member-keys.ts'
import { open, seal } from './sealing.ts'

/** Yields the files of an archive. */
export async function* readFileList(
  place: BackupPlace,
  archive: string,
): AsyncGenerator<FileEntry> {
  // Read as a whole: processing each file may take longer than a connection stays open.
  const lines = await text(place.read(filesPart(archive)))
  for (const line of lines.split('\n')) if (line) yield FileEntry.parse(JSON.parse(line))
}

/**
 * Copies every file except members' keys. Content that is already in the place, under any key, is
 * not copied again; files that are unchanged in `known`, those of the previous archive, are not
 * even read. Files that a row refers to but that the store has lost are kept from there.
 */
export async function* copyFiles(input: {
  place: BackupPlace
  files: FileStore
  recipient: string
  known: ReadonlyMap<string, FileEntry>
  findReferenced(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Called for each file that the store has lost. */
  onLost(): void
}): AsyncGenerator<FileEntry> {
  const { place, files, known, findReferenced, onLost } = input
  const gone = new Set(known.keys())
  for await (const { key, size, version } of files.list()) {
    if (key.startsWith(MEMBER_KEYS) || key.startsWith(TRIAL_FILES)) continue
    gone.delete(key)
    const before = known.get(key)
    if (before && before.size === size && before.version === version) {
      yield before
      continue
    }
    const entry = await copyFile(input, { key, size, version })
    if (entry) yield entry
  }
  const lost = await findReferenced([...gone])
  for (const entry of known.values()) {
    if (!lost.has(entry.key)) continue
    onLost()
    if (await place.has(objectName(entry.sha256))) yield entry
  }
}

async function copyFile(
  { place, files, recipient }: { place: BackupPlace; files: FileStore; recipient: string },
  { key, size, version }: { key: string; size: number; version: string },
): Promise<FileEntry | undefined> {
  const read = await files.read(key).catch((error: unknown) => {
    // Removed since it was listed.
    if (error instanceof Error && 'code' in error && error.code === 'not_found') return undefined
    throw error
  })
  if (!read) return undefined
  const hash = createHash('sha256')
  for await (const chunk of read.stream) hash.update(chunk)
  const sha256 = hash.digest('hex')
  if (!(await place.has(objectName(sha256)))) {
    const { stream } = await files.read(key)
    await place.write(objectName(sha256), await seal(recipient, stream))
  }
  return { key, size, contentType: read.contentType, version, sha256 }
}

/**
 * Reads every file of an archive to the end, and returns the keys of those that are missing. Throws
 * a StartError that names the first file that is damaged or differs from the list.
 */
export async function verifyFiles(input: SealedArchive): Promise<string[]> {
  const { place, archive } = input
  const readToEnd = (bytes: Readable): Promise<void> => finished(bytes.resume())
  const verified = new Map<string, boolean>()
  const missing: string[] = []
  for await (const entry of readFileList(place, archive)) {
    const isThere =
      verified.get(entry.sha256) ?? (await readFile(input, entry, readToEnd)) === 'read'
    verified.set(entry.sha256, isThere)
    if (!isThere) missing.push(entry.key)
  }
  return missing
}

/** Restores the files of an archive into a file store and returns their number. */
export async function restoreFiles(
  input: SealedArchive & { files: FileStore; isIncomplete: boolean },
): Promise<number> {
  const { place, archive, files, isIncomplete } = input
  let count = 0
  for await (const entry of readFileList(place, archive)) {
    const { key, contentType } = entry
    const outcome = await readFile(input, entry, (body) => files.put({ key, contentType, body }))
    if (outcome === 'read') count += 1
    else if (!isIncomplete) throw new StartError(`The file ${key} is missing in the backup.`)
  }
  return count
}

/**
 * Passes a file's bytes to `use`, unless it is missing. Throws a StartError if they differ from
 * those that were backed up.
 */
async function readFile(
  { place, identity }: { place: BackupPlace; identity: string },
  { key, sha256 }: FileEntry,
  use: (bytes: Readable) => Promise<unknown>,
): Promise<'read' | 'missing'> {
  const damaged = `The file ${key} in the backup is damaged. Use another backup.`
  const sum = await open(identity, place.read(objectName(sha256))).then(summing, (cause) => {
    if (isMissing(cause)) return undefined
    throw damage(damaged, cause)
  })
  if (!sum) return 'missing'
  let failure: unknown
  sum.bytes.once('error', (error) => {
    failure = error
  })
  await use(sum.bytes).catch((error) => {
    throw failure ? damage(damaged, failure) : error
  })
  if (sum.part().sha256 !== sha256) throw new StartError(damaged)
  return 'read'
}

/** Removes objects that no remaining archive refers to. */
export async function removeUnusedObjects(
  place: BackupPlace,
  archives: readonly string[],
): Promise<number> {
  const used = new Set<string>()
  for (const archive of archives) {
    for await (const { sha256 } of readFileList(place, archive)) used.add(objectName(sha256))
  }
  const unused = (await place.list(OBJECTS)).filter((name) => !used.has(name))
  for (const name of unused) await place.remove(name)
  return unused.length
}

/** One JSON text per line. */
export function asLines(values: Iterable<unknown> | AsyncIterable<unknown>): Readable {
  async function* lines(): AsyncGenerator<string> {
    for await (const value of values) yield `${JSON.stringify(value)}\n`
  }
  return Readable.from(lines())
}
