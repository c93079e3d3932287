import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { EmailEvent } from '#contract/email.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { eventBadge } from '#web/features/admin/email/email-words.ts'
import { readEventData } from '#web/features/admin/email/event-data.ts'
import { EVENTS_PER_PAGE, eventsQuery } from '#web/features/admin/email/queries.ts'
import { WebhookSetup } from '#web/features/admin/email/webhook-setup.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** Delivery events from the email provider, and how to set up its webhook. */
export function ActivityPart(): ReactElement {
  const { page } = useAdminAddress()
  const events = useQuery(eventsQuery(page))
  return (
    <div className="flex flex-col gap-6">
      <SectionCard
        title="Email Activity"
        description="Delivery events from your email provider, newest first."
      >
        <PagedList
          list={events}
          pageSize={EVENTS_PER_PAGE}
          noun="email events"
          entryHeight="h-48"
          isAlwaysPaged
          empty={<EmptyState message="No email events yet" />}
          renderAll={(entries) => <EventTable events={entries} />}
        />
      </SectionCard>
      <WebhookSetup />
    </div>
  )
}

const CELL = 'py-1 align-top md:px-3 md:py-3 md:first:pl-0 md:last:pr-0'
const HEAD = 'px-3 pb-2 text-sm font-medium text-ink-quiet first:pl-0 last:pr-0'
const NAMES = ['Type', 'Address', 'Time', 'Subject', 'Reason or clicked link'] as const

/** One row per event. On a narrow screen the cells of a row are stacked. */
function EventTable({ events }: { events: readonly EmailEvent[] }): ReactElement {
  return (
    <table aria-label="Email events" className="block w-full text-left md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {NAMES.map((name) => (
            <th key={name} scope="col" className={HEAD}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  )
}

function EventRow({ event }: { event: EmailEvent }): ReactElement {
  const { subject, from, detail } = readEventData(event.eventData)
  const { label, variant } = eventBadge(event.eventType)
  return (
    <tr className="flex flex-col items-start border-t border-line py-3 md:table-row md:py-0">
      <td className={CELL}>
        <Badge variant={variant} title={event.eventType} className="wrap-anywhere">
          {label}
        </Badge>
      </td>
      <td className={`${CELL} wrap-anywhere md:max-w-56`}>
        <bdi>{event.email || 'Unknown'}</bdi>
      </td>
      <td className={`${CELL} text-sm text-ink-quiet md:whitespace-nowrap md:text-base`}>
        <RelativeTime date={event.createdAt} />
      </td>
      <td className={`${CELL} wrap-anywhere md:max-w-64`}>
        {subject ? <bdi>{subject}</bdi> : <Nothing what="subject" />}
        {from ? (
          <span className="block text-sm text-ink-quiet">
            From <bdi>{from}</bdi>
          </span>
        ) : null}
      </td>
      <td className={`${CELL} text-sm wrap-anywhere md:max-w-72`}>
        {detail ? <bdi>{detail}</bdi> : <Nothing what="reason or link" />}
      </td>
    </tr>
  )
}

function Nothing({ what }: { what: string }): ReactElement {
  return (
    <span className="text-ink-quiet max-md:hidden">
      <span aria-hidden>–</span>
      <span className="sr-only">No {what}</span>
    </span>
  )
}
