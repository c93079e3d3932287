import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { applicationSubject } from '#web/features/admin/joining/application-decisions.ts'
import { ApplicationItem } from '#web/features/admin/joining/application-item.tsx'
import { applicationsKey, applicationsQuery } from '#web/features/admin/joining/queries.ts'
import { useStableList } from '#web/features/admin/queue/stable-list.ts'
import { useDecisionStatuses } from '#web/features/admin/queue/use-decision-status.ts'
import { useRefreshOn } from '#web/lib/live.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'

/** The waiting applications. An answered one keeps its place until the list is updated. */
export function ApplicationsCard({ isAsked }: { isAsked: boolean }): ReactElement | null {
  const list = useQuery(applicationsQuery)
  useRefreshOn('review', applicationsKey)
  const { entries, isUpdating, update } = useStableList(list, () => 0)
  const statuses = useDecisionStatuses()
  // Waiting applications must still be answered after the community stops accepting new ones.
  if (!isAsked && (!entries || entries.length === 0)) return null
  const isChanged = entries?.some(
    ({ item, isGone }) => isGone || statuses.get(applicationSubject(item))?.phase === 'done',
  )
  const more = Math.max(0, (list.data?.total ?? 0) - (list.data?.items.length ?? 0))
  return (
    <SectionCard
      title="Applications"
      description="Each one is deleted when you answer it, or after 30 days."
      level={3}
    >
      {list.error && !entries ? <QueryError query={list} /> : null}
      {!entries && list.isPending ? (
        <Skeletons label="Loading the applications" rows={['h-32 rounded-lg']} />
      ) : null}
      {entries?.length === 0 ? <EmptyState message="No applications are waiting" /> : null}
      {entries && entries.length > 0 ? (
        <ul aria-label="Applications" className="flex flex-col divide-y divide-line">
          {entries.map(({ item, isGone }) => (
            <li key={item.id}>
              <ApplicationItem application={item} isGone={isGone} />
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <p className="mt-3 text-sm text-ink-quiet">{more} more will appear as you answer these.</p>
      ) : null}
      {isChanged || isUpdating ? (
        <Button variant="outline" className="mt-3" busy={isUpdating} onClick={() => void update()}>
          Update list
        </Button>
      ) : null}
    </SectionCard>
  )
}
