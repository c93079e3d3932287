import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { EntryMood, MOOD_LABELS, MoodEmoji } from '#web/features/moods/mood-entry.tsx'
import { moodsBetweenQuery } from '#web/features/moods/queries.ts'
import { entryOf } from '#web/features/moods/recent-moods.ts'
import {
  addMonths,
  firstWeekdayOf,
  type MonthText,
  monthName,
  monthOf,
  monthRange,
  monthWeeks,
  shortDay,
  weekdayNames,
} from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'

/** One month of the journal. Pressing a day opens its entry below. */
export function MonthCalendar({ today }: { today: DateText }): ReactElement {
  const { locale } = useDates()
  const [month, setMonth] = useState(monthOf(today))
  const [day, setDay] = useState<DateText>()
  const entries = useQuery({
    ...moodsBetweenQuery(monthRange(month)),
    placeholderData: keepPreviousData,
  })
  const changeMonth = (months: number): void => {
    setMonth(addMonths(month, months))
    setDay(undefined)
  }
  const items = entries.data?.items ?? []
  const open = day === undefined ? undefined : entryOf(items, day)
  return (
    <section aria-labelledby="journal-month">
      <header className="mb-2 flex items-center justify-between gap-2">
        <h3 id="journal-month" aria-live="polite">
          {monthName(month, locale)}
        </h3>
        <div className="flex gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Previous month"
            onClick={() => changeMonth(-1)}
          >
            <ChevronLeft aria-hidden size={20} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Next month"
            disabled={month >= monthOf(today)}
            onClick={() => changeMonth(1)}
          >
            <ChevronRight aria-hidden size={20} />
          </Button>
        </div>
      </header>
      <MonthTable
        month={month}
        today={today}
        entries={items}
        isLoading={entries.isPending || entries.isPlaceholderData}
        openDay={open?.date}
        onOpen={setDay}
      />
      {entries.isError ? <QueryError query={entries} /> : null}
      <div aria-live="polite">{open ? <DayEntry entry={open} /> : null}</div>
    </section>
  )
}

function DayEntry({ entry }: { entry: MoodEntry }): ReactElement {
  const { locale } = useDates()
  return (
    <section className="mt-3 rounded-lg border border-line bg-ground p-4">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h4 className="font-medium">{longDay(entry.date, locale)}</h4>
          <EntryMood mood={entry.mood} />
        </div>
        <DeleteEntry entry={entry} />
      </div>
      <p className="mt-2 whitespace-pre-line">
        {entry.notes ?? <span className="text-ink-quiet">No notes</span>}
      </p>
    </section>
  )
}

interface MonthTableProps {
  month: MonthText
  today: DateText
  entries: readonly MoodEntry[]
  isLoading: boolean
  openDay: DateText | undefined
  onOpen: (day: DateText) => void
}

function MonthTable(props: MonthTableProps): ReactElement {
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
