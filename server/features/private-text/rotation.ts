import { rewrapConnections } from '#server/connections.ts'
import type { Db } from '#server/db/connect.ts'
import { beginKeyChange, type KeyChange, markMasterKey } from '#server/db/master-key-check.ts'
import type { Keys } from '#server/domain/keys.ts'
import { unwrapKey, wrapKey } from '#server/domain/sealed-text.ts'
import type { FileStore } from '#server/ports/files/port.ts'
import { StartError } from '#server/start-error.ts'
import { rewrapPushKey } from '../notifications/push.ts'
import { deleteKeyFile, type KeyFileRow, putKeyFile, readKeyFile, walkKeyFiles } from './service.ts'

export interface KeyStorage {
  db: Db
  files: FileStore
}

/** The outcome for the members' keys. */
export interface Rotation {
  /** Now wrapped under the next master key. */
  wrapped: number
  /** Lost keys that were deleted. */
  forgotten: number
}

/** Numbers of members' keys that can't be used. */
interface LostKeys {
  /** Missing from the file store. */
  missing: number
  /** Can't be opened with any of the master keys. */
  closed: number
}

export async function countLostKeys(
  { db, files }: KeyStorage,
  masterKeys: readonly Keys[],
): Promise<LostKeys> {
  const lost = { missing: 0, closed: 0 }
  for await (const row of walkKeyFiles(db)) {
    if (await openKey(files, row, masterKeys)) continue
    if (await readKeyFile(files, row.fileKey)) lost.closed += 1
    else lost.missing += 1
  }
  return lost
}

/**
 * Makes a database restored from before a change of the master key accept the current one. False if
 * some key can't be opened with it. Missing keys are ignored: they belong to accounts deleted
 * since.
 */
export async function adoptMasterKey(storage: KeyStorage, keys: Keys): Promise<boolean> {
  const { closed } = await countLostKeys(storage, [keys])
  if (closed === 0) await markMasterKey(storage.db, keys)
  return closed === 0
}

/**
 * Wraps every member's key under the next master key, so that the current one opens nothing
 * anymore. An interrupted run keeps its progress, and a second run with the same keys finishes it.
 * A lost key stops the run, or with `forgetsLost` is deleted: its member gets a new one with their
 * next text.
 */
export async function rotateMasterKey(
  { db, files }: KeyStorage,
  { forgetsLost, ...change }: KeyChange & { forgetsLost: boolean },
): Promise<Rotation> {
  await beginKeyChange(db, change)
  const rotation: Rotation = { wrapped: 0, forgotten: 0 }
  for await (const row of walkKeyFiles(db)) {
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
  await rewrapConnections(db, change)
  await markMasterKey(db, change.next)
  return rotation
}

/** The member's key and the master key that opens it; undefined if none does. */
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
