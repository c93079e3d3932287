import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { ErrorPage, LoadingPage, NotFoundPage } from '#web/app/fallback-pages.tsx'
import { focusPage } from '#web/app/focus-page.ts'
import { routeTree } from '#web/app/routes.ts'
import { endFirstAnswers } from '#web/lib/first-answers.ts'
import { allDrawn } from '#web/ui/in-turn.tsx'

const SPINNER_AFTER_MS = 150
const SPINNER_AT_LEAST_MS = 300
/** By then, all queries of the rendered page have started. */
const SETTLED_AFTER_MS = 1_000

// The return type is inferred, because it types every link: see `Register` below.
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: SPINNER_AFTER_MS,
    defaultPendingMinMs: SPINNER_AT_LEAST_MS,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusPage()
    setTimeout(() => void allDrawn().then(endFirstAnswers), SETTLED_AFTER_MS)
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
  }
}
