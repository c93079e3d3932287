import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { EntryMood, MOOD_LABELS, MoodEmoji } from '#web/features/moods/mood-entry.tsx'
import { moodsBetweenQuery } from '#web/features/moods/queries.ts'
import { entryOf } from '#web/features/moods/recent-moods.ts'
import { type MonthText, monthName, monthOf, monthRange, shortDay } from '#web/lib/calendar.ts'
import { cn } from '#web/lib/cn.ts'
import { longDay } from '#web/lib/dates.ts'
import { MonthSteps, MonthTable } from '#web/lib/month-table.tsx'
import { useDates } from '#web/lib/use-dates.ts'
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
  const changeMonth = (next: MonthText): void => {
    setMonth(next)
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
        <MonthSteps month={month} last={monthOf(today)} onStep={changeMonth} />
      </header>
      <MonthTable
        month={month}
        headClassName="text-xs"
        className="text-center"
        aria-busy={entries.isPending || entries.isPlaceholderData}
        cell={(date) => (
          <DayCell
            day={date}
            isToday={date === today}
            entry={entryOf(items, date)}
            isOpen={date === open?.date}
            onOpen={setDay}
          />
        )}
      >
        <caption className="sr-only">Moods in {monthName(month, locale)}</caption>
      </MonthTable>
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
      <p dir="auto" className="mt-2 whitespace-pre-line">
        {entry.notes ?? <span className="text-ink-quiet">No notes</span>}
      </p>
    </section>
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
