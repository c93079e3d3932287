import type { Page } from '#contract/endpoint.ts'
import type { DayStamp, PageQuery } from '#contract/fields.ts'
import { logicalDate } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import { sliceOf } from '#server/db/page.ts'
import { AppError } from '#server/domain/app-error.ts'
import { momentOf, resolveDay } from '#server/domain/day-stamp.ts'
import { daysLikeThis } from '#server/domain/days-like-this.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { openText, sealText, textOpener } from '../private-text/service.ts'
import { requireOpenJournal } from './lock-service.ts'
import { presentEntry, textOf, type Words } from './present.ts'
import {
  countEntries,
  deleteEntry,
  findEntry,
  listEntries,
  listEntriesOf,
  type MoodRow,
  putEntry,
  walkOwnEntries,
} from './store.ts'

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
 * Saves a day's entry over an earlier one. An entry that arrives late never replaces one written
 * after it; then the newer entry is returned.
 */
export async function saveEntry(
  context: Context,
  viewer: Viewer,
  { mood, notes, ...stamp }: DayStamp & { mood: Words['mood']; notes?: string | null | undefined },
): Promise<{ entry: MoodEntry; isNew: boolean }> {
  await requireOpenJournal(context, viewer)
  const now = context.now()
  const { day } = resolveDay({ stamp, now, timeZone: viewer.timeZone })
  await context.limits.consume('mood-member', viewer.id)
  const memberId = viewer.id
  const text = textOf({ mood, notes: notes ?? null })
  const sealed = await sealText(context, context.db, { memberId, kind: 'mood', text })
  const entry = { memberId, day, sealed, madeAt: momentOf(stamp, now) }
  const written = await putEntry(context.db, { ...entry, replacesAny: false })
  if (written) return answer(written, text)
  const newer = await findNewer(context, { memberId, day })
  if (newer) return { entry: newer, isNew: false }
  // The other entry was deleted in the meantime, or can't be opened anymore.
  const replaced = await putEntry(context.db, { ...entry, replacesAny: true })
  if (!replaced) throw new Error('An entry that replaces any other was not written.')
  return answer(replaced, text)
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

function answer(
  row: MoodRow & { isNew: boolean },
  text: string,
): { entry: MoodEntry; isNew: boolean } {
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
