import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import {
  type AdminUser,
  USER_FILTERS,
  USER_ORDERS,
  type UserFilter,
  type UserOrder,
} from '#contract/users.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { type Column, DataTable } from '#web/features/admin/kit/data-table.tsx'
import { FilterRow, SearchFilter, SelectFilter } from '#web/features/admin/kit/filters.tsx'
import { USERS_PER_PAGE, usersQuery } from '#web/features/admin/users/queries.ts'
import { UserActions } from '#web/features/admin/users/user-actions.tsx'
import { EmailAddress, UserStatus, weekDay } from '#web/features/admin/users/user-facts.tsx'
import { counted } from '#web/lib/counted.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayTime } from '#web/ui/relative-time.tsx'

/** The longest possible email address. */
const MAX_SEARCH = 254

const FILTER_LABELS: Record<UserFilter, string> = {
  verified: 'Verified email',
  suspended: 'Suspended',
  access: 'Access to live coaching',
  never: 'Never signed in',
  'look-alike': 'Look-alike names',
}

const ORDER_LABELS: Record<UserOrder, string> = {
  newest: 'Newest first',
  username: 'By username',
  seen: 'Last seen first',
}

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    name: 'Username',
    width: '5fr',
    cell: (user) => (
      <>
        <Link
          to="/admin/users/$userId"
          params={{ userId: user.id }}
          className="font-semibold text-primary underline underline-offset-4"
        >
          {user.username}
        </Link>
        {user.isSelf ? ' (you)' : ''}
      </>
    ),
  },
  {
    name: 'Email',
    width: '10fr',
    cell: ({ email, emailVerified }) => (
      <>
        <EmailAddress email={email} />
        {emailVerified ? null : (
          <span className="mt-0.5 block text-sm text-ink-quiet">Not verified</span>
        )}
      </>
    ),
  },
  {
    name: 'Community username',
    width: '6fr',
    narrow: 'labeled',
    cell: ({ anonymousUsername }) => <bdi>{anonymousUsername}</bdi>,
  },
  {
    name: 'Created',
    width: '5fr',
    narrow: 'labeled',
    cell: ({ createdAt }) => <DayTime date={createdAt} className="whitespace-nowrap" />,
  },
  {
    name: 'Last seen, week of',
    width: '5fr',
    // The profile has it.
    narrow: 'hidden',
    cell: ({ lastSeenWeek }) => (lastSeenWeek === null ? 'Never' : weekDay(lastSeenWeek)),
  },
  {
    name: 'Status',
    width: '6rem',
    cell: (user) => (
      // Below its name, each entry is a member's without saying so.
      <div className={user.isAdmin || user.isSuspended ? undefined : 'max-lg:sr-only'}>
        <UserStatus user={user} />
      </div>
    ),
  },
]

/** The members with their names and addresses, newest first by default. */
export function UserList(): ReactElement {
  const { page, q, arrange, ...address } = useAdminAddress()
  const show = USER_FILTERS.find((each) => each === address.show)
  const sort = USER_ORDERS.find((each) => each === address.sort)
  const users = useQuery(usersQuery({ page, q, show, sort }))
  return (
    <SectionCard title="Users" isTitleAbove>
      <div className="flex flex-col gap-3">
        <FilterRow
          search={
            <SearchFilter label="Search users" placeholder="Name or email" maxLength={MAX_SEARCH} />
          }
          count={[show, sort].filter(Boolean).length}
        >
          <SelectFilter
            label="Show"
            hideLabel
            all="Everyone"
            labels={FILTER_LABELS}
            value={show}
            onChoose={(chosen) => arrange({ show: chosen })}
          />
          <SelectFilter
            label="Sort by"
            hideLabel
            labels={ORDER_LABELS}
            value={sort ?? 'newest'}
            onChoose={(order) => arrange({ sort: order === 'newest' ? undefined : order })}
          />
        </FilterRow>
        <p role="status" className="min-h-5 text-sm text-ink-quiet">
          {users.data ? counted(users.data.total, 'user') : ''}
        </p>
        <DataTable
          list={users}
          pageSize={USERS_PER_PAGE}
          noun="users"
          columns={COLUMNS}
          narrow="entry"
          menu={(user) => <UserActions user={user} />}
          entryHeight="h-20"
          empty={<EmptyState message={q || show ? 'No users found' : 'No users yet'} />}
        />
        <p className="max-w-prose text-sm text-ink-quiet">
          This is the only place that shows names and email addresses next to community usernames.
          The audit log records each time this list is opened.
        </p>
      </div>
    </SectionCard>
  )
}
