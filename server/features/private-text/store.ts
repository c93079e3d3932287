import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** Rows read at a time when going through all keys. */
const PAGE = 200

export interface KeyFileRow {
  memberId: string
  fileKey: string
}

/** The member key's path in the file store. */
export async function findKeyFile(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberKey')
    .select('fileKey')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.fileKey
}

/** The key files of these members; members without a key are left out. */
export function findKeyFiles(db: Queryable, memberIds: readonly string[]): Promise<KeyFileRow[]> {
  return db
    .selectFrom('memberKey')
    .select(['memberId', 'fileKey'])
    .where(sql<boolean>`member_id = any(${memberIds}::uuid[])`)
    .execute()
}

/** False if the member already has a key. */
export async function insertKeyFile(db: Queryable, row: KeyFileRow): Promise<boolean> {
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

/** Whether a row refers to this key file. */
export async function isKeyFile(db: Queryable, fileKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberKey')
    .select('memberId')
    .where('fileKey', '=', fileKey)
    .executeTakeFirst()
  return row !== undefined
}

/** The next page of all members' key files, after `last`. */
export function listKeyFiles(db: Queryable, last: KeyFileRow | undefined): Promise<KeyFileRow[]> {
  let query = db.selectFrom('memberKey').select(['memberId', 'fileKey'])
  if (last) query = query.where('memberId', '>', last.memberId)
  return query.orderBy('memberId').limit(PAGE).execute()
}
