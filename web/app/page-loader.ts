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
    const reading = read({ client, user, search: location.search, params }).catch(() => undefined)
    if (import.meta.env.SSR) await reading
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
