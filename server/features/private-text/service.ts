import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/context.ts'
import type { Db, Queryable } from '#server/db/connect.ts'
import { walkRows } from '#server/db/page.ts'
import { isBrokenReference } from '#server/db/transaction.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import { ownBytes } from '#server/domain/own-bytes.ts'
import {
  newMemberKey,
  type PrivateKind,
  type SealedFor,
  seal,
  unseal,
  unwrapKey,
  wrapKey,
} from '#server/domain/sealed-text.ts'
import { type FileStore, filesUnavailable } from '#server/ports/files/port.ts'

/** A key file that no row refers to is deleted after this time. */
const UNCLAIMED_SECONDS = 60 * 60
/** How long an unwrapped key stays in memory. */
const CACHE_MS = 60_000
const CACHED_KEYS = 5_000
/** Key files read in parallel. */
const READ_AT_ONCE = 8

/** Unwrapped member keys by `fileKey`. */
export type MemberKeys = LRUCache<string, Buffer>

export function memberKeyCache(): MemberKeys {
  return new LRUCache({ max: CACHED_KEYS, ttl: CACHE_MS, ttlAutopurge: true })
}

/**
 * Seals a text under its member's key, which is created for the first text. Throws
 * `provider_unavailable` while the key can't be stored or read, since the text could never be
 * opened. Reads and writes files, so call it before a transaction begins.
 */
export async function sealText(
  context: Context,
  db: Queryable,
  input: SealedFor & { text: string },
): Promise<Buffer> {
  const { memberId } = input
  const fileKey = (await findKeyFile(db, memberId)) ?? (await makeKey(context, db, memberId))
  // Even a key that was just stored is read back before anything depends on it.
  const key = await readKey(context, { memberId, fileKey })
  if (!key) {
    // A new key would make everything sealed under this one unreadable, even if its file came back.
    const sentence =
      'We can’t store your private writing right now. Please try again in a little while.'
    throw new AppError('provider_unavailable', sentence)
  }
  return seal(key, input)
}

/** Opens one text. Undefined if the key is missing or the text isn't of this member and kind. */
export async function openText(
  context: Context,
  db: Queryable,
  { sealed, ...owner }: SealedFor & { sealed: Buffer },
): Promise<string | undefined> {
  return (await textOpener(context, db, owner))(sealed)
}

/** Opens many texts of one member, reading the key once. */
export async function textOpener(
  context: Context,
  db: Queryable,
  owner: SealedFor,
): Promise<(sealed: Buffer) => string | undefined> {
  const { memberId } = owner
  const fileKey = await findKeyFile(db, memberId)
  const key = fileKey && (await readKey(context, { memberId, fileKey }))
  return (sealed) => (key ? unseal(key, { ...owner, sealed }) : undefined)
}

/** Opens texts of many members, finding their key files with one query. */
export async function textOpeners(
  context: Context,
  db: Queryable,
  { memberIds, kind }: { memberIds: readonly string[]; kind: PrivateKind },
): Promise<(memberId: string, sealed: Buffer) => string | undefined> {
  const keys = new Map<string, Buffer>()
  // All readers share this iterator.
  const waiting = (await findKeyFiles(db, [...new Set(memberIds)])).values()
  const readSome = async (): Promise<void> => {
    for (const row of waiting) {
      const key = await readKey(context, row)
      if (key) keys.set(row.memberId, key)
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readSome))
  return (memberId, sealed) => {
    const key = keys.get(memberId)
    return key && unseal(key, { memberId, kind, sealed })
  }
}

/**
 * Makes all of the member's sealed texts unreadable for good, including those in database backups.
 */
export async function destroyKey(
  context: Context,
  trx: Queryable,
  memberId: string,
): Promise<void> {
  const fileKey = await deleteKeyFile(trx, memberId)
  if (!fileKey) return
  await context.jobs.send(trx, 'remove-file', { key: fileKey })
  context.memberKeys.delete(fileKey)
}

