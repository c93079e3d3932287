import { type Selectable, sql, type Updateable } from 'kysely'
import type { DailyFormat, DailySource, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DailyContent, DailySettings } from '#server/db/schema.gen.ts'

const ROW = ['day', 'type', 'format', 'content', 'source', 'updatedAt'] as const

export type DailyRow = Pick<Selectable<DailyContent>, (typeof ROW)[number]>

/** A day and a type of content, which identify a row. */
export interface DailyPlace {
  day: DateText
  type: DailyType
}

/** The content for such a place. */
export interface NewContent {
  format: DailyFormat
  /** Sanitized HTML. */
  content: string
  source: DailySource
  /** The key of the library text, if it is one. */
  libraryKey: string | null
  /** Key of the image in the file store. */
  imageKey: string | null
}

interface NewRow extends DailyPlace, NewContent {
  createdAt: Date
  updatedAt: Date
}

/** Number of shown library texts to look back at; more than the library has of one type. */
const REMEMBERED_TEXTS = 400

export function listDay(db: Queryable, day: DateText): Promise<DailyRow[]> {
  return db.selectFrom('dailyContent').select(ROW).where('day', '=', day).execute()
}

/** The places with content in a span of days, by date, message before reflection. */
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

/** The content of `day` and later days, by date, message before reflection. */
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
export async function findNeighbors(
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

/** The image key of a place's content, or null. Locks the row until the transaction ends. */
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

/** Inserts or replaces the content of a place. */
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

/** Inserts content unless its place has some. Returns whether it did. */
export async function insertIfEmpty(trx: Queryable, row: NewRow): Promise<boolean> {
  const result = await trx
    .insertInto('dailyContent')
    .values(row)
    .onConflict((conflict) => conflict.columns(['day', 'type']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes the content of a place and returns its image key; undefined if there was none. */
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

/** The keys of published and scheduled library texts of this type, latest first. */
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

/** Whether an image is the content of a day, or was pasted into its text. */
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

const SETTINGS = [
  'autoGenerate',
  /** HH:MM in the community's time zone. */
  'generateAt',
  /** Runs that were due before this are not made up for. */
  'scheduledSince',
  'dailyMessagePrompt',
  'agentStyle',
  'reflectionPrompt',
] as const

export type DailySettingsRow = Pick<Selectable<DailySettings>, (typeof SETTINGS)[number]>

export function getDailySettings(db: Queryable): Promise<DailySettingsRow> {
  return db.selectFrom('dailySettings').select(SETTINGS).executeTakeFirstOrThrow()
}

/** Reads the settings and locks them until the transaction ends. */
export function lockDailySettings(trx: Queryable): Promise<DailySettingsRow> {
  return trx.selectFrom('dailySettings').select(SETTINGS).forUpdate().executeTakeFirstOrThrow()
}

export async function updateDailySettings(
  trx: Queryable,
  changes: Updateable<DailySettings>,
): Promise<void> {
  await trx.updateTable('dailySettings').set(changes).execute()
}
