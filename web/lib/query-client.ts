import { MutationCache, onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { HOUR_MS } from '#contract/durations.ts'
import { dismissToasts } from '#web/ui/toast-store.ts'

/** Keeps data in memory long after it was shown, for when the page goes offline. */
const KEPT_IN_MEMORY_MS = 12 * HOUR_MS

/** Queries whose data came with the document. */
let fromDocument = new WeakSet<Query>()

/**
 * Data never goes stale and nothing is retried automatically (member document, section 7). Calls are
 * made offline too, so that a form can show what happened.
 */
export function createQueryClient(): QueryClient {
  // TanStack Query assumes that the device is online until it gets an event.
  if (!import.meta.env.SSR && navigator.onLine === false) onlineManager.setOnline(false)
  const client = new QueryClient({
    mutationCache: new MutationCache({
      // The person's next action: what was said about the last one is answered.
      onMutate: (_, { meta }) => dismissToasts(meta?.about),
    }),
    defaultOptions: {
      queries: {
        // The server clears the cache once the page is sent.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : KEPT_IN_MEMORY_MS,
        networkMode: 'always',
        refetchInterval: false,
        // Nothing is mounted on the server, so no query is about to be fetched there.
        refetchOnMount: import.meta.env.SSR
          ? false
          : (query) => query.state.isInvalidated || !isFromDocument(query),
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  // Only the document adds queries that have data already.
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'added' && query.state.data !== undefined) fromDocument.add(query)
  })
  return client
}

/** Whether the query came with the document and its page is still open. */
export function isFromDocument(query: Query): boolean {
  return fromDocument.has(query)
}

/** Called when the first page is left: from then on, stale data is fetched again where it is shown. */
export function endDocument(): void {
  fromDocument = new WeakSet()
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the query reads what the address names. If that isn't there, the document is a 404. */
      isSubject?: true
    }
    mutationMeta: {
      /** The action's subject. It closes the toasts about it. */
      about?: string
    }
  }
}
