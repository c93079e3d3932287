import type { ReactElement } from 'react'
import type { MoodEntry } from '#contract/moods.ts'
import { EntryMood } from '#web/features/moods/mood-emoji.tsx'
import { longDay } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'

interface JournalEntryProps {
  entry: MoodEntry
  /** How long ago, in words. */
  when?: string
}

/** A read-only entry with its day. */
export function JournalEntry({ entry, when }: JournalEntryProps): ReactElement {
  const { locale } = useDates()
  const { date, mood, notes } = entry
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <EntryMood mood={mood} />
        <time dateTime={date} className="text-sm text-ink-quiet">
          {[when, longDay(date, locale)].filter(Boolean).join(' · ')}
        </time>
      </p>
      {notes ? <p className="mt-1 max-w-prose whitespace-pre-line">{notes}</p> : null}
    </>
  )
}
