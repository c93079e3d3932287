import type { ReactElement, ReactNode } from 'react'
import { AdminFactorPanel } from '#web/features/accounts/admin-factor-panel.tsx'
import { AdminNav } from '#web/features/admin/nav/admin-nav.tsx'

interface AdminFrameProps {
  isFirstPage?: boolean
  children: ReactNode
}

/** A page of the administration beside its navigation. */
export function AdminFrame({ isFirstPage = false, children }: AdminFrameProps): ReactElement {
  return (
    <AdminFactorPanel isReminding={isFirstPage}>
      <div className="grid gap-6 xl:grid-cols-[11.5rem_minmax(0,1fr)] xl:gap-8">
        <AdminNav />
        <div className="min-w-0">{children}</div>
      </div>
    </AdminFactorPanel>
  )
}
