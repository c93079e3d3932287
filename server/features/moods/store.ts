import { type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Slice } from '#server/db/page.ts'
import type { DB } from '#server/db/schema.gen.ts'

/** Entries that are read at once when a whole journal is gone through. */
const PAGE = 200

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

/** A member's entries from the oldest on, one page after another. */
export function listEntriesAfter(
  db: Queryable,
  memberId: string,
  lastDay: string | undefined,
): Promise<MoodRow[]> {
  let query = db.selectFrom('moodEntry').select(COLUMNS).where('memberId', '=', memberId)
  if (lastDay) query = query.where('day', '>', lastDay)
  return query.orderBy('day').limit(PAGE).execute()
}

/** A member's entries of some days, newest first. */
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
 * Writes the entry of a day, in place of one that was made earlier or, with `replacesAny`, of any.
 * Undefined when the one that stands was made later.
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
      // A row that was there before has been locked by this statement.
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
