import { addDays, type DateText } from '#contract/logical-date.ts'
import { MOODS } from '#contract/mood-limits.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'

/** How many days the trend shows. */
export const TREND_DAYS = 28

export interface TrendDay {
  date: DateText
  /** Null on a day without an entry. */
  mood: Mood | null
}

/** The four weeks that end today, oldest day first. */
export function trendDays(
  today: DateText,
  entries: readonly Pick<MoodEntry, 'date' | 'mood'>[],
): TrendDay[] {
  const moods = new Map(entries.map(({ date, mood }) => [date, mood]))
  return Array.from({ length: TREND_DAYS }, (_, index) => {
    const date = addDays(today, index - TREND_DAYS + 1)
    return { date, mood: moods.get(date) ?? null }
  })
}

/** The trend in words. */
export function trendSummary(days: readonly TrendDay[]): string {
  const written = days.flatMap(({ mood }) => mood ?? [])
  if (written.length === 0) {
    return 'No entries in these four weeks. Any day is a good day to start.'
  }
  const counts = MOODS.map((mood) => ({
    label: MOOD_LABELS[mood].label,
    count: written.filter((other) => other === mood).length,
  }))
  const parts = counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${label} ${count}×`)
  const wrote = written.length === 1 ? 'on 1 day' : `on ${written.length} days`
  return `In these four weeks you wrote ${wrote}: ${parts.join(', ')}.`
}
