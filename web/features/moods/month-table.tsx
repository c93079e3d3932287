import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { MoodEmoji } from '#web/features/moods/mood-emoji.tsx'
import { MOOD_LABELS } from '#web/features/moods/mood-labels.ts'
import { entryOf } from '#web/features/moods/recent-moods.ts'
import {
  firstWeekdayOf,
  type MonthText,
  monthName,
  monthWeeks,
  shortDay,
  weekdayNames,
} from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { useDates } from '#web/lib/use-dates.ts'

interface MonthTableProps {
  month: MonthText
  today: DateText
  entries: readonly MoodEntry[]
  isLoading: boolean
  openDay: DateText | undefined
  onOpen: (day: DateText) => void
}

export function MonthTable(props: MonthTableProps): ReactElement {
  const { month, today, entries, isLoading, openDay, onOpen } = props
  const { locale } = useDates()
  const firstWeekday = firstWeekdayOf(locale)
  return (
    <table className="w-full table-fixed text-center" aria-busy={isLoading}>
      <caption className="sr-only">Moods in {monthName(month, locale)}</caption>
      <thead>
        <tr>
          {weekdayNames(firstWeekday, locale).map(({ full, short }) => (
            <th key={full} scope="col" className="pb-1 text-xs font-medium text-ink-quiet">
              <abbr title={full} className="no-underline">
                {short}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(month, firstWeekday).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week are never reordered
                <td key={index} className="h-13" />
              ) : (
                <DayCell
                  key={day}
                  day={day}
                  isToday={day === today}
                  entry={entryOf(entries, day)}
                  isOpen={day === openDay}
                  onOpen={onOpen}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps {
  day: DateText
  isToday: boolean
  entry: MoodEntry | undefined
  isOpen: boolean
  onOpen: (day: DateText) => void
}

function DayCell({ day, isToday, entry, isOpen, onOpen }: DayCellProps): ReactElement {
  const { locale } = useDates()
  const number = Number(day.slice(-2))
  const numberClasses = cn('text-xs leading-4', isToday && 'font-bold text-primary underline')
  return (
    <td className="h-13 p-px align-top" aria-current={isToday ? 'date' : undefined}>
      {entry ? (
        <button
          type="button"
          aria-label={`${shortDay(day, locale)}, ${MOOD_LABELS[entry.mood].label}`}
          aria-pressed={isOpen}
          onClick={() => onOpen(day)}
          className="flex h-full min-h-12 w-full flex-col items-center rounded-md border border-line pt-1 hover:bg-sand aria-pressed:border-primary aria-pressed:bg-primary-soft"
        >
          <span className={numberClasses}>{number}</span>
          <MoodEmoji mood={entry.mood} isAlone className="text-lg leading-6" />
        </button>
      ) : (
        <span className={cn('block border border-transparent pt-1 text-ink-quiet', numberClasses)}>
          {number}
        </span>
      )}
    </td>
  )
}
