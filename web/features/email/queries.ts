import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { emailCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const emailPreferencesQuery = endpointQuery(emailCalls.getPreferences, { staleTime: 0 })

/** The mailing of an unsubscribe link, and whether the recipient is subscribed. */
export function unsubscriptionQuery(token: string) {
  return queryOptions({
    queryKey: [emailCalls.unsubscription.path, token],
    queryFn: ({ signal }) => call(emailCalls.unsubscription, { query: { token }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
