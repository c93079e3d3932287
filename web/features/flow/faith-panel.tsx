import type { ReactElement } from 'react'
import { logicalDate } from '#contract/logical-date.ts'
import { ActionsPanel } from '#web/features/actions/actions-panel.tsx'
import {
  personalActionsQuery,
  systemActionsQuery,
  todayOf,
  weekQuery,
} from '#web/features/actions/queries.ts'
import { WeekCard } from '#web/features/actions/week-summary.tsx'
import { FLOW_TAB_LABELS } from '#web/features/flow/flow-tabs.ts'
import { productsQuery } from '#web/features/shop/queries.ts'
import { TriviaPanel } from '#web/features/trivia/trivia-panel.tsx'
import type { MemberLoad } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Loaded separately, because it is below the fold and must not delay the day's steps. */
const ResourcesPanel = onDemand(
  () => import('#web/features/shop/resources.tsx'),
  'ResourcesPanel',
  <Skeleton className="h-96 w-full" />,
)

/**
 * Prefetches the data that the panel shows first. The question of the day is fetched on every view.
 */
export async function loadFaith({ client, user, now }: MemberLoad): Promise<void> {
  const today = logicalDate(now, user.timeZone)
  const day = todayOf(today)
  await Promise.all([
    prefetch(client, systemActionsQuery(day)),
    prefetch(client, personalActionsQuery(day)),
    prefetch(client, weekQuery(today)),
    prefetch(client, productsQuery),
  ])
}

/** Faith In Action (member document, section 2). */
export function FaithPanel(): ReactElement {
  return (
    <div className="flex flex-col gap-2.5">
      <PageHeading title={FLOW_TAB_LABELS.faith} className="justify-start">
        <p className="text-ink-quiet">Faith In Action: small, intentional steps.</p>
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ActionsPanel />
        <div className="flex min-w-0 flex-col gap-6">
          <TriviaPanel />
          <WeekCard />
        </div>
      </div>
      <div className="mt-3">
        <ResourcesPanel />
      </div>
    </div>
  )
}
