import { moodCalls } from '#web/lib/calls.gen.ts'
import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { removeItemsOf } from '#web/lib/outbox/outbox-items.ts'
import { noteOutboxChange, showOutboxOf } from '#web/lib/outbox/outbox-state.ts'
import { TestServer } from '#web/lib/outbox/testing/fixtures.ts'
import { sendOrQueue } from '#web/lib/outbox.ts'
import { mayAskOnWaking } from './queries.ts'

const WITHOUT_LOCK = { minutes: null, isLocked: false }

let memberId: string

beforeEach(() => {
  memberId = crypto.randomUUID()
  showOutboxOf(memberId)
  return () => showOutboxOf(undefined)
})

test('on waking, entries are refetched only if the journal is known to have no lock', () => {
  expect(mayAskOnWaking(WITHOUT_LOCK)).toBe(true)
  // Reading would extend the unlocked time for anyone who wakes the page.
  expect(mayAskOnWaking({ minutes: 5, isLocked: false })).toBe(false)
  expect(mayAskOnWaking(undefined)).toBe(false)
})

test('on waking, an entry that waits on this device stays on screen', async () => {
  const server = new TestServer()
  server.install()
  server.isReachable = false
  const body = { mood: 'grateful', madeAt: '2026-03-03T22:10:00.000Z' } as const
  await sendOrQueue(moodCalls.save, { body }, { memberId, key: 'mood:2026-03-03', title: 'Mood' })
  expect(mayAskOnWaking(WITHOUT_LOCK)).toBe(false)
  await removeItemsOf(memberId)
  await noteOutboxChange()
  expect(mayAskOnWaking(WITHOUT_LOCK)).toBe(true)
})
