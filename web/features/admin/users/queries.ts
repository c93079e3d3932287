import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/endpoint.ts'
import type { DateRange } from '#contract/fields.ts'
import type { AdminUser, UserFilter, UserOrder, UserProfile } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { auditCalls, userCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh, freshPage } from '#web/lib/endpoint-query.ts'

export const USERS_PER_PAGE = 20
export const ENTRIES_PER_PAGE = 25

const usersKey = [userCalls.list.path] as const

/**
 * One page of the members. The audit log records each request, so one is sent per visit. Nothing is
 * cached after the page is left.
 */
export function usersQuery(given: {
  page: number
  q: string
  show: UserFilter | undefined
  sort: UserOrder | undefined
}) {
  const query = { ...given, pageSize: USERS_PER_PAGE }
  return endpointQuery(userCalls.list, { query, placeholderData: keepPreviousData, gcTime: 0 })
}

/** One member. The audit log records each request, as for the list. */
export function profileQuery(id: string) {
  return queryOptions({
    queryKey: [...usersKey, 'profile', id],
    queryFn: ({ signal }) => call(userCalls.get, { params: { id }, signal }),
    gcTime: 0,
  })
}

/** A member's latest purchases. */
export function userPurchasesQuery(id: string) {
  return queryOptions({
    queryKey: [userCalls.listPurchases.path, id],
    queryFn: ({ signal }) =>
      call(userCalls.listPurchases, { params: { id }, query: { pageSize: 20 }, signal }),
    gcTime: 0,
  })
}

/** One page of the audit log, newest first. */
export function auditQuery(
  given: DateRange & { page: number; action: string | undefined; by: string | undefined },
) {
  const query = { ...given, pageSize: ENTRIES_PER_PAGE }
  return endpointQuery(userCalls.auditLog, { query, ...freshPage })
}

/** Everyone who has an entry in the audit log. */
export const auditPeopleQuery = endpointQuery(userCalls.auditPeople)

/** The proof that shows later whether the audit log was changed. */
export const checkpointQuery = endpointQuery(auditCalls.checkpoint, fresh)

/** Updates a changed member in the cached lists without refetching them. */
export function showUser(queryClient: QueryClient, user: AdminUser): void {
  queryClient.setQueriesData<Page<AdminUser> | UserProfile>({ queryKey: usersKey }, (shown) => {
    if (!shown) return shown
    if (!('items' in shown)) return shown.id === user.id ? { ...shown, ...user } : shown
    return { ...shown, items: shown.items.map((old) => (old.id === user.id ? user : old)) }
  })
  // The number of suspensions may have changed as well.
  void queryClient.invalidateQueries({ queryKey: profileQuery(user.id).queryKey })
}
