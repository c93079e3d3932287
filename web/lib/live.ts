import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIVE_EVENTS, type LiveEvent, LONGEST_LOOK_BACK_MS } from '#contract/live-events.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { accountCalls, eventCalls } from '#web/lib/calls.gen.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { isFromDocument } from '#web/lib/query-client.ts'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000
/** After a connection has lasted this long, the retry delay starts over. */
const STEADY_MS = 10_000

type Listener = (data: string) => void

const listeners = new Map<LiveEvent, Set<Listener>>()
/** The events that have come since the document was sent. */
const arrived = new Set<LiveEvent>()

/** Calls `listener` with the JSON data of each such event. Returns a function that stops it. */
export function onLive(event: LiveEvent, listener: Listener): () => void {
  const those = listeners.get(event) ?? new Set()
  listeners.set(event, those.add(listener))
  return () => those.delete(listener)
}

/**
 * Refetches these queries on each such event, and after a gap in which one may have been missed.
 * Pages also work without it, because they poll.
 *
 * @param queryKey the same array on every render
 */
export function useRefreshOn(event: LiveEvent, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  useEffect(() => refreshOn(queryClient, event, queryKey), [queryClient, event, queryKey])
}

/** The same outside of a component. Returns a function that stops it. */
export function refreshOn(
  queryClient: QueryClient,
  event: LiveEvent,
  queryKey: QueryKey,
): () => void {
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey })
  const stops = [onLive(event, refresh), onLive('reload', refresh)]
  refreshMissed(queryClient, event, queryKey)
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Refetches what came with the document if such an event has come since: a part of the page can
 * start to listen after the connection is open.
 */
export function refreshMissed(
  queryClient: QueryClient,
  event: LiveEvent,
  queryKey: QueryKey,
): void {
  if (!arrived.has(event) && !arrived.has('reload')) return
  void queryClient.invalidateQueries({ queryKey, predicate: isFromDocument })
}

let isPaused = false
const { subscribe: onPause, notify: notePause } = createListeners()

/**
 * Stops listening while a call ends the session, because a connection without one is refused.
 * Returns a function that listens again.
 */
export function pauseLive(): () => void {
  setPaused(true)
  return () => setPaused(false)
}

function setPaused(next: boolean): void {
  isPaused = next
  notePause()
}

/**
 * Listens to the server's events while the page is visible and the device is online, over one
 * connection for the whole page. Returns a function that stops it.
 */
export function startLive(): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let openedAt: number | undefined
  /** Whether events may have been missed before the next connection. */
  let hasGap = false

  const disconnect = (): void => {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    source = undefined
    openedAt = undefined
  }
  const connect = (): void => {
    disconnect()
    const lookBack = hasGap ? 0 : documentAgeMs()
    source = new EventSource(`${eventCalls.listen.path}?lookBack=${lookBack}`)
    source.onopen = () => {
      openedAt = Date.now()
      if (hasGap) dispatch('reload', '{}')
      hasGap = true
    }
    source.onerror = retryLater
    for (const event of LIVE_EVENTS) {
      source.addEventListener(event, ({ data }) => dispatch(event, String(data)))
    }
  }
  const retryLater = (): void => {
    if (openedAt !== undefined && Date.now() - openedAt >= STEADY_MS) tries = 0
    disconnect()
    const mine = setTimeout(() => void retry(() => timer === mine), liveDelay(tries))
    timer = mine
    tries += 1
  }
  /** Checks the session first: an `EventSource` can't distinguish its end from a lost network. */
  const retry = async (isWanted: () => boolean): Promise<void> => {
    const session = await readSession()
    if (!isWanted()) return
    if (session === 'signed-in') connect()
    else if (session === 'unknown') retryLater()
  }
  const update = (): void => {
    const isWanted = !isPaused && document.visibilityState === 'visible' && navigator.onLine
    if (!isWanted) disconnect()
    else if (!source && timer === undefined) connect()
  }

  update()
  const stopWatchingPause = onPause(update)
  window.addEventListener('online', update)
  window.addEventListener('offline', update)
  document.addEventListener('visibilitychange', update)
  return () => {
    stopWatchingPause()
    window.removeEventListener('online', update)
    window.removeEventListener('offline', update)
    document.removeEventListener('visibilitychange', update)
    disconnect()
  }
}

/** Milliseconds since this document was requested, capped at what the server accepts. */
function documentAgeMs(): number {
  return Math.min(Math.ceil(performance.now()), LONGEST_LOOK_BACK_MS)
}

/** Whether someone is signed in. A 401 also notifies every `onUnauthorized` listener. */
async function readSession(): Promise<'signed-in' | 'signed-out' | 'unknown'> {
  try {
    await call(accountCalls.currentUser, {})
    return 'signed-in'
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'signed-out' : 'unknown'
  }
}

function dispatch(event: LiveEvent, data: string): void {
  arrived.add(event)
  for (const listener of listeners.get(event) ?? []) listener(data)
}

/**
 * Milliseconds until the next try, growing with each one. Varies by up to a fifth, so that pages
 * don't all reconnect at once after the server was down.
 *
 * @param tries from 0
 * @param random from 0 to 1
 */
export function liveDelay(tries: number, random = Math.random()): number {
  const grown = Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS)
  return Math.round(grown * (0.8 + 0.4 * random))
}
