import { z } from 'zod'
import { Mood, type MoodEntry } from '#contract/moods.ts'
import type { MoodRow } from './store.ts'

/** The part of an entry that is sealed. */
const Words = z.object({ mood: Mood, notes: z.string().nullable() })
export type Words = z.infer<typeof Words>

export function textOf({ mood, notes }: Words): string {
  return JSON.stringify({ mood, notes })
}

/** Undefined if the text can't be opened. */
export function presentEntry(row: MoodRow, text: string | undefined): MoodEntry | undefined {
  if (text === undefined) return undefined
  const { mood, notes } = Words.parse(JSON.parse(text))
  return {
    id: row.moodEntryId,
    date: row.day,
    mood,
    notes,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
