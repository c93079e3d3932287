import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  INVITATION_PAGE,
  type JoiningSettings,
  type JoiningSettingsInput,
  type NewInvitation,
} from '#contract/joining.ts'
import { todayKey } from '#web/features/admin/today/queries.ts'
import { call } from '#web/lib/api.ts'
import { joiningCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const joiningSettingsQuery = endpointQuery(joiningCalls.getSettings, fresh)

export function saveJoiningSettings(body: JoiningSettingsInput): Promise<JoiningSettings> {
  return call(joiningCalls.saveSettings, { body })
}

export const invitationsQuery = infiniteQueryOptions({
  queryKey: [joiningCalls.listInvitations.path],
  queryFn: ({ pageParam: before, signal }) =>
    call(joiningCalls.listInvitations, { query: { before }, signal }),
  // The first page starts without an id.
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last) => (last.length < INVITATION_PAGE ? undefined : last.at(-1)?.id),
  ...fresh,
})

export const applicationsKey = [joiningCalls.listApplications.path] as const

/** The oldest applications. Nothing is cached after the page is left. */
export const applicationsQuery = queryOptions({
  queryKey: applicationsKey,
  queryFn: ({ signal }) => call(joiningCalls.listApplications, { query: {}, signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
})

export function approveApplication(id: number): Promise<undefined> {
  return call(joiningCalls.approveApplication, { params: { id }, keepalive: true })
}

export function declineApplication({
  id,
  reason,
}: {
  id: number
  reason: string
}): Promise<undefined> {
  return call(joiningCalls.declineApplication, {
    ...{ params: { id }, body: { reason } },
    keepalive: true,
  })
}

/** Refetches the applications, the counts on Today, and the invitations that approvals create. */
export async function refreshApplications(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: applicationsKey }),
    client.invalidateQueries({ queryKey: todayKey }),
    refreshInvitations(client),
  ])
}

export function createInvitation(body: NewInvitation) {
  return call(joiningCalls.createInvitation, { body })
}

export function revokeInvitation(id: number): Promise<undefined> {
  return call(joiningCalls.revokeInvitation, { params: { id } })
}

export function refreshInvitations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
}
