import { queryOptions } from '@tanstack/react-query'
import type { NewApplication } from '#contract/joining.ts'
import { call } from '#web/lib/api.ts'
import { joiningCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Who may create an account. */
export const joiningQuery = endpointQuery(joiningCalls.read)

/**
 * The state of an invitation. Never refetched, so that the form stays while it is being filled in.
 */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: [joiningCalls.checkInvitation.path, token],
    queryFn: ({ signal }) => call(joiningCalls.checkInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function sendApplication(body: NewApplication): Promise<undefined> {
  return call(joiningCalls.apply, { body })
}
