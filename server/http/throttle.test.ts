import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BYTES_PER_SECOND, throttle } from './throttle.ts'

const CHUNK_BYTES = 64 * 1024

/** A clock that only advances by `wait` and `pass`. */
function manualClock() {
  const waits: number[] = []
  let time = 0
  return {
    waits,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    now: () => time,
    wait: async (milliseconds: number) => {
      waits.push(milliseconds)
      time += milliseconds
    },
  }
}

function chunks(count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => Buffer.alloc(CHUNK_BYTES, index))
}

test('bytes pass unchanged, no faster than the rate', async () => {
  const clock = manualClock()
  const sent = chunks(512)
  const received = await buffer(Readable.from(sent).pipe(throttle(clock)))
  expect(received.equals(Buffer.concat(sent))).toBe(true)
  const seconds = received.length / BYTES_PER_SECOND
  // A remainder shorter than the shortest wait isn't waited for.
  expect(clock.now() / 1000).toBeGreaterThan(seconds - 0.004)
  expect(clock.now() / 1000).toBeLessThanOrEqual(seconds)
  expect(Math.min(...clock.waits)).toBeGreaterThanOrEqual(4)
})

test('a slow source never waits, and does not save up time for a burst', async () => {
  const clock = manualClock()
  const stream = throttle(clock)
  stream.resume()
  for (const chunk of [...chunks(20), Buffer.alloc(BYTES_PER_SECOND)]) {
    clock.pass(100)
    await new Promise((resolve) => stream.write(chunk, resolve))
  }
  expect(clock.waits).toEqual([1000])
})
