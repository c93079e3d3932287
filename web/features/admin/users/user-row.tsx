import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { ColumnNames } from '#web/features/admin/column-names.tsx'
import { UserActions } from '#web/features/admin/users/user-actions.tsx'
import { weekWords } from '#web/features/admin/users/week-words.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The columns on a wide screen; the last one contains the menu. */
const COLUMNS =
  'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,4fr)_minmax(0,3fr)_9.5rem_minmax(0,4fr)_2.75rem]'

const NAMES = ['Username', 'Email', 'Community username', 'Created', 'Last seen', 'Status'] as const

/** The visible column headings. */
export function UserColumns(): ReactElement {
  return <ColumnNames columns={COLUMNS} names={NAMES} />
}

/** A member: all columns on a wide screen, the essentials on a narrow one. */
export function UserRow({ user }: { user: AdminUser }): ReactElement {
  return (
    <div className="relative border-b border-line py-3">
      <dl className={cn('grid gap-x-4 gap-y-1 pr-12 lg:items-center lg:pr-0', COLUMNS)}>
        <Value name="Username">
          <Link
            to="/admin"
            search={(search) => ({ ...search, tab: 'users', user: user.id })}
            className="font-semibold text-primary underline underline-offset-4"
          >
            {user.username}
          </Link>
          {user.isSelf ? ' (you)' : ''}
          <span className="mt-0.5 hidden font-mono text-xs text-ink-quiet lg:block">
            ID {user.id}
          </span>
        </Value>
        <Value name="Email">
          {user.email}
          {user.emailVerified ? null : (
            <span className="mt-0.5 block text-sm text-ink-quiet">Not verified</span>
          )}
        </Value>
        <Value name="Community username" isWideOnly>
          {user.anonymousUsername}
        </Value>
        <Value name="Created" isWideOnly>
          <RelativeTime date={user.createdAt} />
        </Value>
        <Value name="Last seen" isWideOnly>
          <span className="text-sm whitespace-nowrap">{weekWords(user.lastSeenWeek)}</span>
        </Value>
        <Value name="Status">
          <UserStatus user={user} />
        </Value>
      </dl>
      <UserActions
        user={user}
        className="absolute top-2 right-2 lg:top-1/2 lg:right-0 lg:-translate-y-1/2"
      />
    </div>
  )
}

interface ValueProps {
  name: string
  /** Hidden on a narrow screen; the profile shows it. */
  isWideOnly?: boolean
  children: ReactNode
}

function Value({ name, isWideOnly, children }: ValueProps): ReactElement {
  return (
    <div className={cn('min-w-0', isWideOnly && 'hidden lg:block')}>
      <dt className="sr-only">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

export function UserStatus({ user }: { user: AdminUser }): ReactElement {
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.isAdmin ? <Badge>Administrator</Badge> : null}
      {user.isSuspended ? <Badge variant="destructive">Suspended</Badge> : null}
      {user.isAdmin || user.isSuspended ? null : 'Member'}
    </span>
  )
}
