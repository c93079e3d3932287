import type { MoodEntry } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'

/** The entries that hold every word, in their notes or as their mood; in the order given. */
export function journalMatches(entries: readonly MoodEntry[], text: string): MoodEntry[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries.filter(({ mood, notes }) => {
    const written = plain(`${MOOD_LABELS[mood].label} ${notes ?? ''}`)
    return words.every((word) => written.includes(word))
  })
}

/** Without case and accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
