import { queryOptions } from '@tanstack/react-query'
import { emailEndpoints } from '#contract/email.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const emailPreferencesQuery = endpointQuery(emailEndpoints.getPreferences, { staleTime: 0 })

/** The mailing of an unsubscribe link, and whether the recipient is subscribed. */
export function unsubscriptionQuery(token: string) {
  return queryOptions({
    queryKey: [emailEndpoints.unsubscription.path, token],
    queryFn: ({ signal }) => call(emailEndpoints.unsubscription, { query: { token }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
