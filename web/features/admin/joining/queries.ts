import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  INVITATION_PAGE,
  type JoiningSettings,
  type JoiningSettingsInput,
  joiningEndpoints,
  type NewInvitation,
} from '#contract/joining.ts'
import { call } from '#web/lib/api.ts'

export const joiningSettingsQuery = queryOptions({
  queryKey: [joiningEndpoints.getSettings.path],
  queryFn: ({ signal }) => call(joiningEndpoints.getSettings, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export function saveJoiningSettings(body: JoiningSettingsInput): Promise<JoiningSettings> {
  return call(joiningEndpoints.saveSettings, { body })
}

export const invitationsQuery = infiniteQueryOptions({
  queryKey: [joiningEndpoints.listInvitations.path],
  queryFn: ({ pageParam: before, signal }) =>
    call(joiningEndpoints.listInvitations, { query: { before }, signal }),
  // The first page has no id to begin after.
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last) => (last.length < INVITATION_PAGE ? undefined : last.at(-1)?.id),
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export function createInvitation(body: NewInvitation) {
  return call(joiningEndpoints.createInvitation, { body })
}

export function revokeInvitation(id: number): Promise<undefined> {
  return call(joiningEndpoints.revokeInvitation, { params: { id } })
}

export function refreshInvitations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
}
