import { queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { EmailChange } from '#contract/email-changes.ts'
import { call } from '#web/lib/api.ts'
import { emailChangeCalls, pseudonymCalls, securityLogCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const allowanceQuery = endpointQuery(pseudonymCalls.allowance, { staleTime: 0 })

/** Fetched on every visit, since events also happen on other devices. */
export const securityLogQuery = endpointQuery(securityLogCalls.list, { staleTime: 0 })

export function changePseudonym(anonymousUsername: string): Promise<User> {
  return call(pseudonymCalls.change, { body: { anonymousUsername } })
}

export function endOtherSessions(): Promise<undefined> {
  return call(securityLogCalls.endOtherSessions, {})
}

export function startEmailChange(newEmail: string): Promise<{ message: string }> {
  return call(emailChangeCalls.start, { body: { newEmail } })
}

export function confirmEmailChange(code: string): Promise<User> {
  return call(emailChangeCalls.confirm, { body: { code } })
}

// The return types of query options are inferred: they carry the type of the data.
export function emailChangeQuery(token: string) {
  return queryOptions({
    queryKey: [emailChangeCalls.read.path, token],
    queryFn: ({ signal }) => call(emailChangeCalls.read, { query: { token }, signal }),
    staleTime: 0,
  })
}

export function decideEmailChange(input: {
  token: string
  decision: 'undo' | 'agree'
}): Promise<EmailChange> {
  const { token, decision } = input
  return call(emailChangeCalls[decision], { body: { token } })
}
