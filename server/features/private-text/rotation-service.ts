import type { Db } from '#server/db/connect.ts'
import { beginKeyChange, type KeyChange, markMasterKey } from '#server/db/master-key-check.ts'
import type { Keys } from '#server/domain/keys.ts'
import { unwrapKey, wrapKey } from '#server/domain/sealed-text.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import { rewrapPushKey } from '../notifications/push-keys-service.ts'
import { putKeyFile, readKeyFile } from './service.ts'
import { deleteKeyFile, type KeyFileRow, listKeyFiles } from './store.ts'

export interface Place {
  db: Db
  files: FileStore
}

/** What became of the members' keys. */
export interface Rotation {
  /** Open with the next master key now. */
  wrapped: number
  /** Were lost and are given up. */
  forgotten: number
}

/** How many members' keys cannot be used. */
export interface LostKeys {
  /** Gone from the file store. */
  missing: number
  /** Opened by none of the master keys. */
  closed: number
}

export async function countLostKeys(
  { db, files }: Place,
  masterKeys: readonly Keys[],
): Promise<LostKeys> {
  const lost = { missing: 0, closed: 0 }
  for await (const row of allRows(db)) {
    if (await openKey(files, row, masterKeys)) continue
    if (await readKeyFile(files, row.fileKey)) lost.closed += 1
    else lost.missing += 1
  }
  return lost
}

/**
 * Makes a database that was restored from before a change of the master key know the present one.
 * False when there is a key that this one does not open. Keys that are missing are those of
 * accounts that have been deleted since.
 */
export async function adoptMasterKey(place: Place, keys: Keys): Promise<boolean> {
  const { closed } = await countLostKeys(place, [keys])
  if (closed === 0) await markMasterKey(place.db, keys)
  return closed === 0
}

/**
 * Wraps every member's key anew, so that the present master key opens nothing any more. What has
 * been done stays done when it breaks off, and a second run with the same keys finishes it. A lost key
 * ends it, or with `forgetsLost` is given up: its member gets a new one with the next words.
 */
export async function rotateMasterKey(
  { db, files }: Place,
  { forgetsLost, ...change }: KeyChange & { forgetsLost: boolean },
): Promise<Rotation> {
  await beginKeyChange(db, change)
  const rotation: Rotation = { wrapped: 0, forgotten: 0 }
  for await (const row of allRows(db)) {
    const opened = await openKey(files, row, [change.next, change.current])
    if (opened?.by === change.current) {
      const { memberId, fileKey } = row
      const { memberKey } = opened
      const wrapped = wrapKey(change.next.derive('member-key'), { memberId, memberKey })
      await putKeyFile(files, { fileKey, wrapped })
    }
    if (opened) rotation.wrapped += 1
    else if (!forgetsLost) throw new StartError("A member's key is lost.")
    else {
      await deleteKeyFile(db, row.memberId)
      rotation.forgotten += 1
    }
  }
  await rewrapPushKey(db, change)
  await markMasterKey(db, change.next)
  return rotation
}

async function* allRows(db: Db): AsyncGenerator<KeyFileRow> {
  let rows = await listKeyFiles(db, undefined)
  while (rows.length > 0) {
    yield* rows
    rows = await listKeyFiles(db, rows.at(-1))
  }
}

/** The member's key and which master key opens it; undefined when none does. */
async function openKey(
  files: FileStore,
  { memberId, fileKey }: KeyFileRow,
  masterKeys: readonly Keys[],
): Promise<{ memberKey: Buffer; by: Keys } | undefined> {
  const wrapped = await readKeyFile(files, fileKey)
  if (!wrapped) return undefined
  for (const by of masterKeys) {
    const memberKey = unwrapKey(by.derive('member-key'), { memberId, wrapped })
    if (memberKey) return { memberKey, by }
  }
  return undefined
}
