import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'
import { longDay } from '#web/lib/dates.ts'

type WrittenEntry = Pick<MoodEntry, 'date' | 'mood' | 'notes'>

/** Doesn't reveal whose journal it is. */
export function journalFileName(today: DateText): string {
  return `folx-journal-${today}.txt`
}

/** The whole journal as readable text, oldest day first. */
export function journalText(entries: readonly WrittenEntry[], locale: string): string {
  const inOrder = [...entries].sort((a, b) => a.date.localeCompare(b.date))
  const days = inOrder.map((entry) => entryText(entry, locale))
  return `${['My journal', ...days].join('\n\n')}\n`
}

function entryText({ date, mood, notes }: WrittenEntry, locale: string): string {
  const { emoji, label } = MOOD_LABELS[mood]
  const day = longDay(date, locale)
  return [day, '-'.repeat(day.length), `${emoji} ${label}`, notes].filter(Boolean).join('\n')
}
