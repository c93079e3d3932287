import { MOODS } from '#contract/mood-limits.ts'
import type { Mood } from '#contract/moods.ts'
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
