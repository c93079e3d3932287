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
  const stream = new EventStream()
  const update = (): void => stream.update()
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
    stream.disconnect()
  }
}

/** The connection over which events arrive. It is opened again when it is lost. */
class EventStream {
  #source: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #tries = 0
  #openedAt: number | undefined
  /** Whether events may have been missed before the next connection. */
  #hasGap = false

  /** Connects or disconnects, depending on whether the page should listen now. */
  update(): void {
    const isWanted = !isPaused && document.visibilityState === 'visible' && navigator.onLine
    if (!isWanted) this.disconnect()
    else if (!this.#source && this.#timer === undefined) this.#connect()
  }

  disconnect(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#source?.close()
    this.#source = undefined
    this.#openedAt = undefined
  }

  #connect(): void {
    this.disconnect()
    const lookBack = this.#hasGap ? 0 : documentAgeMs()
    const source = new EventSource(`${eventCalls.listen.path}?lookBack=${lookBack}`)
    this.#source = source
    source.onopen = () => {
      this.#openedAt = Date.now()
      if (this.#hasGap) dispatch('reload', '{}')
      this.#hasGap = true
    }
    source.onerror = () => this.#retryLater()
    for (const event of LIVE_EVENTS) {
      source.addEventListener(event, ({ data }) => dispatch(event, String(data)))
    }
  }

  #retryLater(): void {
    if (this.#openedAt !== undefined && Date.now() - this.#openedAt >= STEADY_MS) this.#tries = 0
    this.disconnect()
    const timer = setTimeout(() => void this.#retry(timer), liveDelay(this.#tries))
    this.#timer = timer
    this.#tries += 1
  }

  /** Checks the session first: an `EventSource` can't distinguish its end from a lost network. */
  async #retry(timer: ReturnType<typeof setTimeout>): Promise<void> {
    const session = await readSession()
    if (this.#timer !== timer) return
    if (session === 'signed-in') this.#connect()
    else if (session === 'unknown') this.#retryLater()
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
