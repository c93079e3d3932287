import { randomUUID } from 'node:crypto'
import { access, constants, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { openBackupPlace } from '#server/backup/open-place.ts'
import { examineClaim } from '#server/backup/owner.ts'
import { isRecipient } from '#server/backup/sealing.ts'
import { readSite } from '#server/backup/site.ts'
import type { BackupAddress, Config } from '#server/config.ts'
import type { Db } from '#server/db/connect.ts'
import { ignoreMissing, isMissing } from '#server/local-files.ts'
import { unwritable } from '#server/ports/backups/folder.ts'
import type { BackupPlace } from '#server/ports/backups/port.ts'
import { StartError } from '#server/start-error.ts'
import { failed, type Verdict, warning } from './check.ts'

/** Time limit for one request to a bucket, in milliseconds. */
const REQUEST_LIMIT_MS = 5_000

/**
 * What is wrong with the settings of backups and with their place; undefined if nothing is, or if
 * backups are not set up.
 */
export async function findBackupProblem(
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
  // Only the server writes a file to try the place out: for another user, it could be in the way.
  { db, mayWrite }: { db: Db; mayWrite: boolean },
): Promise<Verdict | undefined> {
  if (!backup) return undefined
  const { address, recipient } = backup
  if (recipient !== undefined && !isRecipient(recipient)) {
    return failed({
      finding: 'The key for backups is not the public half of a backup key.',
      meaning: 'No backup can be made.',
      action:
        'Enter the public half (age1…) on the page Connections. If BACKUP_RECIPIENT is set on the server, correct it there and restart the server.',
    })
  }
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
      action: 'Fix that, then run “npm run backup”.',
    })
  }
  if (!(await isInside(address, dataDir))) return undefined
  return warning({
    finding: 'The place for backups is inside the data folder.',
    meaning: 'Whatever destroys the site, such as a broken disk, destroys its backups, too.',
    action:
      'Move the backups to another disk or into a bucket, and enter that place on the page Connections, or in BACKUP_DIR if it is set on the server.',
  })
}

/** Writes a file, reads it back and removes it. */
async function tryOut(place: BackupPlace): Promise<void> {
  const name = `.probe-${randomUUID()}`
  try {
    await place.write(name, Readable.from([name]))
    if ((await text(place.read(name))) === name) return
  } finally {
    await place.remove(name).catch(() => {})
  }
  throw new StartError(`What was written into ${place.name} can’t be read back unchanged.`)
}

async function requireWritable(address: BackupAddress): Promise<void> {
  if (address.provider === 'folder') {
    // The first backup creates the folder.
    await access(address.path, constants.W_OK).catch(ignoreMissing)
  }
}

async function isInside(address: BackupAddress, dataDir: string): Promise<boolean> {
  if (address.provider !== 'folder') return false
  const [path, folder] = [await realPath(address.path), await realPath(dataDir)]
  const way = relative(folder, path)
  return way === '' || !/^\.\.([/\\]|$)/.test(way)
}

/** The path without symbolic links, whether or not the folder exists. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
    return join(await realPath(dirname(path)), basename(path))
  }
}
