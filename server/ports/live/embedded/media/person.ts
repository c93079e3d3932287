import type { RtpPacket } from 'werift'
import { tokenBucket } from '#server/domain/token-bucket.ts'
import { MEDIA_LIMITS } from '../limits.ts'
import { sequenceDistance } from '../rtp.ts'
import type { BrowserConnection } from './connection.ts'

/** Someone in the room, with at most one connection and at most one speaker slot. */
export class Person {
  readonly id: string
  /** The slot that their sound goes to; undefined while they are not heard. */
  slot: number | undefined
  readonly meter = new LevelMeter()
  readonly #gate = new PacketGate(MEDIA_LIMITS.packetsPerSecond)
  #connection: BrowserConnection | undefined
  #connections = 0
  #reception: Reception | undefined

  constructor(id: string) {
    this.id = id
  }

  get connection(): BrowserConnection | undefined {
    return this.#connection
  }

  /** Replaces the person's earlier connection, which is closed. */
  connect(connection: BrowserConnection): void {
    this.disconnect()
    this.#connection = connection
    this.#connections += 1
  }

  disconnect(): void {
    this.#connection?.close()
    this.#connection = undefined
    this.#reception = undefined
  }

  /** Identifies a packet's stream: numbers of different connections are unrelated. */
  sourceOf(packet: RtpPacket): string {
    return `${this.id} ${this.#connections} ${packet.header.ssrc}`
  }

  /** Whether a packet of their microphone may be heard. Counts accepted packets. */
  accepts(packet: RtpPacket, nowMs: number): boolean {
    const { ssrc, sequenceNumber } = packet.header
    if (!this.#gate.lets({ ssrc, sequenceNumber }, nowMs)) return false
    if (this.#reception?.ssrc !== ssrc) this.#reception = new Reception({ ssrc, sequenceNumber })
    this.#reception.add(sequenceNumber)
    const level = this.#levelOf(packet)
    if (level !== undefined) this.meter.add(level)
    return true
  }

  sendReport(): void {
    if (this.#reception) this.#connection?.sendReport(this.#reception.report())
  }

  #levelOf({ header }: RtpPacket): number | undefined {
    const id = this.#connection?.audioLevelId
    const extension = header.extensions.find((each) => each.id === id)
    const byte = extension?.payload[0]
    return byte === undefined ? undefined : byte & 0x7f
  }
}

/** Levels this many dB below full scale, or lower, are shown as 0. */
const SILENT_DB = 65
/** Levels this many dB below full scale, or higher, are shown as 1: speech close to the microphone. */
const LOUD_DB = 20
/** The share of a level that remains at the next reading, so that a meter falls smoothly. */
const FALL = 0.6
const LEAST_SHOWN = 0.02

/** One microphone's loudness, from the level in each of its packets (RFC 6464). */
export class LevelMeter {
  #peak = 0
  #shown = 0

  /** @param belowFullScale dB below full scale, 0 to 127 */
  add(belowFullScale: number): void {
    const level = (SILENT_DB - belowFullScale) / (SILENT_DB - LOUD_DB)
    this.#peak = Math.max(this.#peak, Math.min(1, Math.max(0, level)))
  }

  /** The level since the last reading, from 0 to 1 in hundredths. */
  read(): number {
    const falling = this.#shown * FALL
    const next = Math.max(this.#peak, falling)
    this.#peak = 0
    this.#shown = next < LEAST_SHOWN ? 0 : next
    return Math.round(this.#shown * 100) / 100
  }
}

const WINDOW = 64

/**
 * Limits a microphone's packets per second, and drops repeated packets. SRTP requires this replay
 * check (RFC 3711, 3.3.2), which the library leaves to us.
 */
export class PacketGate {
  readonly #hasToken: () => boolean
  #nowMs = 0
  #ssrc: number | undefined
  #highest = 0
  /** Bit n: the packet n before the highest was seen. */
  #seen = 0n

  constructor(perSecond: number) {
    this.#hasToken = tokenBucket({ burst: perSecond, perSecond }, () => this.#nowMs)
  }

  lets(packet: { ssrc: number; sequenceNumber: number }, nowMs: number): boolean {
    this.#nowMs = nowMs
    return this.#hasToken() && this.#isNew(packet)
  }

  #isNew({ ssrc, sequenceNumber }: { ssrc: number; sequenceNumber: number }): boolean {
    if (ssrc !== this.#ssrc) {
      this.#ssrc = ssrc
      this.#highest = sequenceNumber
      this.#seen = 1n
      return true
    }
    const ahead = sequenceDistance(this.#highest, sequenceNumber)
    if (ahead > 0) {
      this.#seen = BigInt.asUintN(WINDOW, (this.#seen << BigInt(Math.min(ahead, WINDOW))) | 1n)
      this.#highest = sequenceNumber
      return true
    }
    if (-ahead >= WINDOW) return false
    const bit = 1n << BigInt(-ahead)
    if (this.#seen & bit) return false
    this.#seen |= bit
    return true
  }
}

/** The counts of a receiver report (RFC 3550, 6.4.1). */
export interface ReceptionReport {
  ssrc: number
  /** In 256ths, since the last report. */
  fractionLost: number
  packetsLost: number
  /** With the count of wraps in the upper 16 bits. */
  highestSequence: number
}

/**
 * Counts the packets that arrive from one microphone, so that its browser learns of losses: Opus
 * protects its frames against loss only if reports show some.
 */
export class Reception {
  readonly #ssrc: number
  readonly #first: number
  #highest: number
  #received = 0
  #reported = { expected: 0, received: 0 }

  constructor(packet: { ssrc: number; sequenceNumber: number }) {
    this.#ssrc = packet.ssrc
    this.#first = packet.sequenceNumber
    this.#highest = packet.sequenceNumber
  }

  get ssrc(): number {
    return this.#ssrc
  }

  add(sequenceNumber: number): void {
    const ahead = sequenceDistance(this.#highest & 0xffff, sequenceNumber)
    if (ahead > 0) this.#highest += ahead
    this.#received += 1
  }

  report(): ReceptionReport {
    const expected = this.#highest - this.#first + 1
    const received = this.#received
    const newlyExpected = expected - this.#reported.expected
    const newlyLost = newlyExpected - (received - this.#reported.received)
    this.#reported = { expected, received }
    return {
      ssrc: this.#ssrc,
      fractionLost:
        newlyLost <= 0 ? 0 : Math.min(255, Math.floor((newlyLost * 256) / newlyExpected)),
      packetsLost: Math.max(0, expected - received),
      highestSequence: this.#highest >>> 0,
    }
  }
}
