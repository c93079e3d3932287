import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type AccountRemoval,
  accountEndpoints,
  type FirstAdmin,
  type User,
  type UserChanges,
} from '#contract/accounts.ts'
import type { UniqueInput } from '#web/features/accounts/availability.ts'
import { call } from '#web/lib/api.ts'

const checks = {
  username: (username: string, signal: AbortSignal) =>
    call(accountEndpoints.checkUsername, { query: { username }, signal }),
  email: (email: string, signal: AbortSignal) =>
    call(accountEndpoints.checkEmail, { query: { email }, signal }),
  anonymousUsername: (username: string, signal: AbortSignal) =>
    call(accountEndpoints.checkAnonymousUsername, { query: { username }, signal }),
}

/** A name that is free now can be taken in a minute. */
const AVAILABILITY_FRESH_MS = 30_000

// The return types of query options are inferred: they carry the type of the data.
export function availabilityQuery(input: UniqueInput, value: string) {
  return queryOptions({
    queryKey: ['availability', input, value],
    queryFn: ({ signal }) => checks[input](value, signal),
    staleTime: AVAILABILITY_FRESH_MS,
  })
}

/** Fetched anew by each visit: the other sessions live elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: [accountEndpoints.listSessions.path],
  queryFn: ({ signal }) => call(accountEndpoints.listSessions, { signal }),
  staleTime: 0,
  placeholderData: keepPreviousData,
})

/** Answers the same for every address; the mail goes out where it makes sense. */
export function requestCode(email: string): Promise<{ message: string }> {
  return call(accountEndpoints.requestOtp, { body: { email } })
}

export function verifyCode(body: { email: string; code: string }): Promise<User> {
  return call(accountEndpoints.verifyOtp, { body })
}

/** Answers the same for every address, like `requestCode`. */
export function sendResetLink(email: string): Promise<{ message: string }> {
  return call(accountEndpoints.forgotPassword, { body: { email } })
}

export function resetPassword(body: {
  token: string
  newPassword: string
}): Promise<{ message: string }> {
  return call(accountEndpoints.resetPassword, { body })
}

export function checkFirstAdminLink(body: { token: string }) {
  return call(accountEndpoints.checkFirstAdminLink, { body })
}

export function createFirstAdmin(body: FirstAdmin): Promise<User> {
  return call(accountEndpoints.createFirstAdmin, { body })
}

export function changeUser(body: UserChanges): Promise<User> {
  return call(accountEndpoints.changeUser, { body })
}

export function endSession(id: number): Promise<undefined> {
  return call(accountEndpoints.endSession, { params: { id } })
}

export function removeAccount(body: AccountRemoval): Promise<undefined> {
  return call(accountEndpoints.removeAccount, { body })
}
