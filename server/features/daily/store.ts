import { type Selectable, sql } from 'kysely'
import type { DailyFormat, DailySource, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DailyContent } from '#server/db/schema.gen.ts'

const ROW = ['day', 'type', 'format', 'content', 'source', 'updatedAt'] as const

export type DailyRow = Pick<Selectable<DailyContent>, (typeof ROW)[number]>

/** One place of the daily page. */
export interface DailyPlace {
  day: DateText
  type: DailyType
}

/** What is put into such a place. */
export interface NewContent {
  format: DailyFormat
  /** Sanitised HTML. */
  content: string
  source: DailySource
  /** Which text of the library it is. */
  libraryKey: string | null
  /** Key of the image in the file store. */
  imageKey: string | null
}

interface NewRow extends DailyPlace, NewContent {
  createdAt: Date
  updatedAt: Date
}

/** Library texts that are remembered as shown; more than the library holds of one type. */
const REMEMBERED_TEXTS = 400

export function listDay(db: Queryable, day: DateText): Promise<DailyRow[]> {
  return db.selectFrom('dailyContent').select(ROW).where('day', '=', day).execute()
}

/** What each day of a span holds, by date, message before reflection. */
export function listPlaces(
  db: Queryable,
  { from, to }: { from: DateText; to: DateText },
): Promise<DailyPlace[]> {
  return db
    .selectFrom('dailyContent')
    .select(['day', 'type'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('type')
    .execute()
}

/** By date, message before reflection. */
export function listFrom(db: Queryable, day: DateText): Promise<DailyRow[]> {
  return db
    .selectFrom('dailyContent')
    .select(ROW)
    .where('day', '>=', day)
    .orderBy('day')
    .orderBy('type')
    .execute()
}

/** The nearest days with content before and after `day`, none later than `today`. */
export async function findNeighbours(
  db: Queryable,
  { day, today }: { day: DateText; today: DateText },
): Promise<{ previous: DateText | null; next: DateText | null }> {
  const { rows } = await sql<{ previous: DateText | null; next: DateText | null }>`
    select
      (select max(day) from daily_content where day < ${day} and day <= ${today}) as previous,
      (select min(day) from daily_content where day > ${day} and day <= ${today}) as next
  `.execute(db)
  return rows[0] ?? { previous: null, next: null }
}

/** Where the image of what stands in a place is stored; nobody changes it until the transaction ends. */
export async function lockImageKey(trx: Queryable, place: DailyPlace): Promise<string | null> {
  const row = await trx
    .selectFrom('dailyContent')
    .select('imageKey')
    .where('day', '=', place.day)
    .where('type', '=', place.type)
    .forUpdate()
    .executeTakeFirst()
  return row?.imageKey ?? null
}

/** Puts content in its place, whatever stands there. */
export function upsertContent(trx: Queryable, row: NewRow): Promise<DailyRow> {
  return trx
    .insertInto('dailyContent')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['day', 'type']).doUpdateSet((eb) => ({
        format: eb.ref('excluded.format'),
        content: eb.ref('excluded.content'),
        source: eb.ref('excluded.source'),
        libraryKey: eb.ref('excluded.libraryKey'),
        imageKey: eb.ref('excluded.imageKey'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .returning(ROW)
    .executeTakeFirstOrThrow()
}

/** Puts content in its place unless something stands there; tells whether it did. */
export async function insertIfEmpty(trx: Queryable, row: NewRow): Promise<boolean> {
  const result = await trx
    .insertInto('dailyContent')
    .values(row)
    .onConflict((conflict) => conflict.columns(['day', 'type']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Empties a place and returns the key of its image; undefined when nothing stood there. */
export async function deleteContent(
  trx: Queryable,
  place: DailyPlace,
): Promise<{ imageKey: string | null } | undefined> {
  return trx
    .deleteFrom('dailyContent')
    .where('day', '=', place.day)
    .where('type', '=', place.type)
    .returning('imageKey')
    .executeTakeFirst()
}

/** Library texts of this type that were shown or are prepared, latest first. */
export async function listUsedLibraryKeys(db: Queryable, type: DailyType): Promise<string[]> {
  const rows = await db
    .selectFrom('dailyContent')
    .select('libraryKey')
    .where('type', '=', type)
    .where('libraryKey', 'is not', null)
    .orderBy('day', 'desc')
    .limit(REMEMBERED_TEXTS)
    .execute()
  return rows.flatMap((row) => row.libraryKey ?? [])
}

/** Whether an image is the content of a day, or stands in the text of one, where it can be pasted. */
export async function isImageInUse(
  db: Queryable,
  image: { key: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from daily_content
    where image_key = ${image.key} or position(${image.address} in content) > 0 limit 1
  `.execute(db)
  return rows.length > 0
}
