import { expect, test } from 'vitest'
import { retryDelay } from './retry-delay.ts'

test('tries come less and less often, and at least every five minutes', () => {
  const delays = [0, 1, 2, 5, 6, 60].map((tries) => retryDelay(tries, { random: 0.5 }))
  expect(delays).toEqual([5_000, 10_000, 20_000, 160_000, 300_000, 300_000])
})

test('devices do not all come back at once', () => {
  expect(retryDelay(0, { random: 0 })).toBe(4_000)
  expect(retryDelay(0, { random: 1 })).toBe(6_000)
})

test('a limit of the server is waited for', () => {
  expect(retryDelay(0, { random: 0.5, retryAfterSeconds: 60 })).toBe(60_000)
})
