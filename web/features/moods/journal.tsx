import type { ReactElement } from 'react'
import type { DateText } from '#contract/logical-date.ts'
import { DownloadJournal } from '#web/features/moods/download-journal.tsx'
import { FourWeeks } from '#web/features/moods/four-weeks.tsx'
import { JournalLockSection } from '#web/features/moods/journal-lock.tsx'
import { MonthCalendar } from '#web/features/moods/month-calendar.tsx'

/** Everything that was written, by month, as a picture and as a file; and its lock. */
export function Journal({ today }: { today: DateText }): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-8 md:grid-cols-2">
        <MonthCalendar today={today} />
        <div className="flex flex-col gap-6">
          <FourWeeks today={today} />
          <DownloadJournal today={today} />
        </div>
      </div>
      <JournalLockSection />
    </div>
  )
}
