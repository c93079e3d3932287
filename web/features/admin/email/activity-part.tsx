import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { EventTable } from '#web/features/admin/email/event-table.tsx'
import { EVENTS_PER_PAGE, eventsQuery } from '#web/features/admin/email/queries.ts'
import { WebhookSetup } from '#web/features/admin/email/webhook-setup.tsx'
import { PagedList } from '#web/features/admin/kit/paged-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
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
