import { queryOptions } from '@tanstack/react-query'
import { joiningEndpoints, type NewApplication } from '#contract/joining.ts'
import { call } from '#web/lib/api.ts'

/** Who may join. */
export const joiningQuery = queryOptions({
  queryKey: [joiningEndpoints.read.path],
  queryFn: ({ signal }) => call(joiningEndpoints.read, { signal }),
})

/** What became of an invitation. While the form is being filled in, the first answer stays. */
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
