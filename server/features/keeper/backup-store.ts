import type { Queryable } from '#server/db/connect.ts'

export async function findLastBackup(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('backupRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}

export async function findLastDrill(db: Queryable): Promise<Date | undefined> {
  const row = await db.selectFrom('drillRecord').select('madeAt').executeTakeFirst()
  return row?.madeAt
}
