import {
  keepPreviousData,
  queryOptions,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import type { AccountRemoval, FirstAdmin, User, UserChanges } from '#contract/accounts.ts'
import type { EmailChange } from '#contract/email-changes.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { NewApplication } from '#contract/joining.ts'
import type { pseudonymEndpoints } from '#contract/pseudonyms.ts'
import type { UniqueInput } from '#web/features/accounts/pseudonym.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { ApiError, call } from '#web/lib/api.ts'
import {
  accountCalls,
  emailChangeCalls,
  joiningCalls,
  pseudonymCalls,
  securityLogCalls,
} from '#web/lib/calls.gen.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { pauseLive } from '#web/lib/live.ts'
import { findFirstUser } from '#web/lib/offline-start.ts'
import { useSending } from '#web/lib/use-sending.ts'

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

/** Fetched on every visit, since the other sessions are on other devices. */
export const sessionsQuery = endpointQuery(accountCalls.listSessions, {
  staleTime: 0,
  placeholderData: keepPreviousData,
})

/** Who may create an account. */
export const joiningQuery = endpointQuery(joiningCalls.read)

export const allowanceQuery = endpointQuery(pseudonymCalls.allowance, { staleTime: 0 })

/** Fetched on every visit, since events also happen on other devices. */
export const securityLogQuery = endpointQuery(securityLogCalls.list, { staleTime: 0 })

const queryKey = [accountCalls.currentUser.path]

/**
 * The signed-in user, or null for a visitor. While the server cannot be reached, the first page of
 * a visit opens for the last user on this device.
 */
export const currentUserQuery = queryOptions({
  queryKey,
  // No abort signal: route guards await this query, and an observer that unmounts, as in React's
  // strict mode, must not cancel it.
  queryFn: ({ client }): Promise<User | null> => {
    const isFirst = client.getQueryData(queryKey) === undefined
    if (!isFirst || import.meta.env.SSR) return askServer()
    return findFirstUser(client, askServer, ({ user, isSame }) => {
      if (isSame) client.setQueryData(queryKey, user)
      else window.location.reload()
    })
  },
})

async function askServer(): Promise<User | null> {
  try {
    return await call(accountCalls.currentUser, {})
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

interface Checking {
  signal: AbortSignal
  headers: Record<string, string>
}

// The return types of query options are inferred: they carry the type of the data.
export function availabilityQuery(input: UniqueInput, value: string, invitation?: string) {
  const headers: Record<string, string> = invitation ? { 'X-Invitation': invitation } : {}
  return queryOptions({
    queryKey: ['availability', input, value],
    queryFn: ({ signal }) => checks[input](value, { signal, headers }),
    staleTime: AVAILABILITY_FRESH_MS,
  })
}

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

function changeUser(body: UserChanges): Promise<User> {
  return call(accountCalls.changeUser, { body })
}

export function endSession(id: number): Promise<undefined> {
  return call(accountCalls.endSession, { params: { id } })
}

export function removeAccount(body: AccountRemoval): Promise<undefined> {
  return call(accountCalls.removeAccount, { body })
}

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

export function changePseudonym(body: BodyInput<typeof pseudonymEndpoints.change>): Promise<User> {
  return call(pseudonymCalls.change, {
    body,
    describe: ({ anonymousUsername }) => ({ 'Community username': anonymousUsername }),
  })
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

/** Changes the account and updates it everywhere on the page right away. */
export function useChangeUser(): UseMutationResult<User, Error, UserChanges> {
  const queryClient = useQueryClient()
  return useSending({
    mutationFn: async (changes: UserChanges) => {
      // A new password ends the session that the page listens with, and opens another one.
      const resumeLive = changes.newPassword === undefined ? undefined : pauseLive()
      try {
        return await changeUser(changes)
      } finally {
        resumeLive?.()
      }
    },
    onSuccess: async (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user)
      // The daily reminder depends on the time zone.
      await Promise.all([
        queryClient.invalidateQueries(sessionsQuery),
        queryClient.invalidateQueries(notificationSettingsQuery),
      ])
    },
  })
}
