import { CLOCK_RATE } from './limits.ts'
import { timestampDistance } from './rtp-order.ts'

/** A packet that its timestamp places further than this from the clock begins anew there. */
const MOST_DRIFT = CLOCK_RATE / 5

interface Anchor {
  timestamp: number
  position: number
}

/**
 * Places speakers' packets on the recording's timeline, in samples. Each stream is tied to the
 * clock by its first packet and follows its own timestamps from there, so that jitter on the way
 * is not heard; a stream that has left the clock by more than 200 ms is tied anew.
 */
export class Timeline {
  readonly #anchors = new Map<string, Anchor>()

  /** @param now where the clock stands, in samples */
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
 * Sums speakers' samples until they are taken in order. Holds a window of the timeline that begins
 * at what was taken last; what lies before it comes too late and is dropped.
 */
export class MixBuffer {
  readonly #sums: Int32Array
  #start: number

  /** @param size of the window, in samples */
  constructor(size: number, start = 0) {
    this.#sums = new Int32Array(size)
    this.#start = start
  }

  /** Where the next samples are taken from. */
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
