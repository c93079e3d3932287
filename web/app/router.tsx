import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { ErrorPage, LoadingPage, NotFoundPage } from '#web/app/fallback-pages.tsx'
import { focusPage } from '#web/app/focus-page.ts'
import { routeTree } from '#web/app/routes.ts'
import { AuthProvider } from '#web/features/accounts/auth.tsx'
import { endDocument } from '#web/lib/query-client.ts'
import { type Visit, VisitContext } from '#web/lib/visit.ts'
import { dismissErrorToasts } from '#web/ui/toast-store.ts'

const SPINNER_AFTER_MS = 150
const SPINNER_AT_LEAST_MS = 300

interface RouterInput {
  queryClient: QueryClient
  /** In the browser, replaced by the server's if the page came from it. */
  visit: Visit
  /** Allows the document's own inline scripts. */
  nonce?: string
}

// The return type is inferred, because it types every link: see `Register` below.
export function createAppRouter({ queryClient, visit, nonce }: RouterInput) {
  const router = createRouter({
    routeTree,
    context: { queryClient, visit },
    dehydrate: () => ({ visit }),
    hydrate: (sent) => void Object.assign(visit, sent.visit),
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: SPINNER_AFTER_MS,
    defaultPendingMinMs: SPINNER_AT_LEAST_MS,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(nonce !== undefined && { ssr: { nonce } }),
    InnerWrap: ({ children }) => (
      <VisitContext value={visit}>
        <AuthProvider onSignIn={() => void router.invalidate()}>{children}</AuthProvider>
      </VisitContext>
    ),
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
    if (!fromLocation || !hrefChanged) return
    endDocument()
    dismissErrorToasts()
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusPage()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The part of the document title before the site's title; can depend on the search parameters. */
    title?: string | ((search: { tab?: string; part?: string }) => string)
    /** Hides the site's header and footer, for pages that imitate the payment provider's. */
    isBare?: boolean
    /** The page sets its own margins. */
    isWide?: boolean
  }
}
