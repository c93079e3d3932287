import { dehydrate, hydrate, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/durations.ts'
import type { LiveEvent } from '#contract/live-events.ts'
import { liveDelay, onLive, pauseLive, refreshOn, startLive } from './live.ts'
import { createQueryClient } from './query-client.ts'

/** A fake EventSource that each test controls. */
class Connection extends EventTarget {
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  isClosed = false

  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    connections.push(this)
  }

  close(): void {
    this.isClosed = true
  }
}

let connections: Connection[] = []
let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
let userStatus = 200
let stops: (() => void)[] = []

function latest(): Connection {
  const connection = connections.at(-1)
  if (!connection) throw new Error('There is no connection.')
  return connection
}

function openCount(): number {
  return connections.filter(({ isClosed }) => !isClosed).length
}

function show(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  connections = []
  userStatus = 200
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('EventSource', Connection)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    if (userStatus === 0) throw new TypeError('network')
    return new Response('{}', { status: userStatus })
  })
  stops = [startLive()]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Collects the events that listeners get from now on. */
function listen(): string[] {
  const events: string[] = []
  stops.push(
    onLive('guidance', () => events.push('guidance')),
    onLive('story', (data) => events.push(data)),
    onLive('reload', () => events.push('reload')),
  )
  return events
}

test('each listener gets its own events, with the data, until it stops', () => {
  const events = listen()
  latest().onopen?.()
  latest().dispatchEvent(new MessageEvent('guidance', { data: '{}' }))
  latest().dispatchEvent(new MessageEvent('story', { data: '{"id":4}' }))
  for (const stop of stops.slice(1)) stop()
  latest().dispatchEvent(new MessageEvent('guidance', { data: '{}' }))
  expect(events).toEqual(['guidance', '{"id":4}'])
})

test('the first connection asks for changes since the document was requested', async () => {
  const urlAfter = async (ms: number): Promise<string> => {
    for (const stop of stops) stop()
    await vi.advanceTimersByTimeAsync(ms - performance.now())
    stops = [startLive()]
    return latest().url
  }
  expect(await urlAfter(1_234)).toBe('/api/events?lookBack=1234')
  expect(await urlAfter(60_000)).toBe('/api/events?lookBack=30000')
  latest().onopen?.()
  show('hidden')
  show('visible')
  expect(latest().url).toBe('/api/events?lookBack=0')
})

/** A client whose `['shown']` came with the document; `show` shows it and returns what ends that. */
function openDocument() {
  const server = new QueryClient()
  server.setQueryData(['shown'], 'from the document')
  vi.stubEnv('SSR', false)
  const client = createQueryClient()
  hydrate(client, dehydrate(server))
  const queryFn = vi.fn(async () => 'fetched')
  const show = (): (() => void) =>
    new QueryObserver(client, { queryKey: ['shown'], queryFn, staleTime: 0 }).subscribe(() => {})
  const listenTo = (event: LiveEvent): void => void stops.push(refreshOn(client, event, ['shown']))
  return { client, queryFn, show, listenTo }
}

function receive(event: LiveEvent): void {
  latest().dispatchEvent(new MessageEvent(event, { data: '{}' }))
}

// Each of these tests has an event of its own, because a page remembers which ones have come.
test('what came with the document is fetched again on an event', () => {
  const { queryFn, show, listenTo } = openDocument()
  show()
  listenTo('prayers')
  expect(queryFn).not.toHaveBeenCalled()
  receive('prayers')
  expect(queryFn).toHaveBeenCalledOnce()
})

test('so is what starts to listen after the event', () => {
  const { queryFn, show, listenTo } = openDocument()
  receive('daily')
  show()
  listenTo('mailings')
  expect(queryFn).not.toHaveBeenCalled()
  listenTo('daily')
  expect(queryFn).toHaveBeenCalledOnce()
})

test('so is what was not shown at the time of the event, once it is shown', () => {
  const { queryFn, show, listenTo } = openDocument()
  const hide = show()
  listenTo('settings')
  hide()
  receive('settings')
  expect(queryFn).not.toHaveBeenCalled()
  show()
  expect(queryFn).toHaveBeenCalledOnce()
})

test('a hidden page does not listen, and reloads its data when it is shown again', () => {
  const events = listen()
  latest().onopen?.()
  show('hidden')
  expect(openCount()).toBe(0)
  show('visible')
  expect(openCount()).toBe(1)
  latest().onopen?.()
  expect(events).toEqual(['reload'])
})

test('a lost connection is retried after a growing delay, one try at a time', async () => {
  userStatus = 0
  latest().onerror?.()
  expect(openCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(connections).toHaveLength(1)
  userStatus = 200
  await vi.advanceTimersByTimeAsync(1.2 * MINUTE_MS)
  expect(connections).toHaveLength(2)
  expect(openCount()).toBe(1)
})

test('after a connection that lasted, the next delay is short again', async () => {
  for (let loss = 0; loss < 8; loss++) {
    latest().onerror?.()
    await vi.advanceTimersByTimeAsync(1.2 * MINUTE_MS)
  }
  latest().onopen?.()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  const before = connections.length
  latest().onerror?.()
  await vi.advanceTimersByTimeAsync(1_200)
  expect(connections).toHaveLength(before + 1)
})

test('a page that has been signed out stops listening', async () => {
  userStatus = 401
  latest().onerror?.()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(connections).toHaveLength(1)
})

test('while a call ends the session, nothing connects until it has failed', async () => {
  const events = listen()
  latest().onopen?.()
  stops.push(pauseLive())
  expect(openCount()).toBe(0)
  show('hidden')
  show('visible')
  stops.push(startLive())
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(connections).toHaveLength(1)
  stops.at(-2)?.()
  expect(openCount()).toBe(2)
  latest().onopen?.()
  connections.at(-2)?.onopen?.()
  expect(events).toEqual(['reload'])
})

test('a scheduled retry does not connect while a call ends the session', async () => {
  latest().onerror?.()
  stops.push(pauseLive())
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(connections).toHaveLength(1)
})

test('stopping also cancels a scheduled retry', async () => {
  latest().onerror?.()
  for (const stop of stops) stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  show('visible')
  expect(openCount()).toBe(0)
})

test.each([
  [0, 0.5, 1_000],
  [3, 0.5, 8_000],
  [3, 0, 6_400],
  [3, 1, 9_600],
  [30, 0.5, 60_000],
])('try %i with random value %d waits %i ms', (tries, random, expected) => {
  expect(liveDelay(tries, random)).toBe(expected)
})
