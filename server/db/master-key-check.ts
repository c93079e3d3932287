import type { Keys } from '#server/domain/keys.ts'
import { StartError } from '#server/start-error.ts'
import type { Db } from './connect.ts'

/**
 * Makes sure that every node has the master key that the database was first used with: with
 * another one, codes and limits would fall apart and encrypted text could not be read.
 */
export async function requireSameMasterKey(db: Db, keys: Keys): Promise<void> {
  const mark = keys.hmac('check', 'this database')
  await db
    .insertInto('masterKeyCheck')
    .values({ mark })
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
  const stored = await db.selectFrom('masterKeyCheck').select('mark').executeTakeFirstOrThrow()
  if (stored.mark.equals(mark)) return
  throw new StartError(
    'DATA_KEY (or data.key in the data folder) is not the key that this database was made with. Give every node the same key.',
  )
}
