import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { walkRows } from '#server/db/page.ts'

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

/** All members' key files. */
export function walkKeyFiles(db: Queryable): AsyncIterable<KeyFileRow> {
  return walkRows(db.selectFrom('memberKey').select(['memberId', 'fileKey']), ['memberId'])
}
