import { queryOptions } from '@tanstack/react-query'
import { emailEndpoints } from '#contract/email.ts'
import { call } from '#web/lib/api.ts'

export const emailPreferencesQuery = queryOptions({
  queryKey: [emailEndpoints.getPreferences.path],
  queryFn: ({ signal }) => call(emailEndpoints.getPreferences, { signal }),
  staleTime: 0,
})

/** The mailing of an unsubscribe link, and whether the recipient is subscribed. */
export function unsubscriptionQuery(token: string) {
  return queryOptions({
    queryKey: [emailEndpoints.unsubscription.path, token],
    queryFn: ({ signal }) => call(emailEndpoints.unsubscription, { query: { token }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
