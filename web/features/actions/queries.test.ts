import { actionCalls } from '#web/lib/calls.gen.ts'
import 'fake-indexeddb/auto'
import {
  focusManager,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionWeek } from '#contract/actions.ts'
import {
  pauseAfter,
  personalActionsQuery,
  stampOf,
  systemActionsQuery,
  todayOf,
  weekQuery,
  yesterdayOf,
} from '#web/features/actions/queries.ts'
import { removeItemsOf } from '#web/lib/outbox/outbox-items.ts'
import { noteOutboxChange, showOutboxOf } from '#web/lib/outbox/outbox-state.ts'
import { TestServer } from '#web/lib/outbox/testing/fixtures.ts'
import { sendOrQueue } from '#web/lib/outbox.ts'

const WEEK: ActionWeek = {
  today: '2026-03-05',
  days: [],
  joinedOn: '2026-01-01',
  restWeekdays: [],
  misses: 0,
  isWhole: true,
  mayFinishYesterday: false,
  version: '',
}

test('calls name a date only for yesterday', () => {
  expect(stampOf(todayOf('2026-03-05'))).toEqual({})
  expect(stampOf(yesterdayOf('2026-03-01'))).toEqual({ date: '2026-02-28' })
})

test('a week is polled only while it can change without the member', () => {
  expect(pauseAfter(WEEK, '2026-03-05')).toBe(false)
  expect(pauseAfter({ ...WEEK, mayFinishYesterday: true }, '2026-03-05')).toBe(300_000)
  // The new day has begun on the device but not yet on the server.
  expect(pauseAfter(WEEK, '2026-03-06')).toBe(30_000)
})

const SYSTEM = 'GET /api/daily-actions'
const PERSONAL = 'GET /api/daily-myactions'
const WEEK_CALL = 'GET /api/daily-actions/week'

let server: TestServer
let client: QueryClient
let serversDay: string

beforeEach(() => {
  server = new TestServer()
  server.install()
  serversDay = '2026-03-06'
  server.answer = ({ call }) => ({
    status: 200,
    body: call === WEEK_CALL ? { ...WEEK, today: serversDay } : [],
  })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.mount()
})
afterEach(() => {
  client.clear()
  client.unmount()
  focusManager.setFocused(undefined)
})

/** Shows the lists and the week of a day, as the daily page does. */
async function show(today: string): Promise<void> {
  const queries = [
    systemActionsQuery(todayOf(today)),
    personalActionsQuery(todayOf(today)),
    weekQuery(today),
  ] as unknown as QueryObserverOptions[]
  for (const query of queries) new QueryObserver(client, query).subscribe(() => undefined)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
}

/** The calls since the last check, sorted alphabetically. */
async function newCalls(): Promise<string[]> {
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return server.received
    .splice(0)
    .map(({ call }) => call)
    .sort()
}

function wake(): void {
  focusManager.setFocused(false)
  focusManager.setFocused(true)
}

test('on waking, the lists and the week are refetched', async () => {
  await show('2026-03-06')
  expect(await newCalls()).toEqual([SYSTEM, WEEK_CALL, PERSONAL])
  wake()
  await vi.waitFor(() => expect(server.calls.length).toBe(3))
  expect(await newCalls()).toEqual([SYSTEM, WEEK_CALL, PERSONAL])
})

test('on waking, a tick that waits on this device stays on screen', async () => {
  const memberId = crypto.randomUUID()
  showOutboxOf(memberId)
  await show('2026-03-06')
  await newCalls()
  server.isReachable = false
  await sendOrQueue(
    actionCalls.completeSystem,
    { body: { actionType: 'prayer', madeAt: '2026-03-06T15:00:00.000Z' } },
    { memberId, key: 'system:2026-03-06:prayer', title: 'Action done' },
  )
  server.isReachable = true
  const asked = vi.spyOn(client.getQueryCache(), 'onFocus')
  wake()
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(await newCalls()).toEqual([])

  await removeItemsOf(memberId)
  await noteOutboxChange()
  wake()
  await vi.waitFor(() => expect(server.calls.length).toBe(3))
  showOutboxOf(undefined)
})

test('lists of the previous day from a late server are refetched once it has switched to the new day', async () => {
  serversDay = '2026-03-05'
  await show('2026-03-06')
  await newCalls()
  const askForWeek = () => client.refetchQueries({ queryKey: weekQuery('2026-03-06').queryKey })
  await askForWeek()
  expect(await newCalls()).toEqual([WEEK_CALL])
  serversDay = '2026-03-06'
  await askForWeek()
  expect(await newCalls()).toEqual([SYSTEM, WEEK_CALL, PERSONAL])
  await askForWeek()
  expect(await newCalls()).toEqual([WEEK_CALL])
})
