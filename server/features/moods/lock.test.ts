import { expect, test } from 'vitest'
import { isLocked } from './lock.ts'

const now = new Date('2026-06-10T12:00:00Z')
const seen = (offsetMs: number): Date => new Date(now.getTime() + offsetMs)

test.for([
  ['no lock, never seen', { minutes: null, seenAt: null }, false],
  ['no lock, seen long ago', { minutes: null, seenAt: seen(-86_400_000) }, false],
  ['a lock, never seen in this session', { minutes: 5, seenAt: null }, true],
  ['seen now', { minutes: 5, seenAt: seen(0) }, false],
  ['seen as long ago as the lock waits', { minutes: 5, seenAt: seen(-300_000) }, false],
  ['a moment longer', { minutes: 5, seenAt: seen(-300_001) }, true],
  ['a shorter lock', { minutes: 1, seenAt: seen(-300_000) }, true],
  ['another node’s clock is a little ahead', { minutes: 1, seenAt: seen(2_000) }, false],
  ['a clock that was wrong by a day', { minutes: 60, seenAt: seen(86_400_000) }, true],
] as const)('%s', ([, lock, expected]) => {
  expect(isLocked(lock, now)).toBe(expected)
})
