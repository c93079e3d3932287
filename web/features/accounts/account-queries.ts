import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AccountRemoval, FirstAdmin, User, UserChanges } from '#contract/accounts.ts'
import type { UniqueInput } from '#web/features/accounts/availability.ts'
import { call } from '#web/lib/api.ts'
import { accountCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

interface Checking {
  signal: AbortSignal
  headers: Record<string, string>
}

const checks = {
  username: (username: string, checking: Checking) =>
    call(accountCalls.checkUsername, { query: { username }, ...checking }),
  email: (email: string, checking: Checking) =>
    call(accountCalls.checkEmail, { query: { email }, ...checking }),
  anonymousUsername: (username: string, checking: Checking) =>
    call(accountCalls.checkAnonymousUsername, { query: { username }, ...checking }),
}

/** A name that is available now can be taken a minute later. */
const AVAILABILITY_FRESH_MS = 30_000

// The return types of query options are inferred: they carry the type of the data.
export function availabilityQuery(input: UniqueInput, value: string, invitation?: string) {
  const headers: Record<string, string> = invitation ? { 'X-Invitation': invitation } : {}
  return queryOptions({
    queryKey: ['availability', input, value],
    queryFn: ({ signal }) => checks[input](value, { signal, headers }),
    staleTime: AVAILABILITY_FRESH_MS,
  })
}

/** Fetched on every visit, since the other sessions are on other devices. */
export const sessionsQuery = endpointQuery(accountCalls.listSessions, {
  staleTime: 0,
  placeholderData: keepPreviousData,
})

/** The response is the same for every address, whether or not an email is sent. */
export function requestCode(email: string): Promise<{ message: string }> {
  return call(accountCalls.requestOtp, { body: { email } })
}

export function verifyCode(body: { email: string; code: string }): Promise<User> {
  return call(accountCalls.verifyOtp, { body })
}

/** The response is the same for every address, as with `requestCode`. */
export function sendResetLink(email: string): Promise<{ message: string }> {
  return call(accountCalls.forgotPassword, { body: { email } })
}

export function resetPassword(body: {
  token: string
  newPassword: string
}): Promise<{ message: string }> {
  return call(accountCalls.resetPassword, { body })
}

export function checkFirstAdminLink(body: { token: string }) {
  return call(accountCalls.checkFirstAdminLink, { body })
}

export function createFirstAdmin(body: FirstAdmin): Promise<User> {
  return call(accountCalls.createFirstAdmin, { body })
}

export function changeUser(body: UserChanges): Promise<User> {
  return call(accountCalls.changeUser, { body })
}

export function endSession(id: number): Promise<undefined> {
  return call(accountCalls.endSession, { params: { id } })
}

export function removeAccount(body: AccountRemoval): Promise<undefined> {
  return call(accountCalls.removeAccount, { body })
}
