import type { DateText } from '#contract/logical-date.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { formatDay } from '#web/lib/dates.ts'

type WrittenEntry = Pick<MoodEntry, 'date' | 'mood' | 'notes'>

const THANKFUL: ReadonlySet<Mood> = new Set(['joyful', 'peaceful', 'grateful'])

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
