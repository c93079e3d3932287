import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { timeInName } from '#server/local-files.ts'
import { type BackupPlace, summing } from '#server/ports/backups/port.ts'
import { StartError } from '#server/start-error.ts'

/** Increased when older releases cannot read the archive. */
export const FORMAT = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Part = z.object({ bytes: z.int(), sha256: Sha256 })

/** The maker of a backup: the server's schedule, a person (or another program), or an upgrade. */
const Maker = z.enum(['schedule', 'hand', 'upgrade'])
export type Maker = z.infer<typeof Maker>

/**
 * The contents of an archive, without any member's words. It is written last and makes the archive
 * complete.
 */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      part: Part,
    }),
  ),
  /** The last value of each sequence that has been used. */
  sequences: z.record(z.string(), z.string()),
  /** Background jobs that were not done yet. */
  jobs: z.object({ count: z.int(), part: Part }),
  files: z.object({ count: z.int(), bytes: z.int(), part: Part }),
  /** The master key, if it is a file in the data folder. */
  masterKey: Part.nullable(),
  /** Number of keys of private writing; missing in older archives, like everything below. */
  memberKeys: z.int().optional(),
  /** The list of these keys' names in the mirror. */
  memberKeyList: Part.optional(),
  /** The id of the community that this is a backup of. */
  community: z.guid().optional(),
  madeBy: Maker.optional(),
  /** The newest checkpoint of the audit log in it, in words; null if the log is empty. */
  auditCheckpoint: z.string().nullable().optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** One line of an archive's list of files. */
export const FileEntry = z.object({
  key: z.string(),
  size: z.int(),
  contentType: z.string(),
  /** Changes with the content; only used for comparison. */
  version: z.string(),
  /** Hash of the unencrypted content; also the object's name. */
  sha256: Sha256,
})
export type FileEntry = z.infer<typeof FileEntry>

export function tablePart(archive: string, table: string): string {
  return `${archive}/tables/${table}.copy.zst.age`
}
export const jobsPart = (archive: string): string => `${archive}/jobs.ndjson.zst.age`
export const filesPart = (archive: string): string => `${archive}/files.ndjson`
export const masterKeyPart = (archive: string): string => `${archive}/data.key.age`
export const memberKeysPart = (archive: string): string => `${archive}/member-keys.ndjson`
/** The folder with the contents of the files of all archives. */
export const OBJECTS = 'objects'
export const objectName = (sha256: string): string =>
  `${OBJECTS}/${sha256.slice(0, 2)}/${sha256}.age`
/** The folder with the keys of private writing of all archives. */
export const MIRROR = 'member-keys'

const manifestName = (archive: string): string => `${archive}/manifest.json`

/** An archive in its place, and the secret half of the backup key, which opens it. */
export interface SealedArchive {
  place: BackupPlace
  archive: string
  identity: string
}

const ARCHIVE = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/

/** The name of an archive begun at this time: `2026-11-22T06-00-00Z`. */
export function archiveName(at: Date): string {
  return `${timeInName(at)}Z`
}

/** The time in an archive's name. */
export function archiveTime(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))
}

/** Whether anything in the place comes from a backup, complete or not. */
export async function hasBackups(place: BackupPlace): Promise<boolean> {
  const folders = await place.folders()
  return folders.some((name) => ARCHIVE.test(name) || name === OBJECTS || name === MIRROR)
}

/** Complete archives and interrupted ones, each oldest first. */
export async function listAllArchives(
  place: BackupPlace,
): Promise<{ complete: string[]; incomplete: string[] }> {
  const names = (await place.folders()).filter((name) => ARCHIVE.test(name)).sort()
  const complete: string[] = []
  for (const name of names) if (await place.has(manifestName(name))) complete.push(name)
  return { complete, incomplete: names.filter((name) => !complete.includes(name)) }
}

/** Complete archives, oldest first. */
export async function listArchives(place: BackupPlace): Promise<string[]> {
  return (await listAllArchives(place)).complete
}

/** Removes an archive. If interrupted, the archive no longer counts as complete. */
export async function removeArchive(place: BackupPlace, archive: string): Promise<void> {
  await place.remove(manifestName(archive))
  await place.removeFolder(archive)
}

/** Writes the manifest and its checksum, which makes the archive complete. */
export async function writeManifest(
  place: BackupPlace,
  archive: string,
  manifest: Manifest,
): Promise<void> {
  const json = `${JSON.stringify(manifest, null, 2)}\n`
  const sum = summing(Readable.from([Buffer.from(json)]))
  await text(sum.bytes)
  await place.write(`${manifestName(archive)}.sha256`, Readable.from([sum.part().sha256]))
  await place.write(manifestName(archive), Readable.from([json]))
}

/**
 * The error for a part that can't be read to its end: the cause if it already is a sentence, such
 * as that the place can't be reached, and otherwise `sentence`.
 */
export function damage(sentence: string, cause: unknown): StartError {
  return cause instanceof StartError ? cause : new StartError(sentence, { cause })
}

export function madeByNewerRelease(archive: string): StartError {
  return new StartError(
    `The backup ${archive} was made by a newer release of Folx. Update Folx first, then do this again.`,
  )
}

export function madeByOtherRelease(archive: string, reason: string, cause?: unknown): StartError {
  return new StartError(
    `The backup ${archive} was made by another release of Folx. ${reason} Restore it with that release.`,
    { cause },
  )
}

/** Throws a StartError if the manifest is missing, damaged or from another release. */
export async function readManifest(place: BackupPlace, archive: string): Promise<Manifest> {
  const incomplete = (cause: unknown): StartError =>
    damage(`The backup ${archive} has no manifest, so it is not complete.`, cause)
  const sum = summing(place.read(manifestName(archive)))
  const json = await text(sum.bytes).catch((cause) => {
    throw incomplete(cause)
  })
  // Before the checksum, which a newer release may store differently.
  if (isOfNewerFormat(json)) throw madeByNewerRelease(archive)
  const checksum = await text(place.read(`${manifestName(archive)}.sha256`)).catch((cause) => {
    throw incomplete(cause)
  })
  if (sum.part().sha256 !== checksum.trim()) {
    throw new StartError(`The manifest of the backup ${archive} is damaged. Use another backup.`)
  }
  const { data, error } = Manifest.safeParse(JSON.parse(json))
  if (data && archiveName(new Date(data.createdAt)) !== archive) {
    throw new StartError(
      `The manifest in ${archive} is that of the backup ${archiveName(new Date(data.createdAt))}: parts of two backups are mixed up. Use another backup.`,
    )
  }
  if (data) return data
  throw madeByOtherRelease(archive, 'Its manifest has another form.', error)
}

function isOfNewerFormat(json: string): boolean {
  try {
    return z.object({ format: z.int().gt(FORMAT) }).safeParse(JSON.parse(json)).success
  } catch {
    return false
  }
}
