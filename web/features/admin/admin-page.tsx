import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { ADMIN_PANELS } from '#web/features/admin/admin-panels.tsx'
import { mayOpen } from '#web/features/admin/admin-rights.ts'
import { adminTabOf } from '#web/features/admin/admin-titles.ts'
import { AdminFrame } from '#web/features/admin/nav/admin-frame.tsx'

export function AdminPage(): ReactElement {
  const { rights } = useMember()
  const named = adminTabOf(useSearch({ from: '/admin' }))
  const tab = mayOpen(named, rights) ? named : 'today'
  const Panel = ADMIN_PANELS[tab]
  return (
    <AdminFrame header={<h1>Admin Dashboard</h1>} isFirstPage={tab === 'today'}>
      <Panel key={tab} />
    </AdminFrame>
  )
}
