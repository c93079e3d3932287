import { queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { type EmailChange, emailChangeEndpoints } from '#contract/email-changes.ts'
import { pseudonymEndpoints } from '#contract/pseudonyms.ts'
import { securityLogEndpoints } from '#contract/security-log.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const allowanceQuery = endpointQuery(pseudonymEndpoints.allowance, { staleTime: 0 })

/** Fetched on every visit, since events also happen on other devices. */
export const securityLogQuery = endpointQuery(securityLogEndpoints.list, { staleTime: 0 })

export function changePseudonym(anonymousUsername: string): Promise<User> {
  return call(pseudonymEndpoints.change, { body: { anonymousUsername } })
}

export function endOtherSessions(): Promise<undefined> {
  return call(securityLogEndpoints.endOtherSessions, {})
}

export function startEmailChange(newEmail: string): Promise<{ message: string }> {
  return call(emailChangeEndpoints.start, { body: { newEmail } })
}

export function confirmEmailChange(code: string): Promise<User> {
  return call(emailChangeEndpoints.confirm, { body: { code } })
}

// The return types of query options are inferred: they carry the type of the data.
export function emailChangeQuery(token: string) {
  return queryOptions({
    queryKey: [emailChangeEndpoints.read.path, token],
    queryFn: ({ signal }) => call(emailChangeEndpoints.read, { query: { token }, signal }),
    staleTime: 0,
  })
}

export function decideEmailChange(input: {
  token: string
  decision: 'undo' | 'agree'
}): Promise<EmailChange> {
  const { token, decision } = input
  return call(emailChangeEndpoints[decision], { body: { token } })
}
