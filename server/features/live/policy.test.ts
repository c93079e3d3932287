import { expect, test } from 'vitest'
import { isGone, isOver } from './policy.ts'

const now = new Date('2026-11-12T18:00:00Z')
const me = { nodeId: 'me', nodeUrl: 'http://10.0.0.1:3000' }

function holder(given: { nodeUrl?: string; silentFor?: number } = {}) {
  const { nodeUrl = 'http://10.0.0.2:3000', silentFor = 0 } = given
  return { nodeId: 'other', nodeUrl, seenAt: new Date(now.getTime() - silentFor * 1000) }
}

test('a room belongs to its holder while the holder sends heartbeats', () => {
  expect(isGone(holder({ silentFor: 12 }), { me, now })).toBe(false)
  expect(isGone(holder({ silentFor: 12.001 }), { me, now })).toBe(true)
})

test('a room can be taken at once if its process released it or had this address', () => {
  expect(isGone(holder({ nodeUrl: '' }), { me, now })).toBe(true)
  expect(isGone(holder({ nodeUrl: me.nodeUrl }), { me, now })).toBe(true)
})

test('a room without a process is over after 90 seconds', () => {
  expect(isOver(holder({ silentFor: 90 }), now)).toBe(false)
  expect(isOver(holder({ silentFor: 90.001 }), now)).toBe(true)
})
