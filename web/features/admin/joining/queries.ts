import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { INVITATION_PAGE } from '#contract/joining.ts'
import { call } from '#web/lib/api.ts'
import { joiningCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh } from '#web/lib/endpoint-query.ts'

export const joiningSettingsQuery = endpointQuery(joiningCalls.getSettings, fresh)

export const invitationsQuery = infiniteQueryOptions({
  queryKey: [joiningCalls.listInvitations.path],
  queryFn: ({ pageParam: before, signal }) =>
    call(joiningCalls.listInvitations, { query: { before }, signal }),
  // The first page starts without an id.
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last) => (last.length < INVITATION_PAGE ? undefined : last.at(-1)?.id),
  ...fresh,
})

export function refreshInvitations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
}
