import type { MoodEntry } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'

/** The entries that contain every word in their notes or mood, in the given order. */
export function journalMatches(entries: readonly MoodEntry[], text: string): MoodEntry[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries.filter(({ mood, notes }) => {
    const written = plain(`${MOOD_LABELS[mood].label} ${notes ?? ''}`)
    return words.every((word) => written.includes(word))
  })
}

/** Lowercases and removes accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
