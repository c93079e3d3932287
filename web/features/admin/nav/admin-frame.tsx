import type { ReactElement, ReactNode } from 'react'
import {
  FactorOverdue,
  FactorReminder,
  useMissingFactor,
} from '#web/features/accounts/admin-factor.tsx'
import { AdminNav } from '#web/features/admin/nav/admin-nav.tsx'
import { useNow } from '#web/lib/use-dates.ts'

interface AdminFrameProps {
  header: ReactElement
  isFirstPage?: boolean
  children: ReactNode
}

/**
 * An admin page next to the navigation. On a wide screen nothing is above the navigation, so it
 * stays in place while the page next to it changes, grows and scrolls.
 */
export function AdminFrame({
  header,
  isFirstPage = false,
  children,
}: AdminFrameProps): ReactElement {
  const missing = useMissingFactor()
  const neededBy = missing?.neededBy
  const isOverdue = useNow((now) => neededBy !== undefined && neededBy <= now)
  if (isOverdue) {
    return (
      <div className="flex flex-col gap-6">
        {header}
        <FactorOverdue />
      </div>
    )
  }
  const isReminding = missing && (missing.neededBy || isFirstPage)
  return (
    <div className="grid gap-6 xl:grid-cols-[11.5rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:gap-x-8">
      <div className="xl:col-start-2">{header}</div>
      <AdminNav />
      <div className="flex min-w-0 flex-col gap-6 xl:col-start-2">
        {isReminding ? <FactorReminder {...missing} /> : null}
        {children}
      </div>
    </div>
  )
}
