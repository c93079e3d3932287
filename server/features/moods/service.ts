import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Page } from '#contract/endpoint.ts'
import type { DayStamp, PageQuery } from '#contract/fields.ts'
import { logicalDate } from '#contract/logical-date.ts'
import { Mood, type MoodEntry } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { countRows, type Slice, sliceOf, walkPages } from '#server/db/page.ts'
import type { DB } from '#server/db/schema.gen.ts'
import { AppError } from '#server/domain/app-error.ts'
import { momentOf, resolveDay } from '#server/domain/day-stamp.ts'
import { daysLikeThis } from '#server/domain/days-like-this.ts'
import { requireKnown, versionOf } from '#server/domain/version.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { openText, sealText, textOpener } from '../private-text/service.ts'
import { requireOpenJournal } from './lock.ts'

/** The viewer's entries, newest first. Entries that can't be opened are left out but counted. */
export async function browseEntries(
  context: Context,
  viewer: Viewer,
  query: PageQuery & { from?: string | undefined; to?: string | undefined },
): Promise<Page<MoodEntry>> {
  await requireOpenJournal(context, viewer)
  const filter = { memberId: viewer.id, from: query.from, to: query.to }
  // In parallel, since every visit makes these calls.
  const [rows, total, openSealed] = await Promise.all([
    listEntries(context.db, { filter, ...sliceOf(query) }),
    countEntries(context.db, filter),
    textOpener(context, context.db, { memberId: viewer.id, kind: 'mood' }),
  ])
  return { items: presentOpened(rows, openSealed), total }
}

/** The viewer's entries for this day in earlier months and years, newest first. */
export async function readOnThisDay(context: Context, viewer: Viewer): Promise<MoodEntry[]> {
  await requireOpenJournal(context, viewer)
  const days = daysLikeThis(logicalDate(context.now(), viewer.timeZone))
  return open(context, viewer.id, await listEntriesOf(context.db, viewer.id, days))
}

/** All of the member's entries, oldest first, for an export. The caller checks the lock. */
export async function* walkEntries(context: Context, memberId: string): AsyncGenerator<MoodEntry> {
  for await (const rows of walkOwnEntries(context.db, memberId)) {
    yield* await open(context, memberId, rows)
  }
}

/**
 * Saves a day's entry over an earlier one. With a `version`, throws `conflict` if that one isn't the
 * one that was shown. Without, an entry that arrives late never replaces one written after it; then
 * the newer entry is returned.
 */
export async function saveEntry(
  context: Context,
  viewer: Viewer,
  { mood, notes, version, ...stamp }: DayStamp & MoodInput,
): Promise<{ entry: MoodEntry; isNew: boolean }> {
  await requireOpenJournal(context, viewer)
  const now = context.now()
  const { day } = resolveDay({ stamp, now, timeZone: viewer.timeZone })
  await context.limits.consume('mood-member', viewer.id)
  const memberId = viewer.id
  const text = textOf({ mood, notes: notes ?? null })
  const sealed = await sealText(context, context.db, { memberId, kind: 'mood', text })
  const entry = { memberId, day, sealed, madeAt: momentOf(stamp, now) }
  if (version !== undefined) {
    const words = { mood, notes: notes ?? null }
    return answer(await replaceKnown(context, entry, { version, words }), text)
  }
  const written = await putEntry(context.db, { ...entry, replaces: 'older' })
  if (written) return answer(written, text)
  const newer = await findNewer(context, { memberId, day })
  if (newer) return { entry: newer, isNew: false }
  // The other entry was deleted in the meantime, or can't be opened anymore.
  const replaced = await putEntry(context.db, { ...entry, replaces: 'any' })
  if (!replaced) throw new Error('An entry that replaces any other was not written.')
  return answer(replaced, text)
}

/** Saves an entry over the one that its page showed. Throws `conflict` for another one. */
async function replaceKnown(
  context: Context,
  entry: NewEntry,
  { version, words }: { version: string; words: Words },
): Promise<WrittenRow> {
  const openSealed = await textOpener(context, context.db, { ...entry, kind: 'mood' })
  while (true) {
    const row = await findEntry(context.db, entry)
    const newer = row && presentEntry(row, openSealed(row.sealed))
    const saved = newer && { mood: newer.mood, notes: newer.notes }
    requireKnown({ version, saved, changes: words, newer: () => newer })
    const written = await putEntry(context.db, { ...entry, replaces: row?.sealed ?? 'nothing' })
    // Otherwise, another one was saved just now.
    if (written) return written
  }
}

