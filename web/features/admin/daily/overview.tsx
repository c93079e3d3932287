import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AdminDailyContent, AdminDailyOverview, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { dayLabel, dayWords, doubtLabel, TYPE_LABELS } from '#web/features/admin/daily/labels.ts'
import { daysOf } from '#web/features/admin/daily/publish-day.ts'
import { refreshDaily } from '#web/features/admin/daily/queries.ts'
import { QuotationList } from '#web/features/admin/daily/quotations.tsx'
import { SourceBadge } from '#web/features/admin/daily/source-badge.tsx'
import { keepFocusNearby } from '#web/features/admin/keep-focus.ts'
import { ActionButton } from '#web/features/admin/kit/action-button.tsx'
import { call } from '#web/lib/api.ts'
import { dailyCalls } from '#web/lib/calls.gen.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { Skeletons } from '#web/ui/skeleton.tsx'

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
      <h2 id="prepared" className="text-xl">
        Published and scheduled
      </h2>
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

interface OverviewEntryProps {
  entry: AdminDailyContent
  today: DateText
  onEdit: (entry: AdminDailyContent) => void
}

/** A published or scheduled text or image. */
function OverviewEntry({ entry, today, onEdit }: OverviewEntryProps): ReactElement {
  const { locale } = useDates()
  const label = TYPE_LABELS[entry.type]
  const when = dayWords(entry.date, today, locale)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 className="font-medium">{label}</h4>
        <SourceBadge source={entry.source} />
        <Doubt entry={entry} />
        <span className="text-sm text-ink-quiet">
          Saved <RelativeTime date={entry.updatedAt} />
        </span>
      </div>
      <Disclosure summary={`Preview of the ${label} for ${when}`} className="border-b-0">
        <EntryPreview entry={entry} />
      </Disclosure>
      <div className="flex flex-wrap gap-3">
        {entry.format === 'text' ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Edit the ${label} for ${when}`}
            onClick={() => onEdit(entry)}
          >
            Edit
          </Button>
        ) : null}
        <UnpublishButton entry={entry} when={when} />
      </div>
    </div>
  )
}

function Doubt({ entry }: { entry: AdminDailyContent }): ReactElement | null {
  const label = doubtLabel(entry.quotations)
  return label ? <Badge variant="gold">{label}</Badge> : null
}

function EntryPreview({ entry }: { entry: AdminDailyContent }): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <RichText
        html={entry.content}
        className="rounded-lg border border-line bg-ground p-4 sm:p-5"
      />
      {entry.format === 'text' ? <QuotationList quotations={entry.quotations} /> : null}
    </div>
  )
}

interface UnpublishButtonProps {
  entry: AdminDailyContent
  /** 'today', 'tomorrow' or the day. */
  when: string
}

function UnpublishButton({ entry, when }: UnpublishButtonProps): ReactElement {
  const unpublishing = useAction({
    call: () => call(dailyCalls.remove, { params: { date: entry.date, type: entry.type } }),
    done: 'Content unpublished successfully',
    failed: 'Failed to unpublish content',
    refresh: refreshDaily,
  })
  return (
    <ActionButton
      className="text-destructive"
      label="Unpublish"
      aria-label={`Unpublish the ${TYPE_LABELS[entry.type]} for ${when}`}
      action={unpublishing}
      confirm={{
        title: `Unpublish the ${entry.type} for ${when}?`,
        description: 'Nobody will see it anymore. This can’t be undone.',
        isDestructive: true,
      }}
    />
  )
}
