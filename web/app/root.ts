import { createRootRouteWithContext } from '@tanstack/react-router'
import { Document } from '#web/app/document.tsx'
import type { RouterContext } from '#web/app/guards.ts'
import { Shell } from '#web/app/shell.tsx'
import { currentUserQuery } from '#web/features/accounts/queries.ts'
import { unreadQuery } from '#web/features/notifications/queries.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { siteSettingsQuery } from '#web/lib/site-settings.ts'

/** The frame of every page: the document, the frame, and who is signed in. */
export const root = createRootRouteWithContext<RouterContext>()({
  shellComponent: Document,
  component: Shell,
  // The frame is hydrated with the document; only the page in it waits for its code.
  wrapInSuspense: false,
  loader: async ({ context: { queryClient } }) => {
    const [user] = await Promise.all([
      queryClient.ensureQueryData(currentUserQuery),
      queryClient.ensureQueryData(siteSettingsQuery),
    ])
    if (user) await prefetch(queryClient, unreadQuery)
  },
})
