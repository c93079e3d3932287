import type { Context } from '#server/context.ts'
import type { DatabaseUrls } from '#server/db/roles.ts'

/** The URLs of a test file's database. */
export function databaseOf({ config: { database } }: Context): DatabaseUrls {
  if (database.provider !== 'url') throw new Error('Tests name their database.')
  return database
}
