import { sql } from 'kysely'
import type {
  AdminDailyOverview,
  DailyCalendar,
  DailyPage,
  DailyType,
  DailyVerse,
  Quotation,
} from '#contract/daily.ts'
import { addDays, type DateText, logicalDate } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { isWholeSentence } from '#server/domain/whole-sentence.ts'
import { libraryVerseOf } from '#server/library/library.ts'
import { recordAudit } from '../audit/service.ts'
import { readSettings } from '../settings/service.ts'
import { presentCalendar, presentContent, presentPage } from './present.ts'
import { checkQuotations } from './quotations.ts'
import { type DailyPlace, type DailyRow, getDailySettings, listDay, ROW } from './store.ts'
import { wordOfDay } from './words.ts'

/** The community's IANA time zone, which decides when shared days begin. */
export async function communityTimeZone(db: Queryable): Promise<string> {
  return (await readSettings(db)).timeZone
}

/** The community's current logical date. */
export async function communityToday(context: Context, db: Queryable): Promise<DateText> {
  return logicalDate(context.now(), await communityTimeZone(db))
}

/** The daily page of today or of a past day. Throws `invalid_input` for a future day. */
export async function readDailyPage(context: Context, asked?: DateText): Promise<DailyPage> {
  const today = await communityToday(context, context.db)
  const date = asked ?? today
  if (date > today) {
    const sentence = 'That day is in the future.'
    throw new AppError('invalid_input', sentence, { fields: { date: sentence } })
  }
  const [rows, neighbors, word] = await Promise.all([
    listDay(context.db, date),
    findNeighbors(context.db, { day: date, today }),
    wordOfDay(context.db, date),
  ])
  const verse = (await quotedVerse(context, rows)) ?? libraryVerseOf(date)
  return presentPage({ date, today, rows, word, verse, neighbors })
}

/** The longest quotation, in characters, to use as the verse of the day. */
const MAX_VERSE = 300

/** The first whole sentence that the message or, after it, the reflection quotes word for word. */
async function quotedVerse(
  context: Context,
  rows: readonly DailyRow[],
): Promise<DailyVerse | undefined> {
  const inOrder = [...rows].sort((a, b) => a.type.localeCompare(b.type))
  for (const row of inOrder) {
    for (const { text, reference, status } of await quotationsOf(context, row)) {
      const isWhole = status === 'matches' && text.length <= MAX_VERSE && isWholeSentence(text)
      if (isWhole && reference !== null) return { text, reference }
    }
  }
  return undefined
}

/** Content published for today and scheduled for later days. */
export async function readOverview(context: Context): Promise<AdminDailyOverview> {
  const today = await communityToday(context, context.db)
  const rows = await listFrom(context.db, today)
  const entries = rows.map(async (row) => presentContent(row, await quotationsOf(context, row)))
  return { today, entries: await Promise.all(entries) }
}

/** The days with content in a month (`YYYY-MM`), with the types of content. */
export async function readCalendar(context: Context, month: string): Promise<DailyCalendar> {
  const from = `${month}-01`
  const [today, places, { autoGenerate }] = await Promise.all([
    communityToday(context, context.db),
    listPlaces(context.db, { from, to: lastOfMonth(from) }),
    getDailySettings(context.db),
  ])
  return presentCalendar({ month, today, places, autoGenerate })
}

function lastOfMonth(first: DateText): DateText {
  const [year = 0, month = 1] = first.split('-').map(Number)
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  const [nextYear, nextMonth] = next.map(String)
  return addDays(`${nextYear?.padStart(4, '0')}-${nextMonth?.padStart(2, '0')}-01`, -1)
}

/** The quotations in a row's content; an image has none. */
export async function quotationsOf(
  context: Context,
  row: Pick<DailyRow, 'format' | 'content'>,
): Promise<Quotation[]> {
  return row.format === 'image' ? [] : checkQuotations(context.scripture, row.content)
}

/** Compares the quotations in a text, sanitized as for publishing, with the Bible. */
export function checkText(context: Context, content: string): Promise<Quotation[]> {
  return checkQuotations(context.scripture, sanitizeHtml(content))
}

/** Unpublishes content for today or removes scheduled content. Throws `not_found`. */
export async function removeContent(
  context: Context,
  admin: Admin,
  { date, type }: { date: DateText; type: DailyType },
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const today = await communityToday(context, trx)
    const removed = date < today ? undefined : await deleteContent(trx, { day: date, type })
    if (!removed) throw new AppError('not_found', 'Nothing is published for that day.')
    if (removed.imageKey) {
      await context.jobs.send(trx, 'remove-daily-image', { key: removed.imageKey })
    }
    await recordAudit(trx, admin, { action: 'daily-removed', subjectId: `${date} ${type}` })
  })
  announceDaily(context)
}

/** Makes open daily pages refetch. */
export function announceDaily(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'daily' })
}

/** The places with content in a span of days, by date, message before reflection. */
function listPlaces(
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
function listFrom(db: Queryable, day: DateText): Promise<DailyRow[]> {
  return db
    .selectFrom('dailyContent')
    .select(ROW)
    .where('day', '>=', day)
    .orderBy('day')
    .orderBy('type')
    .execute()
}

/** The nearest days with content before and after `day`, none later than `today`. */
async function findNeighbors(
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

/** Deletes the content of a place and returns its image key; undefined if there was none. */
async function deleteContent(
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
