import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { FilterField } from '#web/features/admin/filter-field.tsx'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import { USERS_PER_PAGE, usersQuery } from '#web/features/admin/users/queries.ts'
import { UserColumns, UserRow } from '#web/features/admin/users/user-row.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** As long as an address can be. */
const MAX_SEARCH = 254

/** The members with their names and addresses, newest first. */
export function UserList(): ReactElement {
  const { tab, part, page, q, searchFor } = useAdminAddress()
  // On the way to another part the search is gone before this list is: that is no look at it.
  const enabled = tab === 'users' && (part === undefined || part === 'members')
  const users = useQuery({ ...usersQuery({ page, q }), enabled })
  return (
    <Card aria-labelledby="users">
      <CardHeader>
        <CardTitle id="users">Users</CardTitle>
        <CardDescription className="max-w-prose">
          The only place that shows names and email addresses next to community usernames. The audit
          log records each time this list is opened.
        </CardDescription>
      </CardHeader>
      <div className="flex flex-col gap-5">
        <FilterField
          label="Search users"
          help="All or part of a name or email address"
          value={q}
          maxLength={MAX_SEARCH}
          onFilter={searchFor}
        />
        <p role="status" className="text-sm text-ink-quiet empty:hidden">
          {users.data ? countText(users.data.total) : ''}
        </p>
        <div>
          <UserColumns />
          <PagedList
            list={users}
            pageSize={USERS_PER_PAGE}
            noun="users"
            entryHeight="h-20"
            className="lg:gap-0"
            empty={<EmptyState message={q ? 'No users found' : 'No users yet'} />}
            renderEntry={(user) => <UserRow user={user} />}
          />
        </div>
      </div>
    </Card>
  )
}

function countText(total: number): string {
  return total === 1 ? '1 user' : `${total} users`
}
