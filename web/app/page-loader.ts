import { onlineManager } from '@tanstack/react-query'
import type { RouterContext } from '#web/app/guards.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import type { Load, MemberLoad } from '#web/lib/load.ts'

/** How long the page before, or the spinner, stays while a page's data is on its way. */
const READ_FIRST_MS = 3000

export interface Match {
  context: RouterContext
  location: { search: Record<string, unknown> }
  params: Record<string, string>
}

/**
 * A route's loader, which reads what its page shows first. The server waits for it. In the browser,
 * it runs when a link is hovered or followed, and the page opens once its data is there, so that nothing
 * on it moves when data arrives. On a very slow network and offline, the page opens with its skeletons.
 * What can't be read, the page asks for again and shows why.
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
    if (!import.meta.env.SSR) {
      if (onlineManager.isOnline()) await Promise.race([reading, after(READ_FIRST_MS)])
      return
    }
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

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
