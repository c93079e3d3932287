import { Navigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LivePage } from './live-page.tsx'
import { useLiveState } from './queries.ts'

const HostTools = onDemand(
  async () => (await import('./host-tools.tsx')).HostTools,
  <Skeleton className="h-96 rounded-xl" />,
)

/** The members' page for administrators, with their own tools below it. */
export function HostPage(): ReactElement {
  const { data } = useLiveState()
  if (data && !data.hasAccess) return <Navigate to="/dashboard" replace />
  return (
    <div className="flex flex-col gap-6">
      <LivePage />
      <HostTools />
    </div>
  )
}
