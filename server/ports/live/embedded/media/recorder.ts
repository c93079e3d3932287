import { Decoder, Encoder } from '@evan/opus'
import { LIVE_LIMITS } from '#contract/live.ts'
import { CLOCK_RATE } from '../limits.ts'
import { OggFile, PRE_SKIP } from '../ogg.ts'
import { timestampDistance } from '../rtp.ts'

const FRAME = CLOCK_RATE / 50
/** How long the mix waits for late packets, in samples. */
const PATIENCE = CLOCK_RATE / 2
/** Size of the mix buffer in samples: enough for the latest position at which a packet can be placed. */
const WINDOW = CLOCK_RATE * 2
const PAGE_MS = 1_000
const MIX_MS = 100

/** Mixes what is heard in the room into one Opus stream and writes it continuously. */
export class Recorder {
  readonly #file: OggFile
  readonly #mix: MixBuffer
  readonly #timeline = new Timeline()
  readonly #decoders = new Map<string, Decoder>()
  readonly #encoder: Encoder
  readonly #startedAtMs: number
  readonly #timers: NodeJS.Timeout[]

  private constructor(file: OggFile, startedAt: number) {
    this.#file = file
    this.#startedAtMs = performance.now() - (Date.now() - startedAt)
    this.#mix = new MixBuffer(WINDOW, file.samples)
    this.#encoder = new Encoder({ channels: 1, sample_rate: CLOCK_RATE, application: 'audio' })
    this.#encoder.bitrate = LIVE_LIMITS.bitrate
    this.#timers = [
      setInterval(() => this.#encodeUntil(this.#now() - PATIENCE), MIX_MS),
      setInterval(() => this.#file.flush(), PAGE_MS),
    ]
  }

  /**
   * @param startedAt when the recording began, in milliseconds since 1970; if it continues after a crash,
   * the missing part becomes silence
   */
  static async start(path: string, startedAt: number): Promise<Recorder> {
    return new Recorder(await OggFile.open(path, PRE_SKIP), startedAt)
  }

  add(packet: { source: string; timestamp: number; payload: Buffer }): void {
    // A DTX packet, which stands for silence; there is nothing to mix.
    if (packet.payload.length < 3) return
    const samples = this.#decode(packet.source, packet.payload)
    if (!samples) return
    const position = this.#timeline.place(packet, this.#now())
    this.#mix.add(position, samples)
  }

  /** Forgets the streams whose names begin with `start`; they are not used again. */
  forget(start: string): void {
    for (const source of [...this.#decoders.keys()].filter((each) => each.startsWith(start))) {
      this.#timeline.forget(source)
      this.#decoders.delete(source)
    }
  }

  /** Writes everything that was heard until now, and ends the file. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#encodeUntil(this.#now())
    await this.#file.end()
  }

  #now(): number {
    return Math.round(((performance.now() - this.#startedAtMs) * CLOCK_RATE) / 1_000)
  }

  #decode(source: string, payload: Buffer): Int16Array | undefined {
    const decoder =
      this.#decoders.get(source) ?? new Decoder({ channels: 1, sample_rate: CLOCK_RATE })
    this.#decoders.set(source, decoder)
    try {
      const bytes = decoder.decode(payload)
      return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)
    } catch {
      this.#decoders.delete(source)
      return undefined
    }
  }

  #encodeUntil(position: number): void {
    while (this.#mix.position + FRAME <= position) {
      this.#file.add(this.#encoder.encode(this.#mix.take(FRAME)), FRAME)
    }
  }
}

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
