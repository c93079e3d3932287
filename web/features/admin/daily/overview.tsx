import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AdminDailyContent, AdminDailyOverview, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { dayLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { OverviewEntry } from '#web/features/admin/daily/overview-entry.tsx'
import { daysOf } from '#web/features/admin/daily/publish-day.ts'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

const TYPES: readonly DailyType[] = ['message', 'reflection']

interface OverviewProps {
  overview: UseQueryResult<AdminDailyOverview>
  /** Opens a text in Manual Creation. */
  onEdit: (entry: AdminDailyContent) => void
}

/** Content published for today and scheduled for later days. */
export function Overview({ overview, onEdit }: OverviewProps): ReactElement {
  return (
    <section aria-labelledby="prepared" className="flex flex-col gap-4">
      <h2 id="prepared">Published and scheduled</h2>
      {overview.isPending ? (
        <Skeletons label="Loading published content" rows={['h-48 rounded-xl']} />
      ) : null}
      <QueryError query={overview} />
      {overview.data
        ? daysOf(overview.data.entries, overview.data.today).map(({ date, entries }) => (
            <OverviewDay
              key={date}
              date={date}
              today={overview.data.today}
              entries={entries}
              onEdit={onEdit}
            />
          ))
        : null}
    </section>
  )
}

interface OverviewDayProps {
  date: DateText
  today: DateText
  entries: AdminDailyContent[]
  onEdit: (entry: AdminDailyContent) => void
}

function OverviewDay({ date, today, entries, onEdit }: OverviewDayProps): ReactElement {
  const { locale } = useDates()
  const id = `day-${date}`
  const missing = TYPES.filter((type) => entries.every((entry) => entry.type !== type))
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id}>{dayLabel(date, today, locale)}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.type} tabIndex={-1} ref={keepFocusNearby} className="py-3">
            <OverviewEntry entry={entry} today={today} onEdit={onEdit} />
          </li>
        ))}
        {missing.map((type) => (
          <li key={type} tabIndex={-1} className="py-3 text-ink-quiet">
            {TYPE_LABELS[type]}: nothing yet.
          </li>
        ))}
      </ul>
    </Card>
  )
}
