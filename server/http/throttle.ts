import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** 500 Mbit/s: above what members' networks carry, and well below what fills a core. */
export const BYTES_PER_SECOND = 64 * 1024 * 1024
/** Timers aren't more precise than this. */
const SHORTEST_WAIT_MS = 4

interface Clock {
  /** Milliseconds. */
  now(): number
  wait(milliseconds: number): Promise<unknown>
}

const systemClock: Clock = { now: () => performance.now(), wait: (ms) => sleep(ms) }

/**
 * Limits the rate at which a file is received or sent, to leave time for other calls: over a fast
 * network, one large file would otherwise keep the process busy to its last byte.
 */
export function throttle(clock: Clock = systemClock): Transform {
  // When the bytes so far should have passed, at this rate.
  let dueAt = clock.now()
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      this.push(chunk)
      const now = clock.now()
      // A slower source doesn't save up time for a burst.
      dueAt = Math.max(dueAt, now) + (chunk.length / BYTES_PER_SECOND) * 1000
      if (dueAt - now < SHORTEST_WAIT_MS) return done()
      clock.wait(dueAt - now).then(() => done(), done)
    },
  })
}
