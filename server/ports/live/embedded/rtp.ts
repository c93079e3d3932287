import { CLOCK_RATE } from './limits.ts'

/** The fields of a packet's header that are rewritten. */
export interface PacketStamp {
  sequenceNumber: number
  timestamp: number
  /** With Opus, set in the first packet after silence (RFC 7587, 4.2). */
  marker: boolean
}

/** A gap of more packets than this is not a loss: the sender has started over. */
const BROKEN_OFF = 1_000
/** The shortest timestamp step between two holders: one usual frame of 20 ms. */
const LEAST_STEP = CLOCK_RATE / 50

interface Holder {
  source: string
  sequenceOffset: number
  timestampOffset: number
  firstOut: number
  highestIn: number
}

/**
 * One speaker slot's stream as listeners receive it: when holders change, sequence numbers continue
 * without a gap, and timestamps follow the clock. Gaps and reordering within one holder's packets are
 * kept, for the listeners' jitter buffers to handle.
 */
export class SlotStream {
  #holder: Holder | undefined
  #highestOut: number
  #lastTimestamp: number
  #lastAtMs: number | undefined

  constructor(start: { sequenceNumber: number; timestamp: number }) {
    this.#highestOut = start.sequenceNumber & 0xffff
    this.#lastTimestamp = start.timestamp >>> 0
  }

  /** Forgets who holds the slot; even their own next packet starts over. */
  release(): void {
    this.#holder = undefined
  }

  /**
   * The packet's place in the slot's stream; undefined if it is too late because it belongs before the
   * holder's first packet.
   *
   * @param source identifies the sender's stream; another source is another holder
   */
  rewrite(packet: PacketStamp, source: string, nowMs: number): PacketStamp | undefined {
    const isNew = this.#begin(packet, source, nowMs)
    const holder = this.#holder
    if (!holder) return undefined
    const sequenceNumber = (packet.sequenceNumber + holder.sequenceOffset) & 0xffff
    const timestamp = (packet.timestamp + holder.timestampOffset) >>> 0
    if (sequenceDistance(holder.firstOut, sequenceNumber) < 0) return undefined
    if (sequenceDistance(holder.highestIn, packet.sequenceNumber) >= 0) {
      holder.highestIn = packet.sequenceNumber
      this.#highestOut = sequenceNumber
      this.#lastTimestamp = timestamp
      this.#lastAtMs = nowMs
    }
    return { sequenceNumber, timestamp, marker: packet.marker || isNew }
  }

  /** Anchors a new holder, or one that started over, in the stream; returns whether it did. */
  #begin(packet: PacketStamp, source: string, nowMs: number): boolean {
    const holder = this.#holder
    const distance = holder ? sequenceDistance(holder.highestIn, packet.sequenceNumber) : 0
    if (holder?.source === source && Math.abs(distance) <= BROKEN_OFF) return false
    const firstOut = (this.#highestOut + 1) & 0xffff
    const elapsed = this.#lastAtMs === undefined ? 0 : nowMs - this.#lastAtMs
    const step = Math.max(LEAST_STEP, Math.round((elapsed * CLOCK_RATE) / 1_000))
    this.#holder = {
      source,
      firstOut,
      sequenceOffset: (firstOut - packet.sequenceNumber) & 0xffff,
      timestampOffset: (this.#lastTimestamp + step - packet.timestamp) >>> 0,
      highestIn: packet.sequenceNumber,
    }
    return true
  }
}

/** The first number for each listener; low enough that it does not wrap soon. */
const LISTENER_START = 1_000

/**
 * A listener's own numbering of a slot. SRTP's rollover counter begins at 0 for each listener, however
 * long the slot is in use, so the first packets that arrive must not span a wrap (RFC 3711, 3.3.1).
 */
export class ListenerNumbers {
  #offset: number | undefined

  of(slotSequence: number): number {
    this.#offset ??= LISTENER_START - slotSequence
    return (slotSequence + this.#offset) & 0xffff
  }
}

/** How far a 16-bit sequence number is after another; negative if it is before it (RFC 1982). */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from + 0x8000) & 0xffff) - 0x8000
}

/** How far a 32-bit RTP timestamp is after another; negative if it is before it. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0
}
