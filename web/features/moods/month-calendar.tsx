import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { EntryMood } from '#web/features/moods/entry-mood.tsx'
import { moodsBetweenQuery } from '#web/features/moods/journal-queries.ts'
import { MonthTable } from '#web/features/moods/month-table.tsx'
import { entryOf } from '#web/features/moods/recent-moods.ts'
import { addMonths, monthName, monthOf, monthRange } from '#web/lib/calendar.ts'
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
  const turn = (months: number): void => {
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
          <Button variant="ghost" size="icon" aria-label="Previous month" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden size={20} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Next month"
            disabled={month >= monthOf(today)}
            onClick={() => turn(1)}
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
