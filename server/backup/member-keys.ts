import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { keysFrom } from '#server/domain/keys.ts'
import { isWrappedBy } from '#server/domain/sealed-text.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import {
  damage,
  listArchives,
  MIRROR,
  memberKeysPart,
  readManifest,
  type SealedArchive,
} from './manifest.ts'
import { open, seal } from './sealing.ts'

/**
 * Keys of members' private writing in the file store. They are mirrored, not archived: old copies
 * would open the writing of deleted members.
 */
export const MEMBER_KEYS = 'member-keys/'

const OTHER_MASTER_KEY = `The keys of private writing in ${MIRROR} do not belong to the master key of this backup: the master key was changed after the backup was made, or parts of two sites are mixed up. Use a backup from after the change. To go on without private writing, restore with --incomplete from a copy of the backups without ${MIRROR}.`

/** The name in the mirror of a key in the file store. */
export function mirrorName(key: string): string {
  return `${MIRROR}/${key.slice(MEMBER_KEYS.length)}.age`
}

export interface MirroredKeys {
  /** Names in the mirror of all keys of this site. */
  names: string[]
  /** Names of the site's own keys there that no row refers to anymore. */
  stale: string[]
  /** How many keys that the site's rows refer to are missing in its file store. */
  lost: number
}

/**
 * Copies all members' keys into the mirror, which all archives share. A key there that is only
 * missing in the file store still belongs to the site.
 */
export async function mirrorMemberKeys(input: {
  place: BackupPlace
  files: FileStore
  recipient: string
  /** The keys that the site's rows refer to. */
  referenced: readonly string[]
  /** Names in the mirror that are the site's own; undefined if all are. */
  own: ReadonlySet<string> | undefined
}): Promise<MirroredKeys> {
  const { place, files, recipient, referenced, own } = input
  const current = new Set<string>()
  for await (const { key } of files.list(MEMBER_KEYS)) {
    const { stream } = await files.read(key)
    const name = mirrorName(key)
    // Rotation changes a key's bytes but not its name, so all are written.
    await place.write(name, await seal(recipient, stream))
    current.add(name)
  }
  const lost = new Set(referenced.map(mirrorName).filter((name) => !current.has(name)))
  const [names, stale] = [[...current], [] as string[]]
  for (const name of await place.list(MIRROR)) {
    if (lost.has(name)) names.push(name)
    else if (!current.has(name) && (own?.has(name) ?? true)) stale.push(name)
  }
  return { names, stale, lost: lost.size }
}

/** The names in the mirror of all keys that an archive needs. */
export async function readMemberKeyList(place: BackupPlace, archive: string): Promise<string[]> {
  const lines = await text(place.read(memberKeysPart(archive)))
  // Written by `createBackup`.
  return lines.split('\n').flatMap((line) => (line ? [JSON.parse(line) as string] : []))
}

type ArchiveWithKeys = SealedArchive & {
  /** Undefined if it is not known. */
  masterKey: Buffer | undefined
}

/**
 * Reads every member's key of an archive, and returns how many are missing. Throws a StartError if
 * one is damaged or was not wrapped with this master key.
 */
export async function verifyMemberKeys(input: ArchiveWithKeys): Promise<MissingKeys> {
  const found = new Set<string>()
  for await (const { name } of readMemberKeys(input)) found.add(name)
  return countMissing(input, found)
}

interface MissingKeys {
  missing: number
  /** How many the archive has. */
  of: number
}

async function countMissing(
  input: SealedArchive,
  found: ReadonlySet<string>,
): Promise<MissingKeys> {
  const { place, archive } = input
  const { memberKeyList, memberKeys, community, tables } = await readManifest(place, archive)
  if (!memberKeyList) {
    const of = memberKeys ?? tables.find(({ name }) => name === 'member_key')?.rows ?? 0
    return { missing: Math.max(0, of - found.size), of }
  }
  const names = await readMemberKeyList(place, archive)
  const later = await findLaterList(input, community)
  // A key that a later backup no longer has was deleted together with its member's writing.
  const missing = names.filter((name) => !found.has(name) && (later?.has(name) ?? true))
  return { missing: missing.length, of: names.length }
}

/** The keys in the newest backup that the same community made after this one. */
async function findLaterList(
  { place, archive }: SealedArchive,
  community: string | undefined,
): Promise<Set<string> | undefined> {
  for (const other of (await listArchives(place)).reverse()) {
    if (other <= archive) return undefined
    const manifest = await readManifest(place, other).catch(() => undefined)
    if (manifest?.memberKeyList && manifest.community === community) {
      return new Set(await readMemberKeyList(place, other))
    }
  }
  return undefined
}

/**
 * Restores all members' keys of an archive and returns their number. Throws a StartError if some are
 * missing, unless the archive is known to be incomplete.
 */
export async function restoreMemberKeys(
  input: ArchiveWithKeys & { files: FileStore; isIncomplete: boolean },
): Promise<number> {
  const restored = new Set<string>()
  for await (const { name, wrapped } of readMemberKeys(input)) {
    const key = MEMBER_KEYS + name.slice(MIRROR.length + 1, -'.age'.length)
    const body = Readable.from([wrapped])
    await input.files.put({ key, contentType: 'application/octet-stream', body })
    restored.add(name)
  }
  const { missing } = await countMissing(input, restored)
  if (missing > 0 && !input.isIncomplete) {
    throw new StartError(
      `Keys of private writing (${missing}) disappeared from ${MIRROR} in the backup meanwhile.`,
    )
  }
  return restored.size
}

/** Yields the archive's keys that are in the mirror. An older archive doesn't name its keys. */
async function* readMemberKeys(
  input: ArchiveWithKeys,
): AsyncGenerator<{ name: string; wrapped: Buffer }> {
  const { place, archive, identity, masterKey } = input
  const { memberKeyList } = await readManifest(place, archive)
  const named = memberKeyList && new Set(await readMemberKeyList(place, archive))
  const wrappingKey = masterKey && keysFrom(masterKey).derive('member-key')
  let [own, others] = [0, 0]
  for (const name of await place.list(MIRROR)) {
    if (named && !named.has(name)) continue
    const wrapped = await open(identity, place.read(name))
      .then(buffer)
      .catch((cause) => {
        const failure = damage(
          `${name} in the backup is damaged. Remove it there and restore with --incomplete to go on without this member’s key: their private writing stays unreadable then.`,
          cause,
        )
        // Without a list, it may be a key of another community, sealed for another backup key.
        if (named || failure === cause) throw failure
        return undefined
      })
    if (!wrapped) continue
    if (!wrappingKey || isWrappedBy(wrappingKey, wrapped)) {
      own += 1
      yield { name, wrapped }
    } else if (named) throw new StartError(OTHER_MASTER_KEY)
    else others += 1
  }
  if (own === 0 && others > 0) throw new StartError(OTHER_MASTER_KEY)
}
