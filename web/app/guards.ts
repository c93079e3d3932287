import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { pendingSignInQuery } from '#web/features/accounts/factors/queries.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import type { LinkSearch } from '#web/lib/link-token.ts'
import { safeNext } from '#web/lib/safe-next.ts'
import type { Visit } from '#web/lib/visit.ts'

export interface RouterContext {
  queryClient: QueryClient
  visit: Visit
  /** On the server: how the document is answered. */
  document?: { status: number }
}

/** The router's input for the guard of a page. */
interface GuardInput {
  context: RouterContext
  location: { href: string }
}

/** Redirects visitors to the sign-in page, which then leads back. */
export async function requireMember({ context, location }: GuardInput): Promise<void> {
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (!user) throw redirect({ to: '/auth', search: { next: location.href } })
}

/** Redirects everyone but administrators to the sign-in page, which sends members to their dashboard. */
export async function requireAdmin({ context, location }: GuardInput): Promise<void> {
  await requireMember({ context, location })
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (!user?.isAdmin) throw redirect({ to: '/auth' })
}

/** Redirects administrators who aren't hosts to the members' page of the live room. */
export async function requireHost({ context, location }: GuardInput): Promise<void> {
  await requireAdmin({ context, location })
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (!user?.rights.includes('host')) throw redirect({ to: '/live' })
}

/** Redirects signed-in members from the sign-in page to `next` or the dashboard. */
export async function leaveWhenSignedIn({
  context,
  search,
}: {
  context: RouterContext
  search: { next?: string | undefined }
}): Promise<void> {
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (user) throw redirect({ href: safeNext(search.next) ?? '/dashboard' })
}

/** Redirects signed-in members from the landing page to their dashboard. */
export async function leaveLanding({ context }: { context: RouterContext }): Promise<void> {
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (user) throw redirect({ to: '/dashboard' })
}

/** Redirects to the sign-in page unless a sign-in waits for its second factor in this browser. */
export async function requirePending(visit: {
  context: RouterContext
  search: { next?: string | undefined }
}): Promise<void> {
  await leaveWhenSignedIn(visit)
  const { context, search } = visit
  const pending = await context.queryClient.fetchQuery(pendingSignInQuery).catch(() => undefined)
  if (!pending) throw redirect({ to: '/auth', search })
}

interface LinkVisit {
  search: LinkSearch
}

/** Redirects from a page that a link in an email opens to the sign-in page, if the link is incomplete. */
export function requireToken({ search }: LinkVisit): void {
  if (!search.token && !search.link) throw redirect({ to: '/auth' })
}
