import { Navigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import {
  livePageQuery,
  liveSettingsQuery,
  liveStateQuery,
  publishedQuery,
  recordingsQuery,
  useLiveState,
} from '#web/features/live/queries.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LivePage } from './live-page.tsx'

const HostTools = onDemand(
  () => import('./host-tools.tsx'),
  'HostTools',
  <Skeleton className="h-96 rounded-xl" />,
)

/** Reads what the page shows first. */
export async function loadHost({ client }: MemberLoad): Promise<void> {
  await Promise.all([
    prefetch(client, liveStateQuery),
    prefetch(client, livePageQuery),
    prefetch(client, publishedQuery(1)),
    prefetch(client, recordingsQuery(1)),
    prefetch(client, liveSettingsQuery),
  ])
}

/** The members' page for administrators, with their own tools below the room. */
export function HostPage(): ReactElement {
  const { data } = useLiveState()
  if (data && !data.hasAccess) return <Navigate to="/dashboard" replace />
  return (
    <LivePage>
      <HostTools />
    </LivePage>
  )
}
