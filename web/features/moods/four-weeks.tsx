import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { addDays, type DateText, daysBetween, weekdayOf } from '#contract/logical-date.ts'
import { MOODS } from '#contract/mood-limits.ts'
import type { Mood, MoodEntry } from '#contract/moods.ts'
import { MOOD_LABELS, MoodEmoji } from '#web/features/moods/mood-entry.tsx'
import { moodsBetweenQuery } from '#web/features/moods/queries.ts'
import { firstWeekdayOf, shortDay, weekdayNames } from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { counted } from '#web/lib/counted.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const DAYS = 28

/** Moods are not a scale: each has its own color and emoji, and none ranks above another. */
const COLORS: Record<Mood, string> = {
  joyful: 'bg-mood-joyful',
  peaceful: 'bg-mood-peaceful',
  grateful: 'bg-mood-grateful',
  neutral: 'bg-mood-neutral',
  anxious: 'bg-mood-anxious',
  sad: 'bg-mood-sad',
  angry: 'bg-mood-angry',
}

/**
 * The last four weeks with a dot for each day, in the columns of the calendar beside them, and a
 * summary in words below. On a phone, the calendar is above, and the words are enough.
 */
export function FourWeeks({ today }: { today: DateText }): ReactElement {
  const from = trendStart(today)
  const entries = useQuery(moodsBetweenQuery({ from, to: today }))
  return (
    <section aria-labelledby="journal-weeks" className="order-2">
      <h3 id="journal-weeks" className="mb-2 flex items-center md:min-h-11">
        Four weeks
      </h3>
      {entries.isPending ? <Skeleton className="h-10 w-full md:h-64" /> : null}
      {entries.isError ? <QueryError query={entries} /> : null}
      {entries.data ? <Dots days={trendDays({ from, to: today }, entries.data.items)} /> : null}
    </section>
  )
}

function Dots({ days }: { days: TrendDay[] }): ReactElement {
  const { locale } = useDates()
  const first = days[0]?.date ?? ''
  const firstWeekday = firstWeekdayOf(locale)
  const column = ((weekdayOf(first) - firstWeekday + 7) % 7) + 1
  return (
    <figure>
      <div
        aria-hidden
        className="grid grid-cols-7 justify-items-center pb-1 text-xs text-ink-quiet max-md:hidden"
      >
        {weekdayNames(firstWeekday, locale).map(({ full, short }) => (
          <span key={full}>{short}</span>
        ))}
      </div>
      <ol
        aria-label="Your last four weeks"
        className="grid grid-cols-7 justify-items-center gap-y-2 max-md:hidden"
      >
        {days.map((day) => (
          <Dot key={day.date} day={day} column={day.date === first ? column : undefined} />
        ))}
      </ol>
      <p aria-hidden className="mt-1 text-xs text-ink-quiet max-md:hidden">
        {shortDay(first, locale)} to today
      </p>
      <figcaption className="text-sm md:mt-2">{trendSummary(days)}</figcaption>
    </figure>
  )
}

interface DotProps {
  day: TrendDay
  /** Its column, from 1; the next one if left out. */
  column: number | undefined
}

function Dot({ day: { date, mood }, column }: DotProps): ReactElement {
  const { locale } = useDates()
  const words = `${shortDay(date, locale)}: ${mood ? MOOD_LABELS[mood].label : 'no entry'}`
  return (
    <li
      title={words}
      style={{ gridColumnStart: column }}
      className={cn(
        'flex size-9 items-center justify-center rounded-full',
        mood ? COLORS[mood] : 'border border-dashed border-line-strong',
      )}
    >
      <span className="sr-only">{words}</span>
      {mood ? <MoodEmoji mood={mood} isAlone className="text-xl leading-none" /> : null}
    </li>
  )
}

interface TrendDay {
  date: DateText
  /** Null on a day without an entry. */
  mood: Mood | null
}

/** The first of the days that end with `today`. */
export function trendStart(today: DateText): DateText {
  return addDays(today, 1 - DAYS)
}

/** The days of the trend, oldest first. */
export function trendDays(
  { from, to }: { from: DateText; to: DateText },
  entries: readonly Pick<MoodEntry, 'date' | 'mood'>[],
): TrendDay[] {
  const moods = new Map(entries.map(({ date, mood }) => [date, mood]))
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const date = addDays(from, index)
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
  const wrote = `on ${counted(written.length, 'day')}`
  return `In these four weeks you wrote ${wrote}: ${parts.join(', ')}.`
}
