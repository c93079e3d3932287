import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { counted } from '#server/checks/words.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { isWrappedBy } from '#server/domain/sealed-text.ts'
import { isMissing } from '#server/local-files.ts'
import { type BackupPlace, summing } from '#server/ports/backups/port.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import { damage, FileEntry, filesPart, objectName, type SealedArchive } from './manifest.ts'
import { open, seal } from './sealing.ts'

/**
 * Keys of members' private writing. They are mirrored, not archived: old copies would open the
 * writing of deleted members.
 */
const MEMBER_KEYS = 'member-keys/'

const MIRROR = 'member-keys'

const OTHER_MASTER_KEY = `The keys of private writing in ${MIRROR} do not belong to the master key of this backup: the master key was changed after the backup was made, or parts of two sites are mixed up. Use a backup from after the change. To go on without private writing, restore from a copy of the backups without ${MIRROR}.`

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
 * even read.
 */
export async function* copyFiles(input: {
  place: BackupPlace
  files: FileStore
  recipient: string
  known: ReadonlyMap<string, FileEntry>
}): AsyncGenerator<FileEntry> {
  const { files, known } = input
  for await (const { key, size, version } of files.list()) {
    if (key.startsWith(MEMBER_KEYS)) continue
    const before = known.get(key)
    if (before && before.size === size && before.version === version) {
      yield before
      continue
    }
    const entry = await copyFile(input, { key, size, version })
    if (entry) yield entry
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
 * Makes the mirror of members' keys match the file store: a key that was deleted there is deleted
 * here, too. All archives share one mirror.
 */
export async function mirrorMemberKeys(input: {
  place: BackupPlace
  files: FileStore
  recipient: string
}): Promise<number> {
  const { place, files, recipient } = input
  const current = new Set<string>()
  for await (const { key } of files.list(MEMBER_KEYS)) {
    const { stream } = await files.read(key)
    const name = `${MIRROR}/${key.slice(MEMBER_KEYS.length)}.age`
    // Rotation changes a key's bytes but not its name, so all are written.
    await place.write(name, await seal(recipient, stream))
    current.add(name)
  }
  for (const name of await place.list(MIRROR)) {
    if (!current.has(name)) await place.remove(name)
  }
  return current.size
}

/**
 * Reads every file of an archive to the end. Throws a StartError that names the first file that is
 * missing, damaged, or differs from the list.
 */
export async function verifyFiles(input: SealedArchive): Promise<void> {
  const { place, archive } = input
  const readToEnd = (bytes: Readable): Promise<void> => finished(bytes.resume())
  const verified = new Set<string>()
  for await (const entry of readFileList(place, archive)) {
    if (verified.has(entry.sha256)) continue
    await readFile(input, entry, readToEnd)
    verified.add(entry.sha256)
  }
}

/**
 * Reads every member's key. Throws a StartError if one is damaged, if one was not wrapped with this
 * master key, or if there are fewer than `atLeast`.
 */
export async function verifyMemberKeys(input: {
  place: BackupPlace
  identity: string
  /** Undefined if it is not known. */
  masterKey: Buffer | undefined
  atLeast: number
}): Promise<void> {
  const { place, identity, masterKey, atLeast } = input
  const wrappingKey = masterKey && keysFrom(masterKey).derive('member-key')
  const names = await place.list(MIRROR)
  if (names.length < atLeast) {
    throw new StartError(
      `${MIRROR} in the backup has ${counted(names.length, 'key')} of private writing, and ${atLeast} were there when the backup was made. Copy the whole folder of the backups here again, or use another copy of it.`,
    )
  }
  for (const name of names) {
    const wrapped = await open(identity, place.read(name))
      .then(buffer)
      .catch((cause) => {
        throw damage(
          `${name} in the backup is damaged. Remove it there to go on without this member's key: their private writing stays unreadable then.`,
          cause,
        )
      })
    if (wrappingKey && !isWrappedBy(wrappingKey, wrapped)) throw new StartError(OTHER_MASTER_KEY)
  }
}

/** Restores the files of an archive and all members' keys into an empty file store. */
export async function restoreFiles(
  input: SealedArchive & { files: FileStore },
): Promise<{ files: number; memberKeys: number }> {
  const { place, archive, files, identity } = input
  let count = 0
  for await (const entry of readFileList(place, archive)) {
    const { key, contentType } = entry
    await readFile(input, entry, (body) => files.put({ key, contentType, body }))
    count += 1
  }
  const names = await place.list(MIRROR)
  for (const name of names) {
    const key = MEMBER_KEYS + name.slice(MIRROR.length + 1, -'.age'.length)
    const body = await open(identity, place.read(name))
    await files.put({ key, contentType: 'application/octet-stream', body })
  }
  return { files: count, memberKeys: names.length }
}

/**
 * Passes a file's bytes to `use`. Throws a StartError if they differ from those that were backed
 * up.
 */
async function readFile(
  { place, identity }: { place: BackupPlace; identity: string },
  { key, sha256 }: FileEntry,
  use: (bytes: Readable) => Promise<unknown>,
): Promise<void> {
  const damaged = `The file ${key} in the backup is damaged. Use another backup.`
  const sum = await open(identity, place.read(objectName(sha256))).then(summing, (cause) => {
    const missing = `The file ${key} is missing in the backup. Use another backup.`
    throw damage(isMissing(cause) ? missing : damaged, cause)
  })
  let failure: unknown
  sum.bytes.once('error', (error) => {
    failure = error
  })
  await use(sum.bytes).catch((error) => {
    throw failure ? damage(damaged, failure) : error
  })
  if (sum.part().sha256 !== sha256) throw new StartError(damaged)
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
  const unused = (await place.list('objects')).filter((name) => !used.has(name))
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
