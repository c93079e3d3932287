import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import type { MoodEntry } from '#contract/moods.ts'
import { DeleteEntry } from '#web/features/moods/delete-entry.tsx'
import { EntryMood } from '#web/features/moods/entry-mood.tsx'
import { isKept, relativeDay } from '#web/features/moods/recent-moods.ts'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

interface PreviousEntriesProps {
  today: DateText
  entries: readonly MoodEntry[]
}

/** The latest entries before today's, collapsed so that they do not push the page down. */
export function PreviousEntries({ today, entries }: PreviousEntriesProps): ReactElement {
  return (
    <Disclosure summary="Previous entries" className="border-b-0 border-t">
      {entries.length === 0 ? (
        <p className="text-ink-quiet">Today’s entry will be here tomorrow.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {entries.map((entry) => (
            <PreviousEntry key={entry.date} entry={entry} today={today} />
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

function PreviousEntry({ entry, today }: { entry: MoodEntry; today: DateText }): ReactElement {
  const { locale } = useDates()
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <EntryMood mood={entry.mood} />
          <time
            dateTime={entry.date}
            title={longDay(entry.date, locale)}
            className="text-sm text-ink-quiet"
          >
            {relativeDay(entry.date, today, locale)}
          </time>
        </p>
        <EntryNotes notes={entry.notes} />
      </div>
      {isKept(entry) ? null : <DeleteEntry entry={entry} />}
    </li>
  )
}

function EntryNotes({ notes }: { notes: string | null }): ReactElement {
  return notes ? (
    <p className="mt-1 max-w-prose whitespace-pre-line">{notes}</p>
  ) : (
    <p className="mt-1 text-ink-quiet">No notes</p>
  )
}
