import { randomUUID } from 'node:crypto'
import { access, constants } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { examineClaim } from '#server/backup/owner.ts'
import { readSite } from '#server/backup/site.ts'
import { isOnSameDisk } from '#server/backup-folder.ts'
import type { BackupAddress, Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { ignoreMissing } from '#server/local-files.ts'
import { unwritable } from '#server/ports/backups/folder.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { StartError } from '#server/start-error.ts'
import { failed, type Verdict, warning } from './check.ts'

/** Time limit for one request to a bucket, in milliseconds. */
const REQUEST_LIMIT_MS = 5_000

/**
 * The problem with the settings of backups or with their place; undefined if nothing is, or if
 * backups are not set up.
 */
export async function findBackupProblem(
  { backup }: Pick<Config, 'backup'>,
  // Only the server writes a file to try the place out: for another user, it could be in the way.
  { db, mayWrite }: { db: Db; mayWrite: boolean },
): Promise<Verdict | undefined> {
  if (!backup) return undefined
  const { address } = backup
  const place = await openBackupPlace(
    address.provider === 's3' ? { ...address, requestLimitMs: REQUEST_LIMIT_MS } : address,
  )
  try {
    const site = await readSite((statement) => sql.raw(statement).execute(db))
    const claim = await examineClaim(place, site)
    if (!claim.isAllowed) {
      const { finding, action } = claim
      const problem = { finding, meaning: 'No backup of this site is made.', action }
      return site.isUnconfirmed ? warning(problem) : failed(problem)
    }
    if (mayWrite) await tryOut(place)
    else await requireWritable(address)
  } catch (cause) {
    const error = unwritable(place.name, cause)
    // The message of a StartError is safe to show.
    if (!(error instanceof StartError)) throw error
    return failed({
      finding: error.message,
      meaning: 'Nobody can tell how old the backups are, and the next one may fail.',
      action: 'Correct this, then back up again.',
    })
  }
  return undefined
}

/** The sentence about a folder on the disk of the site; undefined for another disk, or a bucket. */
export function sameDiskSentence({
  backup,
  dataDir,
  database,
  files,
}: Pick<Config, 'backup' | 'dataDir' | 'database' | 'files'>): string | undefined {
  if (backup?.address.provider !== 'folder') return undefined
  if (database.provider === 'url' && files.provider === 's3') return undefined
  if (!isOnSameDisk(backup.address.path, dataDir)) return undefined
  return 'They are on the same disk as the site. If that disk breaks, both are lost: copy the folder to another machine regularly, or use another place.'
}

/** Does what a backup does: locks, writes, lists, reads back and removes. */
async function tryOut(place: BackupPlace): Promise<void> {
  await place.tryLock()
  const folder = `probe-${randomUUID()}`
  const name = `${folder}/file`
  try {
    await place.write(name, Readable.from([name]))
    const isListed =
      (await place.folders()).includes(folder) && (await place.list(folder)).includes(name)
    if (!isListed || (await text(place.read(name))) !== name) {
      throw new StartError(`What was written into ${place.name} can’t be read back unchanged.`)
    }
  } finally {
    await place.removeFolder(folder).catch(() => {})
  }
  if (await place.has(name)) {
    throw new StartError(
      `Nothing can be deleted in ${place.name}, so old backups and the private writing of members who leave would stay. Allow deleting there.`,
    )
  }
}

async function requireWritable(address: BackupAddress): Promise<void> {
  if (address.provider === 'folder') {
    // The first backup creates the folder.
    await access(address.path, constants.W_OK).catch(ignoreMissing)
  }
}
