import { Navigate } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LivePage } from './live-page.tsx'
import { useLiveState } from './queries.ts'

const HostTools = lazy(async () => {
  const { HostTools } = await import('./host-tools.tsx')
  return { default: HostTools }
})

/** The members' page for administrators, with their own tools below it. */
export function HostPage(): ReactElement {
  const { data } = useLiveState()
  if (data && !data.hasAccess) return <Navigate to="/dashboard" replace />
  return (
    <div className="flex flex-col gap-6">
      <LivePage />
      <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
        <HostTools />
      </Suspense>
    </div>
  )
}
