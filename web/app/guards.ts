import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { safeNext } from '#web/lib/safe-next.ts'

export interface RouterContext {
  queryClient: QueryClient
}

interface Visit {
  context: RouterContext
  location: { href: string }
}

/** Leads visitors to the sign-in page and from there back. */
export async function requireMember({ context, location }: Visit): Promise<void> {
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (!user) throw redirect({ to: '/auth', search: { next: location.href } })
}

/** Leads everyone but administrators to the sign-in page, which sends members on to theirs. */
export async function requireAdmin({ context, location }: Visit): Promise<void> {
  await requireMember({ context, location })
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (!user?.isAdmin) throw redirect({ to: '/auth' })
}

/** Leads everyone but hosts to the members' page of the live room. */
export async function requireHost({ context, location }: Visit): Promise<void> {
  await requireAdmin({ context, location })
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (!user?.rights.includes('host')) throw redirect({ to: '/live' })
}

interface EntranceVisit {
  context: RouterContext
  search: { next?: string | undefined }
}

/** Leads who is signed in past the sign-in page. */
export async function leaveWhenSignedIn({ context, search }: EntranceVisit): Promise<void> {
  const user = await context.queryClient.ensureQueryData(currentUserQuery)
  if (user) throw redirect({ href: safeNext(search.next) ?? '/dashboard' })
}
