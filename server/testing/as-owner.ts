import type { RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import { connectDatabase } from '#server/db/connect.ts'

/** Runs a statement that only the owner of the tables may run, such as one that breaks a table. */
export async function asOwner(
  { config: { database } }: Context,
  statement: RawBuilder<unknown>,
): Promise<void> {
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  const { db, close } = connectDatabase({ url: database.ownerUrl, max: 1 })
  try {
    await statement.execute(db)
  } finally {
    await close()
  }
}
