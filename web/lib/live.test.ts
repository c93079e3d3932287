import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveDelay, onLive, startLive } from './live.ts'

const MINUTE_MS = 60_000

/** The browser's side of a connection, worked by hand. */
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
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What is told from now on. */
function listen(): string[] {
  const told: string[] = []
  stops.push(
    onLive('guidance', () => told.push('guidance')),
    onLive('story', (data) => told.push(data)),
    onLive('reload', () => told.push('reload')),
  )
  return told
}

test('each listener hears of its own, with the data, until it stops', () => {
  const told = listen()
  latest().onopen?.()
  latest().dispatchEvent(new MessageEvent('guidance', { data: '{}' }))
  latest().dispatchEvent(new MessageEvent('story', { data: '{"id":4}' }))
  for (const stop of stops.slice(1)) stop()
  latest().dispatchEvent(new MessageEvent('guidance', { data: '{}' }))
  expect(told).toEqual(['guidance', '{"id":4}'])
})

test('the first connection asks for what changed since the document was asked for', async () => {
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

test('a page that is not seen does not listen, and asks for all it missed when it is', () => {
  const told = listen()
  latest().onopen?.()
  show('hidden')
  expect(openCount()).toBe(0)
  show('visible')
  expect(openCount()).toBe(1)
  latest().onopen?.()
  expect(told).toEqual(['reload'])
})

test('a lost connection is tried again after a growing time, one at a time', async () => {
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

test('after a connection that held, the next wait is short again', async () => {
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

test('who has been signed out does not listen any more', async () => {
  userStatus = 401
  latest().onerror?.()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(connections).toHaveLength(1)
})

test('nothing is left after stopping, not even a try that was due', async () => {
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
])('try %i waits with chance %d for %i ms', (tries, random, expected) => {
  expect(liveDelay(tries, random)).toBe(expected)
})
