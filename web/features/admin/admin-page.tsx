import { useSearch } from '@tanstack/react-router'
import { type ReactElement, Suspense } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ADMIN_PANELS } from '#web/features/admin/admin-panels.tsx'
import { mayOpen } from '#web/features/admin/admin-rights.ts'
import { adminTabOf } from '#web/features/admin/admin-titles.ts'
import { AdminFrame } from '#web/features/admin/nav/admin-frame.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function AdminPage(): ReactElement {
  const { rights } = useMember()
  const named = adminTabOf(useSearch({ from: '/admin' }))
  const tab = mayOpen(named, rights) ? named : 'today'
  const Panel = ADMIN_PANELS[tab]
  return (
    <AdminFrame header={<h1>Admin Dashboard</h1>} isFirstPage={tab === 'today'}>
      <Suspense key={tab} fallback={<Skeleton className="h-96 rounded-xl" />}>
        <Panel />
      </Suspense>
    </AdminFrame>
  )
}
