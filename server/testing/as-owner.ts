import type { RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { databaseOf } from './database-of.ts'

/** Runs a statement that only the owner of the tables may run, such as one that breaks a table. */
export async function asOwner(context: Context, statement: RawBuilder<unknown>): Promise<void> {
  const { db, close } = connectDatabase({ url: databaseOf(context).ownerUrl, max: 1 })
  try {
    await statement.execute(db)
  } finally {
    await close()
  }
}
