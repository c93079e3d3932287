import type { Keys } from '#server/domain/keys.ts'
import { UNFINISHED_ROTATION } from '#server/master-key.ts'
import { StartError } from '#server/start-error.ts'
import type { Db } from './connect.ts'

const MARK_BYTES = 32
const NOT_THIS_KEY =
  'This is not the master key that the database was made with. Nothing was changed.'

/** The current master key and the one that replaces it. */
export interface KeyChange {
  current: Keys
  next: Keys
}

/**
 * Makes sure that every node has the master key that the database was first used with: with another
 * one, codes and limits would not match and encrypted text could not be read.
 */
export async function requireSameMasterKey(db: Db, keys: Keys): Promise<void> {
  const mark = markOf(keys)
  await db
    .insertInto('masterKeyCheck')
    .values({ mark })
    .onConflict((conflict) => conflict.column('onlyRow').doNothing())
    .execute()
  const stored = await db.selectFrom('masterKeyCheck').select('mark').executeTakeFirstOrThrow()
  if (stored.mark.equals(mark)) return
  if (stored.mark.length > MARK_BYTES) throw new StartError(UNFINISHED_ROTATION)
  throw new StartError(
    'DATA_KEY (or data.key in the data folder) is not the key that this database was made with. Give every node the same key.',
  )
}

/** Whether the database was already used with a master key. */
export async function hasMasterKey(db: Db): Promise<boolean> {
  return (await db.selectFrom('masterKeyCheck').select('mark').executeTakeFirst()) !== undefined
}

/**
 * Marks the database as changing from one master key to the other, so that no server starts on it
 * in the meantime. Also resumes a change that was interrupted at any point. Throws a StartError for
 * keys that the database does not know.
 */
export async function beginKeyChange(db: Db, change: KeyChange): Promise<void> {
  const { from, between, to } = marksOf(change)
  await db
    .insertInto('masterKeyCheck')
    .values({ mark: between })
    .onConflict((conflict) =>
      conflict
        .column('onlyRow')
        .doUpdateSet({ mark: between })
        .where('masterKeyCheck.mark', '=', from),
    )
    .execute()
  const { mark } = await db.selectFrom('masterKeyCheck').select('mark').executeTakeFirstOrThrow()
  if (mark.equals(between) || mark.equals(to)) return
  throw new StartError(
    mark.length > MARK_BYTES
      ? 'An earlier change of the master key was not finished. Finish it first, with the same two keys.'
      : NOT_THIS_KEY,
  )
}

/** Throws a StartError unless the database uses one of the keys, or is changing from or to it. */
export async function requireKnownMasterKey(db: Db, masterKeys: readonly Keys[]): Promise<void> {
  const stored = await db.selectFrom('masterKeyCheck').select('mark').executeTakeFirst()
  if (!stored) return
  const marks = [stored.mark.subarray(0, MARK_BYTES), stored.mark.subarray(MARK_BYTES)]
  const isKnown = masterKeys.some((keys) => marks.some((mark) => mark.equals(markOf(keys))))
  if (!isKnown) throw new StartError(NOT_THIS_KEY)
}

/** From now on, servers start only with this master key. */
export async function markMasterKey(db: Db, keys: Keys): Promise<void> {
  const mark = markOf(keys)
  await db
    .insertInto('masterKeyCheck')
    .values({ mark })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ mark }))
    .execute()
}

function marksOf({ current, next }: KeyChange): { from: Buffer; between: Buffer; to: Buffer } {
  const [from, to] = [markOf(current), markOf(next)]
  return { from, between: Buffer.concat([from, to]), to }
}

function markOf(keys: Keys): Buffer {
  return keys.hmac('check', 'this database')
}
