import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** Rows that are read at once when all keys are gone through. */
const PAGE = 200

export interface KeyFileRow {
  memberId: string
  fileKey: string
}

/** Where the member's key lies in the file store. */
export async function findKeyFile(db: Queryable, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memberKey')
    .select('fileKey')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.fileKey
}

/** Where the keys of these members lie; who has none is left out. */
export function findKeyFiles(db: Queryable, memberIds: readonly string[]): Promise<KeyFileRow[]> {
  return db
    .selectFrom('memberKey')
    .select(['memberId', 'fileKey'])
    .where(sql<boolean>`member_id = any(${memberIds}::uuid[])`)
    .execute()
}

/** False when the member has a key already. */
export async function insertKeyFile(db: Queryable, row: KeyFileRow): Promise<boolean> {
  const result = await db
    .insertInto('memberKey')
    .values(row)
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns where the member's key lies, if there is one. */
export async function deleteKeyFile(trx: Queryable, memberId: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('memberKey')
    .where('memberId', '=', memberId)
    .returning('fileKey')
    .executeTakeFirst()
  return row?.fileKey
}

/** Whether the file under this key holds a member's key. */
export async function isKeyFile(db: Queryable, fileKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberKey')
    .select('memberId')
    .where('fileKey', '=', fileKey)
    .executeTakeFirst()
  return row !== undefined
}

/** All members' keys, one page after another. */
export function listKeyFiles(db: Queryable, last: KeyFileRow | undefined): Promise<KeyFileRow[]> {
  let query = db.selectFrom('memberKey').select(['memberId', 'fileKey'])
  if (last) query = query.where('memberId', '>', last.memberId)
  return query.orderBy('memberId').limit(PAGE).execute()
}
