import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { LeftDraftCard } from '#web/features/admin/guidance/left-draft-card.tsx'
import { Playbook } from '#web/features/admin/guidance/playbook.tsx'
import {
  adminGuidanceKey,
  adminGuidanceQuery,
  type GuidanceFilter,
  REQUESTS_PER_PAGE,
} from '#web/features/admin/guidance/queries.ts'
import { RequestCard } from '#web/features/admin/guidance/request-card.tsx'
import { useLeftDrafts } from '#web/features/admin/guidance/use-left-drafts.ts'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import { useRefreshOn } from '#web/lib/live.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

interface Part {
  value: GuidanceFilter
  label: string
  empty: string
}

const WAITING: Part = { value: 'waiting', label: 'Waiting', empty: 'No requests are waiting' }

/** The sub-tabs by their names in the address. */
const PARTS: readonly Part[] = [
  WAITING,
  { value: 'answered', label: 'Answered', empty: 'No answered requests yet' },
  { value: 'hidden', label: 'Hidden', empty: 'No hidden requests' },
]

/** What members ask the team, of whom nothing tells here who they are. */
export function GuidancePanel(): ReactElement {
  const { part, openPart } = useAdminAddress()
  const open = PARTS.find(({ value }) => value === part) ?? WAITING
  return (
    <section aria-labelledby="guidance-requests" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="guidance-requests">Guidance requests</h2>
        <Introduction />
      </div>
      <Playbook />
      <Tabs
        value={open.value}
        onValueChange={(value) => openPart(value === WAITING.value ? undefined : value)}
      >
        <TabsList aria-label="Guidance requests">
          {PARTS.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={open.value}>
          <RequestList part={open} />
        </TabsContent>
      </Tabs>
    </section>
  )
}

function Introduction(): ReactElement {
  const hours = useSiteSettings()?.answerPromiseHours
  return (
    <p className="text-ink-quiet">
      All requests are anonymous.{' '}
      {hours === undefined ? '' : `Our goal is to answer within ${hours} hours.`}
    </p>
  )
}

function RequestList({ part }: { part: Part }): ReactElement {
  const adminId = useMember().id
  const { page } = useAdminAddress()
  const requests = useQuery(adminGuidanceQuery({ filter: part.value, page }))
  useRefreshOn('guidance', adminGuidanceKey)
  const { left, discard } = useLeftDrafts({
    adminId,
    items: requests.isPlaceholderData ? undefined : requests.data?.items,
    place: `${part.value} ${page}`,
  })
  return (
    <div className="flex flex-col gap-5">
      {left.map((draft) => (
        <LeftDraftCard key={draft.request.id} draft={draft} onDiscard={() => discard(draft)} />
      ))}
      <PagedList
        list={requests}
        pageSize={REQUESTS_PER_PAGE}
        noun="requests"
        entryHeight="h-80"
        empty={<EmptyState message={part.empty} />}
        renderEntry={(request) => <RequestCard request={request} />}
      />
    </div>
  )
}
