import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { type DateText, daysBetween } from '#contract/logical-date.ts'
import { JournalEntry } from '#web/features/moods/journal-entry.tsx'
import { onThisDayQuery } from '#web/features/moods/journal-queries.ts'
import { relativeUnits } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { QueryError } from '#web/ui/query-error.tsx'

/** Entries from this day in earlier months and years. Renders nothing if there are none. */
export function OnThisDay({ today }: { today: DateText }): ReactElement | null {
  const { locale } = useDates()
  const entries = useQuery(onThisDayQuery(today))
  if (entries.isError) return <QueryError query={entries} />
  if (!entries.data || entries.data.length === 0) return null
  return (
    <section aria-labelledby="journal-this-day">
      <h3 id="journal-this-day" className="mb-2">
        On this day
      </h3>
      <ul className="flex flex-col divide-y divide-line">
        {entries.data.map((entry) => (
          <li key={entry.date} className="py-3 first:pt-0">
            <JournalEntry entry={entry} when={howLongAgo(entry.date, today, locale)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** '1 month ago', '6 months ago', '2 years ago'. */
function howLongAgo(date: DateText, today: DateText, locale: string): string {
  const months = Math.round(daysBetween(date, today) / 30.44)
  return months < 12
    ? relativeUnits(-months, 'month', locale, 'always')
    : relativeUnits(-Math.round(months / 12), 'year', locale, 'always')
}
