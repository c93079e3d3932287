import type { ReactElement, ReactNode } from 'react'
import type { AdminUser } from '#contract/users.ts'
import { UserActions } from '#web/features/admin/users/user-actions.tsx'
import { cn } from '#web/lib/cn.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The columns of a wide screen; the last one holds the menu. */
const COLUMNS =
  'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)_2.75rem]'

/** The headings of the columns, for the eye: each value has its own name for screen readers. */
export function UserColumns(): ReactElement {
  return (
    <div
      aria-hidden
      className={cn(
        'hidden gap-x-4 border-b border-line pb-2 text-sm font-medium text-ink-quiet lg:grid',
        COLUMNS,
      )}
    >
      <span>Username</span>
      <span>Email</span>
      <span>Community username</span>
      <span>Created</span>
      <span>Status</span>
    </div>
  )
}

/** A member: a row on a wide screen, a card on a narrow one. */
export function UserRow({ user }: { user: AdminUser }): ReactElement {
  return (
    <div className="relative rounded-xl border border-line p-4 lg:rounded-none lg:border-0 lg:border-b lg:px-0 lg:py-3">
      <dl className={cn('grid gap-x-4 gap-y-3 pr-12 lg:items-center lg:pr-0', COLUMNS)}>
        <Value name="Username">
          <span className="font-semibold">{user.username}</span>
          {user.isSelf ? ' (you)' : ''}
          <span className="mt-0.5 block font-mono text-xs text-ink-quiet">ID {user.id}</span>
        </Value>
        <Value name="Email">
          {user.email}
          {user.emailVerified ? null : (
            <span className="mt-0.5 block text-sm text-ink-quiet">Not verified</span>
          )}
        </Value>
        <Value name="Community username">{user.anonymousUsername}</Value>
        <Value name="Created">
          <RelativeTime date={user.createdAt} />
        </Value>
        <Value name="Status">
          <Status user={user} />
        </Value>
      </dl>
      <UserActions
        user={user}
        className="absolute top-2 right-2 lg:top-1/2 lg:right-0 lg:-translate-y-1/2"
      />
    </div>
  )
}

function Value({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-quiet lg:sr-only">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Status({ user }: { user: AdminUser }): ReactElement {
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.isAdmin ? <Badge>Administrator</Badge> : null}
      {user.isSuspended ? <Badge variant="destructive">Suspended</Badge> : null}
      {user.isAdmin || user.isSuspended ? null : 'Member'}
    </span>
  )
}
