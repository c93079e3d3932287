import type { DateText } from '#contract/logical-date.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { MOOD_LABELS } from '#web/features/moods/mood-entry.tsx'
import { formatDay, longDay } from '#web/lib/dates.ts'

const THANKFUL: ReadonlySet<Mood> = new Set(['joyful', 'peaceful', 'grateful'])

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

/** The draft of a story from journal entries: their notes, oldest first, without exact dates. */
export function storyFromEntries(
  entries: readonly WrittenEntry[],
  today: DateText,
): { title: string; content: string } {
  const inOrder = [...entries].sort((a, b) => a.date.localeCompare(b.date))
  const isOne = inOrder.length === 1
  const isThankful = inOrder.every(({ mood }) => THANKFUL.has(mood))
  const opening = isThankful
    ? isOne
      ? 'This is a day I was grateful for.'
      : 'These are days I was grateful for.'
    : isOne
      ? 'This is one of its days.'
      : 'These are some of its days.'
  const title = isThankful
    ? isOne
      ? 'A day I was grateful for'
      : 'Days I was grateful for'
    : 'From my journal'
  const usedDays = new Set<string>()
  const days = inOrder.map(({ date, notes }) => {
    const day = softDay(date, today)
    const first = usedDays.has(day) ? 'Another' : 'One'
    usedDays.add(day)
    return `${first} ${day}:\n${(notes ?? '').trim()}`
  })
  return { title, content: [`I keep a journal. ${opening}`, ...days].join('\n\n') }
}

/**
 * 'Tuesday in March', with the year if it isn't this one; vague enough that nobody can tell the
 * day.
 */
function softDay(date: DateText, today: DateText): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    // In English, like the rest of the draft.
    formatDay(date, 'en-US', options)
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`
  return `${part({ weekday: 'long' })} in ${part({ month: 'long' })}${year}`
}
