import { expect, test } from 'vitest'
import { retryDelay } from './retry-delay.ts'

test('the delay grows up to five minutes', () => {
  const delays = [0, 1, 2, 5, 6, 60].map((tries) => retryDelay(tries, { random: 0.5 }))
  expect(delays).toEqual([5_000, 10_000, 20_000, 160_000, 300_000, 300_000])
})

test('the delay varies, so that devices do not all retry at once', () => {
  expect(retryDelay(0, { random: 0 })).toBe(4_000)
  expect(retryDelay(0, { random: 1 })).toBe(6_000)
})

test('the delay is at least the server’s Retry-After', () => {
  expect(retryDelay(0, { random: 0.5, retryAfterSeconds: 60 })).toBe(60_000)
})
