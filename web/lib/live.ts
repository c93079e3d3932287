import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountEndpoints } from '#contract/accounts.ts'
import {
  eventEndpoints,
  LIVE_EVENTS,
  type LiveEvent,
  LONGEST_LOOK_BACK_MS,
} from '#contract/events.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { endFirstAnswers } from '#web/lib/first-answers.ts'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000
/** A connection that held for so long was a good one: the next wait is a short one again. */
const STEADY_MS = 10_000

type Listener = (data: string) => void

const listeners = new Map<LiveEvent, Set<Listener>>()

/** Calls `listener` with the data, as JSON, whenever the server tells of this. Returns how to stop. */
export function onLive(event: LiveEvent, listener: Listener): () => void {
  const those = listeners.get(event) ?? new Set()
  listeners.set(event, those.add(listener))
  return () => those.delete(listener)
}

/**
 * Asks for these queries again whenever the server tells of this, and when it may have done so
 * unheard. Pages work without it, by asking from time to time.
 *
 * @param queryKey the same array at every render
 */
export function useRefreshOn(event: LiveEvent, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refresh = (): void => void queryClient.invalidateQueries({ queryKey })
    const stops = [onLive(event, refresh), onLive('reload', refresh)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient, event, queryKey])
}

/**
 * Listens to the server while the page is seen and the device online: one connection for all that
 * is shown. Returns how to stop.
 */
export function startLive(): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let openedAt: number | undefined
  /** Whether something may have happened while nobody listened. */
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
    const lookBack = hasGap ? 0 : millisecondsHere()
    source = new EventSource(`${eventEndpoints.listen.path}?lookBack=${lookBack}`)
    source.onopen = () => {
      openedAt = Date.now()
      if (hasGap) tell('reload', '{}')
      hasGap = true
    }
    source.onerror = retryLater
    for (const event of LIVE_EVENTS) {
      source.addEventListener(event, ({ data }) => tell(event, String(data)))
    }
  }
  const retryLater = (): void => {
    if (openedAt !== undefined && Date.now() - openedAt >= STEADY_MS) tries = 0
    disconnect()
    const mine = setTimeout(() => void retry(() => timer === mine), liveDelay(tries))
    timer = mine
    tries += 1
  }
  /** The connection ends with the session, which an `EventSource` cannot tell from a lost network. */
  const retry = async (isWanted: () => boolean): Promise<void> => {
    const standing = await askStanding()
    if (!isWanted()) return
    if (standing === 'here') connect()
    else if (standing === 'unknown') retryLater()
  }
  const look = (): void => {
    const isWanted = document.visibilityState === 'visible' && navigator.onLine
    if (!isWanted) disconnect()
    else if (!source && timer === undefined) connect()
  }

  look()
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
    document.removeEventListener('visibilitychange', look)
    disconnect()
  }
}

/** How long ago this document was requested, at most what the server accepts. Nothing on the page is older. */
function millisecondsHere(): number {
  return Math.min(Math.ceil(performance.now()), LONGEST_LOOK_BACK_MS)
}

/** Whether somebody is signed in here. That nobody is, every watcher of the session hears of. */
async function askStanding(): Promise<'here' | 'gone' | 'unknown'> {
  try {
    await call(accountEndpoints.currentUser, {})
    return 'here'
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'gone' : 'unknown'
  }
}

function tell(event: LiveEvent, data: string): void {
  endFirstAnswers()
  for (const listener of listeners.get(event) ?? []) listener(data)
}

/**
 * Milliseconds until the next try, growing with each one. Up to a fifth more or less, so that the
 * pages of a server that was away do not all return at once.
 *
 * @param tries from 0
 * @param random from 0 to 1
 */
export function liveDelay(tries: number, random = Math.random()): number {
  const grown = Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS)
  return Math.round(grown * (0.8 + 0.4 * random))
}