/** Throws `not_found` for another member's entry. */
export async function removeEntry(
  context: Context,
  viewer: Viewer,
  moodEntryId: number,
): Promise<void> {
  await requireOpenJournal(context, viewer)
  const removed = await deleteEntry(context.db, { memberId: viewer.id, moodEntryId })
  if (!removed) throw new AppError('not_found', 'This entry does not exist.')
}

function answer(row: WrittenRow, text: string): { entry: MoodEntry; isNew: boolean } {
  const entry = presentEntry(row, text)
  if (!entry) throw new Error('An entry that was just written has no text.')
  return { entry, isNew: row.isNew }
}

async function findNewer(
  context: Context,
  input: { memberId: string; day: string },
): Promise<MoodEntry | undefined> {
  const row = await findEntry(context.db, input)
  if (!row) return undefined
  const { memberId } = input
  const owner = { memberId, kind: 'mood', sealed: row.sealed } as const
  return presentEntry(row, await openText(context, context.db, owner))
}

async function open(context: Context, memberId: string, rows: MoodRow[]): Promise<MoodEntry[]> {
  if (rows.length === 0) return []
  return presentOpened(rows, await textOpener(context, context.db, { memberId, kind: 'mood' }))
}

function presentOpened(
  rows: MoodRow[],
  openSealed: (sealed: Buffer) => string | undefined,
): MoodEntry[] {
  return rows.flatMap((row) => presentEntry(row, openSealed(row.sealed)) ?? [])
}

/** The part of an entry that is sealed. */
const Words = z.object({ mood: Mood, notes: z.string().nullable() })
type Words = z.infer<typeof Words>

interface MoodInput {
  mood: Words['mood']
  notes?: string | null | undefined
  version?: string | undefined
}

export function textOf({ mood, notes }: Words): string {
  return JSON.stringify({ mood, notes })
}

/** Undefined if the text can't be opened. */
function presentEntry(row: MoodRow, text: string | undefined): MoodEntry | undefined {
  if (text === undefined) return undefined
  const words = Words.parse(JSON.parse(text))
  return {
    id: row.moodEntryId,
    date: row.day,
    ...words,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: versionOf(words),
  }
}

interface MoodRow {
  moodEntryId: number
  /** `YYYY-MM-DD`. */
  day: string
  sealed: Buffer
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = ['moodEntryId', 'day', 'sealed', 'createdAt', 'updatedAt'] as const

interface MoodFilter {
  memberId: string
  /** First and last day, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** One page of a member's entries, newest day first. */
function listEntries(db: Queryable, input: Slice & { filter: MoodFilter }): Promise<MoodRow[]> {
  const { filter, limit, offset } = input
  const page = selection(db, filter).select(COLUMNS).orderBy('day', 'desc').limit(limit)
  return (offset > 0 ? page.offset(offset) : page).execute()
}

function countEntries(db: Queryable, filter: MoodFilter): Promise<number> {
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
function walkOwnEntries(db: Queryable, memberId: string): AsyncIterable<MoodRow[]> {
  return walkPages(selection(db, { memberId }).select(COLUMNS), ['day'])
}

/** A member's entries for the given days, newest first. */
function listEntriesOf(
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

function findEntry(
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

interface NewEntry {
  memberId: string
  day: string
  sealed: Buffer
  madeAt: Date
}

type WrittenRow = MoodRow & { isNew: boolean }

/** Which entry of the day is replaced: one made earlier, any, none, or the one with this text. */
type Replaced = 'older' | 'any' | 'nothing' | Buffer

/** Saves a day's entry. Undefined if there is another one that isn't to be replaced. */
async function putEntry(
  db: Queryable,
  entry: NewEntry & { replaces: Replaced },
): Promise<WrittenRow | undefined> {
  const { replaces, madeAt, ...values } = entry
  return (
    db
      .insertInto('moodEntry')
      .values({ ...values, madeAt, createdAt: madeAt, updatedAt: madeAt })
      .onConflict((conflict) =>
        conflict
          .columns(['memberId', 'day'])
          .doUpdateSet({ sealed: values.sealed, madeAt, updatedAt: madeAt })
          .where((eb) => {
            if (replaces === 'older') return eb('moodEntry.madeAt', '<=', madeAt)
            if (replaces instanceof Buffer) return eb('moodEntry.sealed', '=', replaces)
            return eb.lit(replaces === 'any')
          }),
      )
      .returning(COLUMNS)
      // On conflict, the existing row is locked, which sets its xmax; a new row has 0.
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirst()
  )
}

/** False when the member has no such entry. */
async function deleteEntry(
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
