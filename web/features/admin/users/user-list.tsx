import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { USER_FILTERS, USER_ORDERS, type UserFilter, type UserOrder } from '#contract/users.ts'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { FilterField } from '#web/features/admin/filter-field.tsx'
import { PagedList } from '#web/features/admin/paged-list.tsx'
import { USERS_PER_PAGE, usersQuery } from '#web/features/admin/users/queries.ts'
import { UserColumns, UserRow } from '#web/features/admin/users/user-row.tsx'
import { counted } from '#web/lib/counted.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Options, Select } from '#web/ui/select.tsx'

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
  username: 'Username',
  seen: 'Last seen',
}

/** The members with their names and addresses, newest first by default. */
export function UserList(): ReactElement {
  const { tab, part, page, q, searchFor, arrange, ...address } = useAdminAddress()
  const show = USER_FILTERS.find((each) => each === address.show)
  const sort = USER_ORDERS.find((each) => each === address.sort)
  // On navigation to another part, the search is cleared before this list unmounts. Fetching then
  // would log a view of the list.
  const enabled = tab === 'users' && (part === undefined || part === 'members')
  const users = useQuery({ ...usersQuery({ page, q, show, sort }), enabled })
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
        <div className="grid max-w-xl gap-3 sm:grid-cols-2">
          <Field label="Show">
            <Select
              value={show ?? ''}
              onChange={({ target }) => arrange({ show: target.value || undefined })}
            >
              <option value="">Everyone</option>
              <Options labels={FILTER_LABELS} />
            </Select>
          </Field>
          <Field label="Sort by">
            <Select
              value={sort ?? 'newest'}
              onChange={({ target }) =>
                arrange({ sort: target.value === 'newest' ? undefined : target.value })
              }
            >
              <Options labels={ORDER_LABELS} />
            </Select>
          </Field>
        </div>
        <p role="status" className="min-h-5 text-sm text-ink-quiet">
          {users.data ? counted(users.data.total, 'user') : ''}
        </p>
        <div>
          <UserColumns />
          <PagedList
            list={users}
            pageSize={USERS_PER_PAGE}
            noun="users"
            entryHeight="h-20"
            className="gap-0"
            empty={<EmptyState message={q || show ? 'No users found' : 'No users yet'} />}
            renderEntry={(user) => <UserRow user={user} />}
          />
        </div>
      </div>
    </Card>
  )
}
