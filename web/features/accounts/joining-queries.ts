import { queryOptions } from '@tanstack/react-query'
import { joiningEndpoints, type NewApplication } from '#contract/joining.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Who may create an account. */
export const joiningQuery = endpointQuery(joiningEndpoints.read)

/**
 * The state of an invitation. Never refetched, so that the form stays while it is being filled in.
 */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: [joiningEndpoints.checkInvitation.path, token],
    queryFn: ({ signal }) => call(joiningEndpoints.checkInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function sendApplication(body: NewApplication): Promise<undefined> {
  return call(joiningEndpoints.apply, { body })
}
