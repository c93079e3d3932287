import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import type { RouterContext } from '#web/app/guards.ts'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { unreadQuery } from '#web/features/notifications/queries.ts'
import { hasFirstAnswers } from '#web/lib/first-answers.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'
import { turn } from '#web/lib/turn.ts'

interface Ahead {
  queryClient: QueryClient
  member: User
  search: { tab?: string; story?: number }
}

export interface Visit {
  context: RouterContext
  location: { search: { tab?: string; story?: number } }
}

/**
 * Creates a route loader that prefetches what its page shows first, when a link is hovered or
 * followed. Navigation doesn't wait for it, except on the first page of a visit, whose answers came
 * with the document.
 */
export function readAhead(read: (ahead: Ahead) => Promise<void>): (visit: Visit) => Promise<void> {
  return async ({ context: { queryClient }, location }) => {
    const member = queryClient.getQueryData(currentUserQuery.queryKey)
    if (!member) return
    const reading = read({ queryClient, member, search: location.search }).catch(() => undefined)
    if (!hasFirstAnswers()) return
    await Promise.all([
      reading,
      prefetch(queryClient, unreadQuery),
      queryClient.prefetchQuery(siteSettingsQuery),
    ])
    await turn()
  }
}