/** Whether a file contains a member's key in use and must be kept. */
export async function isKeyInUse(db: Db, fileKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberKey')
    .select('memberId')
    .where('fileKey', '=', fileKey)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores a new key and returns its `fileKey`; if several are made at once, the first one stored
 * counts.
 */
async function makeKey(context: Context, db: Queryable, memberId: string): Promise<string> {
  const fileKey = `member-keys/${randomUUID()}`
  // Queued first, so that not even a crash leaves a key file that no row refers to.
  const options = { startAfter: UNCLAIMED_SECONDS }
  await context.jobs.send(context.db, 'remove-file', { key: fileKey }, options)
  const wrapped = wrapKey(context.keys.derive('member-key'), {
    memberId,
    memberKey: newMemberKey(),
  })
  await putKeyFile(context.files, { fileKey, wrapped })
  const isFirst = await insertKeyFile(db, { memberId, fileKey }).catch(async (error: unknown) => {
    // After any other error the row may exist all the same; the job checks again in an hour.
    if (isBrokenReference(error)) await discard(context, fileKey)
    throw error
  })
  if (isFirst) return fileKey
  await discard(context, fileKey)
  const existing = await findKeyFile(db, memberId)
  if (!existing) throw notSignedIn()
  return existing
}

export async function putKeyFile(
  files: FileStore,
  { fileKey, wrapped }: { fileKey: string; wrapped: Buffer },
): Promise<void> {
  const body = Readable.from([wrapped])
  await files.put({ key: fileKey, contentType: 'application/octet-stream', body })
}

/** Undefined if the file is missing. Throws `provider_unavailable` when the store fails. */
export async function readKeyFile(files: FileStore, fileKey: string): Promise<Buffer | undefined> {
  try {
    return await buffer((await files.read(fileKey)).stream)
  } catch (error) {
    if (!(error instanceof AppError)) throw filesUnavailable(error)
    if (error.code === 'not_found') return undefined
    throw error
  }
}

async function readKey(
  context: Context,
  { memberId, fileKey }: { memberId: string; fileKey: string },
): Promise<Buffer | undefined> {
  const cached = context.memberKeys.get(fileKey)
  if (cached) return cached
  const wrapped = await readKeyFile(context.files, fileKey)
  const key = wrapped && unwrapKey(context.keys.derive('member-key'), { memberId, wrapped })
  if (key) context.memberKeys.set(fileKey, ownBytes(key))
  else {
    const why = wrapped ? 'cannot be opened with this master key' : 'is not in the file store'
    context.log.error(`a member key ${why}`)
  }
  return key
}

async function discard(context: Context, fileKey: string): Promise<void> {
  await context.files.remove(fileKey).catch((error: unknown) => {
    context.log.warn({ err: error }, 'a key that is not needed could not be removed yet')
  })
}

export interface KeyFileRow {
  memberId: string
  fileKey: string
}

/** The member key's path in the file store. */
async function findKeyFile(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberKey')
    .select('fileKey')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.fileKey
}

/** The key files of these members; members without a key are left out. */
function findKeyFiles(db: Queryable, memberIds: readonly string[]): Promise<KeyFileRow[]> {
  return db
    .selectFrom('memberKey')
    .select(['memberId', 'fileKey'])
    .where(sql<boolean>`member_id = any(${memberIds}::uuid[])`)
    .execute()
}

/** False if the member already has a key. */
async function insertKeyFile(db: Queryable, row: KeyFileRow): Promise<boolean> {
  const result = await db
    .insertInto('memberKey')
    .values(row)
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns the `fileKey` of the deleted row, if there was one. */
export async function deleteKeyFile(trx: Queryable, memberId: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('memberKey')
    .where('memberId', '=', memberId)
    .returning('fileKey')
    .executeTakeFirst()
  return row?.fileKey
}

/** All members' key files. */
export function walkKeyFiles(db: Queryable): AsyncIterable<KeyFileRow> {
  return walkRows(db.selectFrom('memberKey').select(['memberId', 'fileKey']), ['memberId'])
}
