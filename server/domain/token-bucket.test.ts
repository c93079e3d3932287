import { expect, test } from 'vitest'
import { tokenBucket } from './token-bucket.ts'

test('a burst passes, then the allowed number per second', () => {
  let now = 0
  const gate = tokenBucket({ burst: 3, perSecond: 2 }, () => now)
  expect([gate(), gate(), gate(), gate()]).toEqual([true, true, true, false])
  now = 499
  expect(gate()).toBe(false)
  now = 1_000
  expect([gate(), gate(), gate()]).toEqual([true, true, false])
})

test('after a pause no more than a burst passes, and setting the clock back adds no tokens', () => {
  let now = 0
  const gate = tokenBucket({ burst: 2, perSecond: 1 }, () => now)
  now = 60_000
  expect([gate(), gate(), gate()]).toEqual([true, true, false])
  now = 0
  expect(gate()).toBe(false)
  now = 1_000
  expect(gate()).toBe(true)
})
