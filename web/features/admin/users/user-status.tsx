import type { ReactElement } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { Badge } from '#web/ui/badge.tsx'

export function UserStatus({ user }: { user: AdminUser }): ReactElement {
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.isAdmin ? <Badge>Administrator</Badge> : null}
      {user.isSuspended ? <Badge variant="destructive">Suspended</Badge> : null}
      {user.isAdmin || user.isSuspended ? null : 'Member'}
    </span>
  )
}
