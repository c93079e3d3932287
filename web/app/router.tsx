import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { ErrorPage, LoadingPage, NotFoundPage } from '#web/app/fallback-pages.tsx'
import type { RouterContext } from '#web/app/guards.ts'
import { READ_FIRST_MS } from '#web/app/page-loader.ts'
import { routeTree } from '#web/app/routes.ts'
import { AuthProvider } from '#web/features/accounts/auth.tsx'
import type { AdminPage } from '#web/features/admin/admin-pages.ts'
import { flowTabOf } from '#web/features/flow/flow-tabs.ts'
import { endDocument } from '#web/lib/query-client.ts'
import { type Visit, VisitContext } from '#web/lib/visit.ts'
import { dismissErrorToasts } from '#web/ui/toast-store.ts'

/** Until then, the page before stays, with a line below the header that shows that something happens. */
const SPINNER_AFTER_MS = READ_FIRST_MS + 500
const SPINNER_AT_LEAST_MS = 300

let stopWatching = (): void => {}

interface RouterInput {
  queryClient: QueryClient
  /** In the browser, replaced by the server's if the page came from it. */
  visit: Visit
  document?: RouterContext['document']
  /** Allows the document's own inline scripts. */
  nonce?: string
}

// The return type is inferred, because it types every link: see `Register` below.
export function createAppRouter({ queryClient, visit, document, nonce }: RouterInput) {
  // A page from the server was scrolled to its place by its document, and maybe by a person since.
  let isInPlace = false
  const router = createRouter({
    routeTree,
    context: { queryClient, visit, ...(document && { document }) },
    dehydrate: () => ({ visit }),
    hydrate: (sent) => {
      Object.assign(visit, sent.visit)
      isInPlace = true
    },
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: SPINNER_AFTER_MS,
    defaultPendingMinMs: SPINNER_AT_LEAST_MS,
    defaultPreload: 'intent',
    scrollRestoration: () => !isInPlace,
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
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // The router remembers for later visits where a page is, once it hears that it was scrolled.
    if (isInPlace) window.document.dispatchEvent(new Event('scroll'))
    isInPlace = false
    const isOtherTab = flowTabOf(fromLocation?.search ?? {}) !== flowTabOf(toLocation.search)
    if (fromLocation && (pathChanged || isOtherTab)) focusPage()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The part of the document title before the site's title; can depend on the search parameters. */
    title?: string | ((search: { tab?: string; part?: string; story?: number }) => string)
    /** For the frame of the administration, if it is one of its pages. */
    admin?: AdminPage
    /** Hides the site's header and footer, for pages that imitate the payment provider's. */
    isBare?: boolean
    /** Every visitor gets the same document, apart from what its search parameters say. */
    isShared?: boolean
    /** Nothing on the page needs the app: visitors get a document with `plain-page.ts` instead. */
    isPlain?: boolean
    /** The page sets its own margins. */
    isWide?: boolean
  }
}

/**
 * Moves the focus to the new page's heading for screen readers, unless the page set the focus itself.
 * The link that was followed may still have it, in a row of lists that the new page has as well.
 * Pages often render in parts: if the focused element is replaced, such as a heading shown while the
 * page loads, the focus moves to the new heading, until the person uses the keyboard or a pointer.
 */
function focusPage(): void {
  stopWatching()
  const main = document.getElementById('main')
  if (!main) return
  let focused =
    main.querySelector<HTMLElement>(':focus:not(a[aria-current])') ??
    focusOn(main.querySelector('h1') ?? main)
  const observer = new MutationObserver(() => {
    const isGone = !focused.isConnected
    if (document.activeElement !== (isGone ? document.body : focused)) return stopWatching()
    if (isGone || focused === main) focused = focusOn(main.querySelector('h1') ?? main)
  })
  observer.observe(main, { childList: true, subtree: true })
  const input = new AbortController()
  stopWatching = () => {
    observer.disconnect()
    input.abort()
  }
  for (const name of ['keydown', 'pointerdown']) {
    addEventListener(name, () => stopWatching(), { capture: true, signal: input.signal })
  }
}

function focusOn(element: HTMLElement): HTMLElement {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  return element
}
