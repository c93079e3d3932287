import type { ReactElement } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { formatDate } from '#web/lib/dates.ts'
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

/** An email address, which breaks before its @ if it must. */
export function EmailAddress({ email }: { email: string }): ReactElement {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

const US = { locale: 'en-US', timeZone: 'UTC' }

/** 'Week of Mar 2, 2026', whose date doesn't break. Nothing finer is known. */
export function weekWords(week: string | null): string {
  if (week === null) return 'Never signed in'
  return `Week of ${weekDay(week)}`
}

/** 'Mar 2, 2026', the first day of the week, which doesn't break. */
export function weekDay(week: string): string {
  const day = formatDate(new Date(week), US, { dateStyle: 'medium' })
  return day.replaceAll(' ', '\u00a0')
}
