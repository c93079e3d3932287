import { z } from 'zod'
import { Mood } from '#contract/moods.ts'

/** An entry as it stands in its form: possibly without a mood. */
export const MoodDraft = z.object({ mood: Mood.nullable(), notes: z.string() })
export type MoodDraft = z.infer<typeof MoodDraft>

export const EMPTY_MOOD: MoodDraft = { mood: null, notes: '' }

/** Drafts belong to one member: another who signs in on the same device does not see them. */
export function moodDraftKey(memberId: string): string {
  return `mood:${memberId}`
}

export function isSameMood(a: MoodDraft, b: MoodDraft): boolean {
  return a.mood === b.mood && a.notes.trim() === b.notes.trim()
}
