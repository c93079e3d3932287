import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { moodCalls } from '#web/lib/calls.gen.ts'
import { forgetAnswers } from '#web/lib/device-database.ts'
import { deliverNow, deliverSoon, startDelivery } from '#web/lib/outbox/delivery.ts'
import { areaOf, type OutboxItem } from '#web/lib/outbox/outbox-items.ts'
import { keepAnswers, refreshRestored, restoreAnswers } from '#web/lib/query-cache.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { toast } from '#web/ui/toast-store.ts'

/**
 * Keeps the app usable offline: changes are sent later, read pages can be read again, and the app
 * opens. Continues after the session expires, because the member's pages stay too.
 */
export function useOffline(): void {
  const { user, isLoading } = useAuth()
  const queryClient = useQueryClient()
  const [memberId, setMemberId] = useState<string>()
  if (user && user.id !== memberId) setMemberId(user.id)
  const isVisitor = user === null && !isLoading && memberId === undefined
  useEffect(() => {
    if (isVisitor) forgetAnswers().catch(() => undefined)
  }, [isVisitor])
  useEffect(() => {
    if (memberId === undefined) return
    registerServiceWorker()
    return startOffline(queryClient, memberId)
  }, [queryClient, memberId])
}

function startOffline(queryClient: QueryClient, memberId: string): () => void {
  const handleSent = (calls: OutboxItem[]): void => {
    toast({ title: 'Sent', description: 'Back online. Your changes are saved.' })
    void refreshAreas(queryClient, calls)
  }
  const refresh = async (): Promise<void> => {
    await restoreAnswers(queryClient, memberId).catch(() => undefined)
    await deliverNow(memberId)
    await refreshRestored(queryClient)
  }
  const handleOnline = (): void => void refresh()
  const stops = [
    startDelivery({ memberId, onSent: handleSent }),
    keepAnswers(queryClient, memberId),
    deliverAfterAnswers(queryClient),
  ]
  // Once the page is hydrated: what this device kept must not decide what is shown until then.
  whenIdle(() => {
    if (navigator.onLine) void refresh()
  })
  window.addEventListener('online', handleOnline)
  return () => {
    window.removeEventListener('online', handleOnline)
    for (const stop of stops) stop()
  }
}

/** Sends waiting calls once the server answers again, or once the journal can be read again. */
function deliverAfterAnswers(queryClient: QueryClient): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const isJournal = event.query.queryKey[0] === moodCalls.list.path
    deliverSoon({ onlyAfterFailure: !isJournal })
  })
}

function refreshAreas(queryClient: QueryClient, calls: OutboxItem[]): Promise<void> {
  const areas = new Set(calls.map(({ url }) => areaOf(url)))
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => areas.has(areaOf(String(queryKey[0]))),
  })
}

/** Begins the name of the lock that shows which build a page runs; see `service-worker/build-cache.ts`. */
const BUILD_LOCK = 'build:'

let isRegistered = false

/**
 * Registers the service worker, which lets the app open offline. Waits until the page has loaded;
 * production builds only.
 */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || isRegistered || !('serviceWorker' in navigator)) return
  isRegistered = true
  lockBuild()
  whenIdle(register)
}

function register(): void {
  navigator.serviceWorker
    .register('/service-worker.js')
    // Some browsers refuse it in private windows; the app then works, but not offline.
    .catch(() => undefined)
}

/** Holds a lock while this page is open, so that the worker keeps the files of its build. */
function lockBuild(): void {
  const locks: LockManager | undefined = navigator.locks
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (!locks || !entry) return
  const name = BUILD_LOCK + new URL(entry.src).pathname
  locks.request(name, { mode: 'shared' }, () => new Promise(() => {})).catch(() => undefined)
}
