import type { Page } from '#contract/endpoint.ts'
import { type DateText, daysBetween } from '#contract/logical-date.ts'
import { MOODS } from '#contract/mood-limits.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { PREVIOUS_ENTRIES } from '#web/features/moods/queries.ts'
import { relativeTime, relativeUnits } from '#web/lib/dates.ts'
import type { OutboxItem } from '#web/lib/outbox/outbox-items.ts'
import { aText, fieldsOf, oneOf, orNull } from '#web/lib/shape.ts'

/** An entry as entered in its form; the mood may be missing. */
export interface MoodDraft {
  mood: Mood | null
  notes: string
}

export const MoodDraft = fieldsOf<MoodDraft>({ mood: orNull(oneOf(MOODS)), notes: aText })

export const EMPTY_MOOD: MoodDraft = { mood: null, notes: '' }

/** Drafts belong to one member, so another member on the same device does not see them. */
export function moodDraftKey(memberId: string): string {
  return `mood:${memberId}`
}

export function isSameMood(a: MoodDraft, b: MoodDraft): boolean {
  return a.mood === b.mood && a.notes.trim() === b.notes.trim()
}

/** The body of a call that shares a mood. */
const SharedMood = fieldsOf<Pick<MoodEntry, 'mood' | 'notes' | 'version'> & { madeAt: string }>({
  mood: oneOf(MOODS),
  notes: orNull(aText),
  madeAt: aText,
  // A call that has waited since an earlier release has none.
  version: { safeParse: (value) => ({ data: typeof value === 'string' ? value : '' }) },
})

/** The placeholder id of an entry that waits on this device. */
const UNSENT_ID = 0

export function entryOf(
  entries: readonly MoodEntry[] | undefined,
  date: DateText,
): MoodEntry | undefined {
  return entries?.find((entry) => entry.date === date)
}

/** The latest entries of days other than today. */
export function previousEntries(entries: readonly MoodEntry[], today: DateText): MoodEntry[] {
  return entries.filter(({ date }) => date !== today).slice(0, PREVIOUS_ENTRIES)
}

/** The list with the entry added, replacing one of the same day; newest day first. */
export function withEntry(list: Page<MoodEntry> | undefined, entry: MoodEntry): Page<MoodEntry> {
  const others = list?.items.filter(({ date }) => date !== entry.date) ?? []
  const isNew = others.length === (list?.items.length ?? 0)
  const items = [entry, ...others].sort((a, b) => b.date.localeCompare(a.date))
  return { items, total: (list?.total ?? 0) + (isNew ? 1 : 0) }
}

export function withoutEntry(list: Page<MoodEntry>, id: number): Page<MoodEntry> {
  const items = list.items.filter((entry) => entry.id !== id)
  return { items, total: list.total - (list.items.length - items.length) }
}

/** The outbox key under which the entry of a day waits for the network. */
export function moodCallKey(day: DateText): string {
  return `mood:${day}`
}

/** The entry of a day that waits on this device, which is newer than the server's. */
export function waitingEntry(
  calls: readonly Pick<OutboxItem, 'key' | 'body'>[],
  date: DateText,
): MoodEntry | undefined {
  const call = calls.find(({ key }) => key === moodCallKey(date))
  const { data } = SharedMood.safeParse(call?.body)
  if (!data) return undefined
  const { mood, notes, version, madeAt: at } = data
  return unsentEntry({ date, values: { mood, notes: notes?.trim() || null }, version, at })
}

/** The entry as shown until the server has it. */
export function unsentEntry(input: {
  date: DateText
  values: { mood: MoodEntry['mood']; notes?: string | null | undefined }
  /** That of the server's entry, which it replaces. */
  version: string
  /** When it was made, ISO 8601. */
  at: string
}): MoodEntry {
  const { date, values, version, at } = input
  const { mood, notes = null } = values
  return { id: UNSENT_ID, date, mood, notes, version, createdAt: at, updatedAt: at }
}

/** Whether an entry is, as far as this page knows, only on this device. */
export function isUnsent(entry: MoodEntry): boolean {
  return entry.id === UNSENT_ID
}

/** The initial form values for editing an entry. */
export function draftOfEntry(entry: MoodEntry): MoodDraft {
  return { mood: entry.mood, notes: entry.notes ?? '' }
}

/** 'yesterday', '3 days ago': in whole calendar days, regardless of the time. */
export function relativeDay(date: DateText, today: DateText, locale: string): string {
  const days = daysBetween(today, date)
  if (Math.abs(days) < 7) return relativeUnits(days, 'day', locale)
  const noon = (day: DateText): Date => new Date(`${day}T12:00:00Z`)
  return relativeTime(noon(date), noon(today), { locale, timeZone: 'UTC' })
}
