import type { RouterContext } from '#web/app/guards.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import type { Load, MemberLoad } from '#web/lib/load.ts'

export interface Match {
  context: RouterContext
  location: { search: Record<string, unknown> }
  params: Record<string, string>
}

/**
 * A route's loader, which reads what its page shows first. The server waits for it. In the browser,
 * it runs when a link is hovered or followed, and the page opens at once with its skeletons. What
 * can't be read, the page asks for again and shows why.
 */
export function pageLoader(
  read: (load: Load) => Promise<unknown>,
): (match: Match) => Promise<void> {
  return async ({ context, location, params }) => {
    const client = context.queryClient
    const user = client.getQueryData(currentUserQuery.queryKey) ?? undefined
    const now = import.meta.env.SSR ? new Date(context.visit.now) : new Date()
    const load = { client, user, now, search: location.search, params }
    const reading = read(load).catch(() => undefined)
    if (!import.meta.env.SSR) return
    await reading
    client.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  }
}

/** The same for a page that requires sign-in. */
export function memberLoader(
  read: (load: MemberLoad) => Promise<unknown>,
): (match: Match) => Promise<void> {
  return pageLoader(async (load) => {
    const { user } = load
    if (user) await read({ ...load, user })
  })
}
