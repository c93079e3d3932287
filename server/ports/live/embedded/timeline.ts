import { CLOCK_RATE } from './limits.ts'
import { timestampDistance } from './rtp-order.ts'

/** A stream whose timestamps are further than this from the clock is anchored again. */
const MOST_DRIFT = CLOCK_RATE / 5

interface Anchor {
  timestamp: number
  position: number
}

/**
 * Places speakers' packets on the recording's timeline, in samples. Each stream is anchored to the
 * clock by its first packet and follows its own timestamps from there, so that network jitter is not
 * heard; a stream that drifts from the clock by more than 200 ms is anchored again.
 */
export class Timeline {
  readonly #anchors = new Map<string, Anchor>()

  /** @param now the clock's position, in samples */
  place(packet: { source: string; timestamp: number }, now: number): number {
    const anchor = this.#anchors.get(packet.source)
    if (anchor) {
      const position = anchor.position + timestampDistance(anchor.timestamp, packet.timestamp)
      if (Math.abs(position - now) <= MOST_DRIFT) return position
    }
    this.#anchors.set(packet.source, { timestamp: packet.timestamp, position: now })
    return now
  }

  forget(source: string): void {
    this.#anchors.delete(source)
  }
}

/**
 * Sums speakers' samples until they are taken in order. It covers a window of the timeline that starts
 * after the last sample taken; samples outside of it are dropped.
 */
export class MixBuffer {
  readonly #sums: Int32Array
  #start: number

  /** @param size of the window, in samples */
  constructor(size: number, start = 0) {
    this.#sums = new Int32Array(size)
    this.#start = start
  }

  /** The position of the next samples to take. */
  get position(): number {
    return this.#start
  }

  add(position: number, samples: Int16Array): void {
    const size = this.#sums.length
    const from = Math.max(0, this.#start - position)
    const to = Math.min(samples.length, this.#start + size - position)
    for (let index = from; index < to; index++) {
      const place = (position + index) % size
      this.#sums[place] = (this.#sums[place] ?? 0) + (samples[index] ?? 0)
    }
  }

  /** The next `count` samples, limited to 16 bits. */
  take(count: number): Int16Array {
    const size = this.#sums.length
    const taken = new Int16Array(count)
    for (let index = 0; index < count; index++) {
      const place = (this.#start + index) % size
      taken[index] = Math.max(-32_768, Math.min(32_767, this.#sums[place] ?? 0))
      this.#sums[place] = 0
    }
    this.#start += count
    return taken
  }
}
