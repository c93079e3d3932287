import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConnectionEvent, type ConnectionPlan, firstPlan, nextPlan } from './reconnection.ts'

const after = (...events: ConnectionEvent[]): ConnectionPlan => events.reduce(nextPlan, firstPlan())

test('the first connection is made immediately, over UDP', () => {
  expect(firstPlan()).toMatchObject({ state: 'connecting', transport: 'udp', isConnectNow: true })
})

test('an offer without a connection after four seconds is retried over TCP', () => {
  const waiting = after('offered')
  expect(waiting).toMatchObject({ waitMs: 4_000, isConnectNow: false, state: 'connecting' })
  expect(nextPlan(waiting, 'waited')).toMatchObject({ transport: 'tcp', isConnectNow: true })
  const again = after('offered', 'waited', 'offered', 'waited')
  expect(again).toMatchObject({ transport: 'udp', isConnectNow: true })
})

test('a transport that has worked is used again', () => {
  const plan = after('offered', 'waited', 'offered', 'connected', 'failed', 'waited')
  expect(plan).toMatchObject({ transport: 'tcp', isConnectNow: true, state: 'reconnecting' })
})

test('an established connection has no timeout', () => {
  expect(after('offered', 'connected')).toMatchObject({ state: 'connected', waitMs: undefined })
  expect(after('offered', 'connected', 'waited').isConnectNow).toBe(false)
})

test('a disconnected connection has four seconds to recover before a new one is made', () => {
  const broken = after('offered', 'connected', 'disconnected')
  expect(broken).toMatchObject({ state: 'reconnecting', waitMs: 4_000, isConnectNow: false })
  expect(nextPlan(broken, 'connected')).toMatchObject({ state: 'connected', waitMs: undefined })
  expect(nextPlan(broken, 'waited')).toMatchObject({ transport: 'udp', isConnectNow: true })
})

test('a failed connection is retried after 200 ms, then with growing delays up to 5 s', () => {
  let plan = after('offered', 'connected', 'failed')
  expect(plan.waitMs).toBe(200)
  const waits: (number | undefined)[] = []
  for (let index = 0; index < 8; index++) {
    plan = ['waited', 'offered', 'refused'].reduce(
      (each, event) => nextPlan(each, event as ConnectionEvent),
      plan,
    )
    waits.push(plan.waitMs)
  }
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  expect(nextPlan(plan, 'connected').attempts).toBe(0)
})

test('a restarted engine is reconnected immediately', () => {
  for (const before of ['connected', 'disconnected', 'failed', 'offered'] as const) {
    expect(after('offered', 'connected', before, 'restarted')).toMatchObject({
      isConnectNow: true,
      waitMs: undefined,
      state: 'reconnecting',
    })
  }
})

test('after any events, there is a connection, an attempt, or a timer for one', () => {
  const event = fc.constantFrom<ConnectionEvent>(
    'connected',
    'disconnected',
    'failed',
    'refused',
    'restarted',
    'waited',
  )
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let plan = after('offered')
      for (const each of events) {
        // `waited` only happens if a plan has set a timer.
        if (each === 'waited' && plan.waitMs === undefined) continue
        plan = nextPlan(plan, each)
        if (plan.isConnectNow) plan = nextPlan(plan, 'offered')
        expect(plan.state === 'connected' || plan.waitMs !== undefined).toBe(true)
      }
    }),
  )
})
