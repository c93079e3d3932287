import { type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Slice, walkPages } from '#server/db/page.ts'
import type { DB } from '#server/db/schema.gen.ts'

export interface MoodRow {
  moodEntryId: number
  /** `YYYY-MM-DD`. */
  day: string
  sealed: Buffer
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = ['moodEntryId', 'day', 'sealed', 'createdAt', 'updatedAt'] as const

export interface MoodFilter {
  memberId: string
  /** First and last day, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** One page of a member's entries, newest day first. */
export function listEntries(
  db: Queryable,
  input: Slice & { filter: MoodFilter },
): Promise<MoodRow[]> {
  const { filter, limit, offset } = input
  const page = selection(db, filter).select(COLUMNS).orderBy('day', 'desc').limit(limit)
  return (offset > 0 ? page.offset(offset) : page).execute()
}

export function countEntries(db: Queryable, filter: MoodFilter): Promise<number> {
  return countRows(selection(db, filter))
}

function selection(
  db: Queryable,
  { memberId, from, to }: MoodFilter,
): SelectQueryBuilder<DB, 'moodEntry', object> {
  let query = db.selectFrom('moodEntry').where('memberId', '=', memberId)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  return query
}

/** All of a member's entries in pages, oldest first. */
export function walkOwnEntries(db: Queryable, memberId: string): AsyncIterable<MoodRow[]> {
  return walkPages(selection(db, { memberId }).select(COLUMNS), ['day'])
}

/** A member's entries for the given days, newest first. */
export function listEntriesOf(
  db: Queryable,
  memberId: string,
  days: readonly string[],
): Promise<MoodRow[]> {
  return db
    .selectFrom('moodEntry')
    .select(COLUMNS)
    .where('memberId', '=', memberId)
    .where('day', 'in', days)
    .orderBy('day', 'desc')
    .execute()
}

export function findEntry(
  db: Queryable,
  input: { memberId: string; day: string },
): Promise<MoodRow | undefined> {
  return db
    .selectFrom('moodEntry')
    .select(COLUMNS)
    .where('memberId', '=', input.memberId)
    .where('day', '=', input.day)
    .executeTakeFirst()
}

/**
 * Saves a day's entry over one made earlier, or over any with `replacesAny`. Undefined if the
 * stored entry was made later.
 */
export async function putEntry(
  db: Queryable,
  entry: { memberId: string; day: string; sealed: Buffer; madeAt: Date; replacesAny: boolean },
): Promise<(MoodRow & { isNew: boolean }) | undefined> {
  const { replacesAny, madeAt, ...values } = entry
  return (
    db
      .insertInto('moodEntry')
      .values({ ...values, madeAt, createdAt: madeAt, updatedAt: madeAt })
      .onConflict((conflict) =>
        conflict
          .columns(['memberId', 'day'])
          .doUpdateSet({ sealed: values.sealed, madeAt, updatedAt: madeAt })
          .where((eb) => (replacesAny ? eb.lit(true) : eb('moodEntry.madeAt', '<=', madeAt))),
      )
      .returning(COLUMNS)
      // On conflict, the existing row is locked, which sets its xmax; a new row has 0.
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirst()
  )
}

/** False when the member has no such entry. */
export async function deleteEntry(
  db: Queryable,
  input: { memberId: string; moodEntryId: number },
): Promise<boolean> {
  const result = await db
    .deleteFrom('moodEntry')
    .where('memberId', '=', input.memberId)
    .where('moodEntryId', '=', input.moodEntryId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
