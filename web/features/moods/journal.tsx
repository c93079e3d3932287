import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { DownloadJournal } from '#web/features/moods/download-journal.tsx'
import { FourWeeks } from '#web/features/moods/four-weeks.tsx'
import { JournalLockSection } from '#web/features/moods/journal-lock.tsx'
import { JournalSearch } from '#web/features/moods/journal-search.tsx'
import { JournalStory } from '#web/features/moods/journal-story.tsx'
import { MonthCalendar } from '#web/features/moods/month-calendar.tsx'
import { OnThisDay } from '#web/features/moods/on-this-day.tsx'

/** The whole journal: by month, as a trend, by search and as a download; and its lock. */
export function Journal({ today }: { today: DateText }): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-8 md:grid-cols-2">
        <MonthCalendar today={today} />
        <div className="flex min-w-0 flex-col gap-6">
          <FourWeeks today={today} />
          <OnThisDay today={today} />
        </div>
      </div>
      <JournalSearch />
      <JournalStory today={today} />
      <DownloadJournal today={today} />
      <JournalLockSection />
    </div>
  )
}
