import type { Queryable } from '#server/db/connect.ts'

export async function findLocalNames(db: Queryable): Promise<string[]> {
  const row = await db.selectFrom('websiteSettings').select('localNames').executeTakeFirstOrThrow()
  return row.localNames
}

/** The same, locked until the transaction ends. */
export async function lockLocalNames(trx: Queryable): Promise<string[]> {
  const row = await trx
    .selectFrom('websiteSettings')
    .select('localNames')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.localNames
}

export async function updateLocalNames(trx: Queryable, localNames: string[]): Promise<void> {
  await trx.updateTable('websiteSettings').set({ localNames }).execute()
}
